/**
 * The appliance's interface for the program that started it, such as the desktop app: a state, notices and a few
 * actions. Nothing is counted without a follower.
 */
import type { Archive } from "../../archives/zip.ts";
import type { DeliveryRow } from "../../contracts/deliveries-api.ts";
import { AppError } from "../../core/errors.ts";
import type { DomainEvent } from "../../core/events.ts";
import type { Services } from "../../services.ts";
import { sqliteVersion } from "../../storage/database.ts";
import { type CauseEvent, messageOf } from "../notifications/message.ts";

/** By priority: paused by an admin, trouble that needs an admin, waiting for something that resolves by itself. */
export type ShellStateName = "paused" | "trouble" | "waiting" | "running";

export interface ShellState {
  state: ShellStateName;
  /** Deliveries by state. unfetched: confirmed but never downloaded. failed and unfetched need an admin. */
  deliveries: Record<"queued" | "sending" | "retrying" | "held" | "failed" | "unfetched", number>;
  /** Due time of the next queued delivery, ms since the epoch; null without one. */
  nextAttemptAt: number | null;
}

/** A desktop notification, with a text and a page of the console. */
export interface ShellNotice {
  kind: "delivery_failed" | Exclude<CauseEvent, "delivery_exhausted">;
  site: string | null;
  /** One line. It may contain a site's text: untrusted and of any length. */
  title: string;
  text: string;
  path: string;
  /** Console path of the list of all such notices. */
  pathOfAll: string;
}

/** Called asynchronously, so that no request waits for a follower. */
export interface ShellFollower {
  /** Called at the start and whenever the state changes. */
  stateChanged(state: ShellState): void;
  noticed(notice: ShellNotice): void;
}

export interface Shell {
  state(): ShellState;
  /** The console's setting. @throws Error while the appliance restarts (`RestartingAppliance.settled`) */
  pauseDeliveries(paused: boolean): void;
  /** @throws AppError conflict while another bundle is being created; Error while the appliance restarts */
  supportBundle(): Promise<Archive>;
  /** Console path with query: permanently failed deliveries, else those that were never downloaded. */
  readonly failures: string;
  versions(): { galley: string; node: string; sqlite: string };
}

/** Delay between an event and the count, so that a save that the site accepts immediately never shows as waiting. */
const COUNT_DELAY_MS = 400;
const COUNT_INTERVAL_MS = 1_000;
const MATTERS: ReadonlySet<DomainEvent["kind"]> = new Set(["delivery", "deliveries", "settings", "session", "project"]);

type NoticeServices = Pick<Services, "runtime" | "events" | "deliveries" | "notifications">;

export function createShellView(
  services: NoticeServices &
    Pick<Services, "settings" | "attention" | "deliveryStore" | "changeSettings" | "supportBundle" | "version">,
) {
  const { runtime, events, settings, attention, deliveryStore, changeSettings, supportBundle, version } = services;
  const { clock, log } = runtime;
  let isClosed = false;
  let last: ShellState = {
    state: "running",
    deliveries: { queued: 0, sending: 0, retrying: 0, held: 0, failed: 0, unfetched: 0 },
    nextAttemptAt: null,
  };

  const read = (): ShellState => {
    const { queued, sending, retrying, held, rejected, failed, exhausted, not_downloaded } = attention.deliveries();
    const counts = {
      queued,
      sending,
      retrying,
      held,
      failed: rejected + failed + exhausted,
      unfetched: not_downloaded,
    };
    return {
      state: stateOf(counts, settings.get().deliveries_paused),
      deliveries: counts,
      nextAttemptAt: deliveryStore.firstDue(),
    };
  };
  const state = () => {
    if (!isClosed) last = read();
    return last;
  };

  const shell: Shell = {
    state,
    pauseDeliveries: (paused) => changeSettings({ deliveries_paused: paused }),
    supportBundle: supportBundle.make,
    get failures() {
      return last.deliveries.failed > 0 ? failuresOf(null) : UNFETCHED;
    },
    versions: () => ({ galley: version, node: process.versions.node, sqlite: sqliteVersion() }),
  };

  let stopFollowing = () => {};
  const follow = ({ stateChanged, noticed }: ShellFollower): void => {
    let published = "";
    let countedAt = Number.NEGATIVE_INFINITY;
    let cancelCount: (() => void) | null = null;
    const count = () => {
      cancelCount = null;
      countedAt = clock.now();
      try {
        const now = state();
        const text = JSON.stringify(now);
        if (text === published) return;
        published = text;
        stateChanged(now);
      } catch (error) {
        log.error("The state of deliveries could not be shown outside the console.", error);
      }
    };
    const scheduleCount = ({ kind }: DomainEvent) => {
      if (!MATTERS.has(kind)) return;
      cancelCount ??= clock.after(Math.max(COUNT_DELAY_MS, countedAt + COUNT_INTERVAL_MS - clock.now()), count);
    };
    const stopEvents = events.subscribe(scheduleCount);
    const stopNotices = followNotices(services, noticed);
    stopFollowing = () => {
      cancelCount?.();
      stopEvents();
      stopNotices();
    };
    count();
  };

  return {
    shell,
    follow,
    close(): void {
      isClosed = true;
      stopFollowing();
    },
  };
}

