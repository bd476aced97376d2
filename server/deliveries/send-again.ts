/** Everything that a site does not have goes out again: after it was mended, nobody waits for the next turn of each article. */
import type { SentAgain } from "../contracts/overview-api.ts";
import { AppError } from "../core/errors.ts";
import type { EventHub } from "../core/events.ts";
import type { Runtime } from "../core/runtime.ts";
import type { CommitGroup } from "../storage/commit-group.ts";
import type { SettingsStore } from "../storage/settings.ts";
import type { Attention } from "./attention.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Sender } from "./sender.ts";

/** Sent again by one request, at most. */
const MOST = 10_000;
/** Of one transaction: what it takes holds up the event loop. */
const STEP = 100;

export type SendAgain = ReturnType<typeof createSendAgain>;

export function createSendAgain({
  runtime,
  commits,
  events,
  settings,
  attention,
  store,
  sender,
}: {
  runtime: Runtime;
  commits: CommitGroup;
  events: EventHub;
  settings: SettingsStore;
  attention: Attention;
  store: DeliveryStore;
  sender: Sender;
}) {
  /** The next few; position of the last one, null once there is none left. */
  const step = (site: Site | null, after: number) => {
    const due = attention.unsent(site, after, STEP);
    const now = runtime.clock.now();
    for (const { id } of due) store.sendAgain(id, "manual", now);
    return due;
  };
  return {
    /**
     * Sends again now what needs attention and is neither held nor on its way, the oldest first.
     * @param site null: of all sites
     * @throws AppError conflict while deliveries are paused
     */
    async all(site: Site | null): Promise<SentAgain> {
      if (settings.get().deliveries_paused)
        throw new AppError("conflict", "Deliveries are paused. Release them first; then send this again.");
      let after = 0;
      let sent = 0;
      while (sent < MOST) {
        const due = await commits.run(() => step(site, after));
        for (const { id, session_id, project_id } of due)
          events.publish("delivery", { id, session_id, project_id, state: "pending" });
        sent += due.length;
        after = due.at(-1)?.position ?? after;
        sender.wake();
        if (due.length < STEP) break;
      }
      return { sent, more: attention.unsent(site, after, 1).length > 0 };
    },
  };
}

interface Site {
  project: string;
  origin: string;
}
