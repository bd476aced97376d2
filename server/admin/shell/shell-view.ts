/**
 * The appliance's interface for the program that started it, such as the desktop app: a state, notices and a few
 * actions. Nothing is counted without a follower.
 */
import type { Archive } from "../../archives/zip.ts";
import type { DomainEvent } from "../../core/events.ts";
import type { DeliveryStore } from "../../deliveries/delivery-store.ts";
import type { Services } from "../../services.ts";
import { createNotices, failuresOf, type ShellNotice, UNFETCHED } from "./notices.ts";

/**
 * By priority: paused by an admin, trouble that needs an admin, waiting for something that resolves by itself.
 */
export type ShellStateName = "paused" | "trouble" | "waiting" | "running";

export interface ShellState {
  state: ShellStateName;
  /** Deliveries by state. unfetched: confirmed but never downloaded. failed and unfetched need an admin. */
  deliveries: Record<"queued" | "sending" | "retrying" | "held" | "failed" | "unfetched", number>;
  /** Due time of the next queued delivery, ms since the epoch; null without one. */
  nextAttemptAt: number | null;
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
/** Minimum interval between counts. */
const COUNT_INTERVAL_MS = 1_000;
const MATTERS: ReadonlySet<DomainEvent["kind"]> = new Set(["delivery", "deliveries", "settings", "session", "project"]);

export function createShellView({
  runtime,
  events,
  database,
  settings,
  attention,
  deliveries,
  store,
  notifications,
  changeSettings,
  supportBundle,
  version,
}: Pick<
  Services,
  | "runtime"
  | "events"
  | "database"
  | "settings"
  | "attention"
  | "deliveries"
  | "notifications"
  | "changeSettings"
  | "supportBundle"
  | "version"
> & {
  store: DeliveryStore;
}) {
  const { clock, log } = runtime;
  // Read once, because versions() is also called while a restart has closed the database.
  const sqlite = database.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
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
      nextAttemptAt: store.firstDue(),
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
    versions: () => ({ galley: version, node: process.versions.node, sqlite }),
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
    const stopNotices = createNotices({ runtime, events, deliveries, notifications }).follow(noticed);
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
