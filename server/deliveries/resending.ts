/** Steering deliveries by hand: sending one again, many, or not at all any more. */
import type { RetryOutcome, SkipReason } from "../contracts/deliveries-api.ts";
import { archiveWarning } from "../contracts/delivery-states.ts";
import { type DeliveryQuery, standingOf } from "../contracts/log-query.ts";
import type { SentAgain } from "../contracts/overview-api.ts";
import { AppError } from "../core/errors.ts";
import type { EventHub } from "../core/events.ts";
import type { Runtime } from "../core/runtime.ts";
import type { CommitGroup } from "../storage/commit-group.ts";
import type { SettingsStore } from "../storage/settings.ts";
import type { Attention, Site } from "./attention.ts";
import { cursorAt, type DeliveryLists } from "./delivery-lists.ts";
import type { Delivery } from "./delivery-row.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Sender } from "./sender.ts";

/** Deliveries that one call looks at. */
export const MOST_AT_ONCE = 1_000;
/** Deliveries that share a transaction, so that others get their turn in between. */
const STEP = 100;
/** Deliveries that one call sends of what needs attention. */
const MOST_OF_ATTENTION = 10_000;

/** Why nothing is sent, and what to do. */
const ON_HOLD = {
  admin: "Deliveries are on hold. Release them under Settings → Deliveries, then resend.",
  journalist: "Deliveries are on hold. Ask an admin of Galley to release them, then resend.",
};

const SENTENCES: Record<SkipReason, (count: number) => string> = {
  under_way: () => "is under way already",
  newer: () => "has a newer version, which goes in its place",
  taken: () => "was taken by its site already",
  waiting: () => "is about to go by itself",
  held: () => "is held, as all deliveries are",
  gone: () => "is not there any more",
};

export function createResending({
  commits,
  runtime,
  events,
  settings,
  store,
  lists,
  attention,
  sender,
}: {
  commits: CommitGroup;
  runtime: Runtime;
  events: EventHub;
  settings: SettingsStore;
  store: DeliveryStore;
  lists: DeliveryLists;
  attention: Attention;
  sender: Sender;
}) {
  const byId = (id: string): Delivery => {
    const delivery = store.byId(id);
    if (delivery === null) throw new AppError("not_found", `There is no delivery ${id}.`);
    return delivery;
  };
  const refuseWhilePaused = (by: "admin" | "journalist" = "admin") => {
    if (settings.get().deliveries_paused) throw new AppError("conflict", ON_HOLD[by]);
  };
  const tell = ({ id, sessionId, projectId }: Delivery, state: Delivery["state"]) =>
    events.publish("delivery", { id, session_id: sessionId, project_id: projectId, state });

  /** Why it stays where it is; null where it may go. Read in the transaction that sends it. */
  const reasonToSkip = (delivery: Delivery | null): SkipReason | null => {
    if (delivery === null) return "gone";
    if (delivery.state === "sending") return "under_way";
    if (delivery.state === "held") return "held";
    if (delivery.state === "superseded" || store.hasNewer(delivery)) return "newer";
    if (standingOf(delivery) === "queued") return "waiting";
    return null;
  };

  /** Sends those that may go, in several transactions. */
  const sendAll = async (ids: readonly string[], onlyOwed: boolean) => {
    const skipped = new Map<SkipReason, number>();
    let retried = 0;
    for (let from = 0; from < ids.length; from += STEP) {
      const step = await commits.run(() =>
        ids.slice(from, from + STEP).map((id) => {
          const delivery = store.byId(id);
          const isTaken = onlyOwed && delivery?.state === "delivered" && archiveWarning(delivery.warnings) === null;
          const reason = isTaken ? ("taken" as const) : reasonToSkip(delivery);
          if (reason === null) store.sendAgain(id, "manual", runtime.clock.now());
          return { delivery, reason };
        }),
      );
      for (const { delivery, reason } of step) {
        if (reason !== null) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
        else if (delivery !== null) {
          retried += 1;
          tell(delivery, "pending");
        }
      }
      sender.wake();
    }
    return {
      retried,
      skipped: [...skipped]
        .sort(([, a], [, b]) => b - a)
        .map(([reason, count]) => ({ reason, count, sentence: SENTENCES[reason](count) })),
    };
  };

  return {
    /** Sends one again now. @throws AppError conflict while it is under way, or where there is a newer one */
    retry(id: string, by: "admin" | "journalist"): Delivery {
      refuseWhilePaused(by);
      const delivery = byId(id);
      if (delivery.state === "sending")
        throw new AppError("conflict", "This callback is under way already; wait for its outcome.");
      if (store.hasNewer(delivery))
        throw new AppError(
          "conflict",
          delivery.event === "article_saved"
            ? "This article has a newer version. Resend that one."
            : "Newer fonts were published for this site. Resend those.",
        );
      store.sendAgain(delivery.id, "manual", runtime.clock.now());
      tell(delivery, "pending");
      sender.wake();
      return delivery;
    },
    /** Sends some again by their ids. @throws AppError conflict while deliveries are paused */
    async retryThese(ids: readonly string[]): Promise<RetryOutcome> {
      refuseWhilePaused();
      return { ...(await sendAll([...new Set(ids)].slice(0, MOST_AT_ONCE), false)), more: false, next_cursor: null };
    },
    /**
     * Sends again what a filter finds and the sites do not have.
     * @param before position, null: from the newest
     * @throws AppError conflict while deliveries are paused
     */
    async retryAll(query: DeliveryQuery, before: number | null): Promise<RetryOutcome> {
      refuseWhilePaused();
      const { rows, next } = await lists.resendable(query, before, MOST_AT_ONCE);
      const outcome = await sendAll(
        rows.map(({ id }) => id),
        true,
      );
      return { ...outcome, more: next !== null, next_cursor: next === null ? null : cursorAt(next) };
    },
    /**
     * Sends again what needs attention and is neither held nor on its way, the oldest first: once a site is mended, nobody
     * waits for the next turn of each article.
     * @param site null: of all sites
     * @throws AppError conflict while deliveries are paused
     */
    async retryAttention(site: Site | null): Promise<SentAgain> {
      refuseWhilePaused();
      let after = 0;
      let looked = 0;
      let sent = 0;
      while (looked < MOST_OF_ATTENTION) {
        const due = attention.unsent(site, after, STEP);
        const { retried } = await sendAll(
          due.map(({ id }) => id),
          true,
        );
        sent += retried;
        looked += due.length;
        after = due.at(-1)?.position ?? after;
        if (due.length < STEP) break;
      }
      return { sent, more: attention.unsent(site, after, 1).length > 0 };
    },
    /** Ends the attempts for one that waits or is held. It can still be sent again. @throws AppError conflict */
    async cancel(id: string): Promise<void> {
      const delivery = await commits.run(() => {
        const found = byId(id);
        if (found.state === "sending")
          throw new AppError("conflict", "This callback is under way already; wait for its outcome.");
        if (found.state !== "pending" && found.state !== "held")
          throw new AppError("conflict", "This callback waits for nothing any more, so there is nothing to cancel.");
        store.cancel(id, runtime.clock.now());
        return found;
      });
      tell(delivery, "exhausted");
    },
  };
}
