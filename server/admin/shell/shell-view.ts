/**
 * What whoever starts the appliance shows of it outside the console, such as beside the clock: how it stands at a look, what
 * happened that a person should know, and the few things that can be done from there. Nobody counts while nobody looks.
 */
import type { Archive } from "../../archives/zip.ts";
import type { DomainEvent, EventHub } from "../../core/events.ts";
import type { Runtime } from "../../core/runtime.ts";
import type { Attention } from "../../deliveries/attention.ts";
import type { Deliveries } from "../../deliveries/deliveries.ts";
import type { DeliveryStore } from "../../deliveries/delivery-store.ts";
import type { Database } from "../../storage/database.ts";
import type { SettingsStore } from "../../storage/settings.ts";
import type { Notifications } from "../notifications/notifications.ts";
import type { ChangeSettings } from "../settings/change-settings.ts";
import type { SupportBundle } from "../support/support-bundle.ts";
import { createNotices, failuresOf, type ShellNotice, UNFETCHED } from "./notices.ts";

/**
 * Of all kinds of trouble the first that holds: what an admin did on purpose, then what needs one, then what goes on by
 * itself.
 */
export type ShellStateName = "paused" | "trouble" | "waiting" | "running";

export interface ShellState {
  state: ShellStateName;
  /** Deliveries by where they stand. failed, and unfetched (confirmed, never downloaded): until a person does something. */
  deliveries: Record<"queued" | "sending" | "retrying" | "held" | "failed" | "unfetched", number>;
  /** ms since the epoch at which the next one that waits is due; null where none waits. */
  nextAttemptAt: number | null;
}

/** Who is told; called in turn, never while a request waits for it. */
export interface ShellFollower {
  /** How it stateChanged, at the start and whenever that changes. */
  stateChanged(state: ShellState): void;
  noticed(notice: ShellNotice): void;
}

export interface Shell {
  /** How it stands now; after the end, how it stood last. */
  state(): ShellState;
  /** As the setting of the console does. @throws Error while the appliance restarts: see `RestartingAppliance.settled` */
  pauseDeliveries(paused: boolean): void;
  /** @throws AppError conflict while another is being made; Error while the appliance restarts */
  supportBundle(): Promise<Archive>;
  /** Of the console, with its query: everything that failed for good, else what was never downloaded. */
  readonly failures: string;
  versions(): { galley: string; node: string; sqlite: string };
}

/** So long after something has happened it is looked at: a save that the site takes at once never shows as waiting. */
const LOOK_AFTER_MS = 400;
/** Where it never stops happening, it is looked at this often. */
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
}: {
  runtime: Runtime;
  events: EventHub;
  database: Database;
  settings: SettingsStore;
  attention: Attention;
  deliveries: Deliveries;
  store: DeliveryStore;
  notifications: Notifications;
  changeSettings: ChangeSettings;
  supportBundle: SupportBundle;
  version: string;
}) {
  const { clock, log } = runtime;
  // Asked for at any moment, also while a restart has the database closed.
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
    const dueAt = store.origins().map((origin) => store.nextAt(origin, 0) ?? Number.POSITIVE_INFINITY);
    const next = Math.min(...dueAt);
    return {
      state: stateOf(counts, settings.get().deliveries_paused),
      deliveries: counts,
      nextAttemptAt: Number.isFinite(next) ? next : null,
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
  /** Tells of how it stands now, and from then on of what changes. */
  const follow = ({ stateChanged, noticed }: ShellFollower): void => {
    let told = "";
    let lookedAt = Number.NEGATIVE_INFINITY;
    let cancelLook: (() => void) | null = null;
    const look = () => {
      cancelLook = null;
      lookedAt = clock.now();
      try {
        const now = state();
        const said = JSON.stringify(now);
        if (said === told) return;
        told = said;
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
    /** Nothing is told any more. To be called before the database is closed. */
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
