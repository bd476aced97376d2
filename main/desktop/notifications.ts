/** Desktop notifications: at most one a minute for each site; a click opens the matching page of the console. */
import { Notification } from "electron";
import type { ShellNotice } from "../../server/admin/shell/shell-view.ts";
import type { Clock, Log } from "../../server/core/runtime.ts";
import { deliveriesOf, plainLine } from "../texts.ts";

/** Notices of a site within this time become one notification. */
const GATHER_MS = 1_000;
const APART_MS = 60_000;
const MAX_TITLE = 100;
const MAX_TEXT = 200;

export interface Notifier {
  noticed(notice: ShellNotice): void;
  /** Shows a notification about Galley itself, even if notifications are switched off. */
  show(title: string, text: string, onClick: () => void): void;
}

/** @param isEnabled whether notifications are switched on @param showAt opens the window at a path of the console */
export function createNotifier(options: {
  clock: Clock;
  log: Log;
  isEnabled(): boolean;
  showAt(path: string): void;
}): Notifier {
  const { clock, log, isEnabled, showAt } = options;
  /** Visible notifications: without a reference, they receive no click. */
  const shown = new Set<Notification>();
  /** Notices that wait, by kind and site; an entry stays for a minute after its last notification. */
  const gathered = new Map<string, ShellNotice[]>();

  const show = (title: string, text: string, onClick: () => void): void => {
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
  const report = (subject: string): void => {
    const notices = gathered.get(subject) ?? [];
    if (notices.length === 0) return void gathered.delete(subject);
    gathered.set(subject, []);
    clock.after(APART_MS, () => report(subject));
    const { title, text, path } = summary(notices);
    if (isEnabled()) show(title, text, () => showAt(path));
  };
  return {
    show,
    noticed(notice) {
      const subject = `${notice.kind} ${notice.site ?? ""}`;
      const waiting = gathered.get(subject);
      if (waiting !== undefined) return void waiting.push(notice);
      gathered.set(subject, [notice]);
      clock.after(GATHER_MS, () => report(subject));
    },
  };
}

/** A single notice unchanged; several failed deliveries of a site as their number, with a link to all of them. */
function summary(notices: ShellNotice[]): Pick<ShellNotice, "title" | "text" | "path"> {
  const newest = notices.at(-1);
  if (newest === undefined) throw new Error("There are no notices to summarise.");
  const { kind, site } = newest;
  if (notices.length === 1 || kind !== "delivery_failed" || site === null) return newest;
  return {
    title: `${deliveriesOf(notices.length)} to ${site} failed`,
    text: `Newest: ${newest.text}`,
    path: newest.pathOfAll,
  };
}
