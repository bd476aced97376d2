/** What noticed, said by the desktop: briefly, at most once a minute of one site, and a click leads to it. */
import { Notification } from "electron";
import type { ShellNotice } from "../../server/admin/shell/notices.ts";
import type { Clock, Log } from "../../server/core/runtime.ts";
import { deliveriesOf, plainLine } from "./labels.ts";

/** For so long what happens at a site is gathered: of many that fail at once, the first says so of all. */
const GATHER_MS = 1_000;
const APART_MS = 60_000;
const MAX_TITLE = 100;
const MAX_TEXT = 200;
/** Limit on the sites remembered as reported. */
const MAX_SITES = 1_000;

export interface Notifier {
  noticed(notice: ShellNotice): void;
  /** Says something of Galley itself, whatever was chosen. */
  say(title: string, text: string, onClick: () => void): void;
}

/** @param isWanted whether notifications are switched on @param showAt opens the window at a path of the console */
export function createNotifier(options: {
  clock: Clock;
  log: Log;
  isWanted(): boolean;
  showAt(path: string): void;
}): Notifier {
  const { clock, log, isWanted, showAt } = options;
  /** Without a reference, a notification that is still on screen hears no click. */
  const shown = new Set<Notification>();
  const gathered = new Map<string, ShellNotice[]>();
  const reportedAt = new Map<string, number>();

  const say = (title: string, text: string, onClick: () => void): void => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title: plainLine(title, MAX_TITLE), body: plainLine(text, MAX_TEXT) });
    const forget = (): void => void shown.delete(notification);
    notification.once("click", () => {
      forget();
      onClick();
    });
    notification.once("close", forget);
    notification.once("failed", (_event, error) => {
      forget();
      log.warn(`The desktop did not show "${title}": ${error}`);
    });
    shown.add(notification);
    notification.show();
  };
  const tell = (subject: string): void => {
    const notices = gathered.get(subject) ?? [];
    gathered.delete(subject);
    const { title, text, path } = summary(notices);
    if (!isWanted()) return;
    reportedAt.delete(subject);
    reportedAt.set(subject, clock.now());
    const oldest = reportedAt.size > MAX_SITES ? reportedAt.keys().next().value : undefined;
    if (oldest !== undefined) reportedAt.delete(oldest);
    say(title, text, () => showAt(path));
  };
  return {
    say,
    noticed(notice) {
      const subject = `${notice.kind} ${notice.site ?? ""}`;
      const waiting = gathered.get(subject);
      if (waiting !== undefined) return void waiting.push(notice);
      gathered.set(subject, [notice]);
      const since = clock.now() - (reportedAt.get(subject) ?? Number.NEGATIVE_INFINITY);
      clock.after(Math.max(GATHER_MS, APART_MS - since), () => tell(subject));
    },
  };
}

/** One of them as it is; of many of one site how many, and where all of them are. */
function summary(notices: ShellNotice[]): Pick<ShellNotice, "title" | "text" | "path"> {
  const newest = notices.at(-1);
  if (newest === undefined) throw new Error("There is nothing to tell.");
  const { kind, site } = newest;
  if (notices.length === 1 || kind !== "delivery_failed" || site === null) return newest;
  return {
    title: `${site} did not take ${deliveriesOf(notices.length)}`,
    text: `The newest: ${newest.text}`,
    path: newest.pathOfAll,
  };
}