function stateOf(
  { queued, sending, retrying, held, failed, unfetched }: ShellState["deliveries"],
  isPaused: boolean,
): ShellStateName {
  if (isPaused) return "paused";
  if (failed + unfetched > 0) return "trouble";
  return queued + sending + retrying + held > 0 ? "waiting" : "running";
}

/** Maximum number of remembered deliveries, which cause no second notice. */
const MAX_REMEMBERED = 1_000;

/** Path of the delivery log, filtered by undelivered articles. @param host null: any site */
const failuresOf = (host: string | null): string =>
  `/deliveries?${new URLSearchParams({ state: "rejected,failed,exhausted", ...(host === null ? {} : { host }) })}`;

/** Path of the delivery log, filtered by articles that a site confirmed but never downloaded. */
const UNFETCHED = "/deliveries?warning=archive";

/** @returns a function that unsubscribes */
function followNotices(
  { runtime: { clock, log }, events, deliveries, notifications }: NoticeServices,
  noticed: (notice: ShellNotice) => void,
): () => void {
  /** Delivery → time of its end. */
  const notified = new Map<string, string | null>();
  const isNewEnd = ({ id, finished_at }: DeliveryRow): boolean => {
    if (notified.get(id) === finished_at) return false;
    const oldest = notified.size >= MAX_REMEMBERED ? notified.keys().next().value : undefined;
    if (oldest !== undefined) notified.delete(oldest);
    notified.set(id, finished_at);
    return true;
  };
  const failed = (id: string): ShellNotice | null => {
    try {
      const row = deliveries.row(id);
      // Cancelled by an admin.
      return row.code === "cancelled" || !isNewEnd(row) ? null : deliveryFailed(row);
    } catch (error) {
      // The article was deleted.
      if (error instanceof AppError && error.code === "not_found") return null;
      log.error("Could not show a notification about a failed delivery.", error);
      return null;
    }
  };
  const stopEvents = events.subscribe(({ kind, data }) => {
    if (kind !== "delivery" || data.downloaded === true || !isFailure(data.state)) return;
    const notice = failed(data.id);
    if (notice !== null) noticed(notice);
  });
  const stopWatching = notifications.follow((event, subject, facts) => {
    // Each of these deliveries causes its own notice.
    if (event === "delivery_exhausted") return;
    const { title, items } = messageOf(
      event,
      [{ event, subject, facts, notifiedAt: null, pending: 1 }],
      "",
      clock.now(),
    );
    const { text = "", url: path = "/" } = items[0] ?? {};
    const site = facts.site === undefined ? null : String(facts.host ?? subject);
    noticed({ kind: event, site, title, text, path, pathOfAll: site === null ? path : "/sites" });
  });
  return () => {
    stopEvents();
    stopWatching();
  };
}

const isFailure = (state: string): boolean => state === "rejected" || state === "failed" || state === "exhausted";

function deliveryFailed({ id, event, title, material_id, callback_host, explanation }: DeliveryRow): ShellNotice {
  const what = event === "site_fonts_updated" ? "Fonts" : (title ?? material_id);
  return {
    kind: "delivery_failed",
    site: callback_host,
    title: `${callback_host} did not accept “${what}”`,
    text: explanation,
    path: `/deliveries/${encodeURIComponent(id)}`,
    pathOfAll: failuresOf(callback_host),
  };
}
