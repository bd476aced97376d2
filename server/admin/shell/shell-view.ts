/**
 * The appliance's view for the program that started it, such as a menu bar icon: a state, notices and a few actions.
 * Without a follower, nothing is counted.
 */
import type { Archive } from "../../archives/zip.ts";
import type { DomainEvent } from "../../core/events.ts";
import type { DeliveryStore } from "../../deliveries/delivery-store.ts";
import type { Services } from "../../services.ts";
import { createNotices, failuresOf, type ShellNotice, UNFETCHED } from "./notices.ts";

/**
 * The state with the highest priority: first what an admin did on purpose, then what needs an admin, then what
 * resolves by itself.
 */
export type ShellStateName = "paused" | "trouble" | "waiting" | "running";

export interface ShellState {
  state: ShellStateName;
  /** Deliveries by state. failed, and unfetched (confirmed, never downloaded), last until a person acts. */
  deliveries: Record<"queued" | "sending" | "retrying" | "held" | "failed" | "unfetched", number>;
  /** ms since the epoch at which the next queued delivery is due; null if there is none. */
  nextAttemptAt: number | null;
}

/** Called asynchronously: no request waits for a follower. */
export interface ShellFollower {
  /** Called at the start and whenever the state changes. */
  stateChanged(state: ShellState): void;
  noticed(notice: ShellNotice): void;
}

export interface Shell {
  state(): ShellState;
  /** Same as the console's setting. @throws Error while the appliance restarts: see `RestartingAppliance.settled` */
  pauseDeliveries(paused: boolean): void;
  /** @throws AppError conflict while another is being made; Error while the appliance restarts */
  supportBundle(): Promise<Archive>;
  /** Console path with its query: everything that failed permanently, else what was never downloaded. */
  readonly failures: string;
  versions(): { galley: string; node: string; sqlite: string };
}

/** Delay between an event and the count: a save that the site accepts at once never shows as waiting. */
const LOOK_AFTER_MS = 400;
/** Maximum delay while events keep coming. */
const LOOK_EVERY_MS = 1_000;
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
  // Called at any moment, even while a restart has the database closed.
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
    let lookedAt = Number.NEGATIVE_INFINITY;
    let cancelLook: (() => void) | null = null;
    const look = () => {
      cancelLook = null;
      lookedAt = clock.now();
      try {
        const now = state();
        const said = JSON.stringify(now);
        if (said === published) return;
        published = said;
        stateChanged(now);
      } catch (error) {
        log.error("How deliveries stand could not be shown outside the console.", error);
      }
    };
    const lookSoon = ({ kind }: DomainEvent) => {
      if (!MATTERS.has(kind)) return;
      cancelLook ??= clock.after(Math.max(LOOK_AFTER_MS, lookedAt + LOOK_EVERY_MS - clock.now()), look);
    };
    const stopLooking = events.subscribe(lookSoon);
    const stopNotices = createNotices({ runtime, events, deliveries, notifications }).follow(noticed);
    stopFollowing = () => {
      cancelLook?.();
      stopLooking();
      stopNotices();
    };
    look();
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
