/** Resends deliveries, one or many, and cancels them. */
import type { RetryOutcome, SkipReason } from "../contracts/deliveries-api.ts";
import { archiveWarning } from "../contracts/delivery-states.ts";
import { type DeliveryQuery, standingOf } from "../contracts/log-query.ts";
import type { Resent } from "../contracts/overview-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Services } from "../services.ts";
import { cursorAt } from "../storage/lists.ts";
import type { Site } from "./attention.ts";
import type { DeliveryLists } from "./delivery-lists.ts";
import type { Delivery } from "./delivery-row.ts";

/** Limits: deliveries per call; per transaction, so that other work runs in between; per call for Needs attention. */
export const MAX_AT_ONCE = 1_000;
const STEP = 100;
const MAX_OF_ATTENTION = 10_000;

const SKIPPED: Record<SkipReason, string> = {
  under_way: "is being sent",
  newer: "has a newer version, which is sent instead",
  taken: "is already delivered",
  waiting: "is queued",
  held: "is on hold",
  gone: "no longer exists",
};

export function createResending(
  services: Pick<
    Services,
    "commits" | "runtime" | "events" | "settings" | "deliveryStore" | "attention" | "sender" | "deliveries"
  > & { lists: DeliveryLists },
) {
  const { commits, runtime, events, settings, deliveryStore: store, lists, attention, sender } = services;
  const { byId } = services.deliveries;
  const isPaused = () => settings.get().deliveries_paused;
  const refuseWhilePaused = () => {
    if (isPaused()) throw new AppError("conflict", sentence("deliveries.on_hold"));
  };
  const publish = ({ id, sessionId, projectId }: Delivery, state: Delivery["state"]) =>
    events.publish("delivery", { id, session_id: sessionId, project_id: projectId, state });

  /** Runs in the transaction that resends. Null if the delivery is resent. */
  const reasonToSkip = (delivery: Delivery | null): SkipReason | null => {
    if (delivery === null) return "gone";
    if (delivery.state === "sending") return "under_way";
    if (delivery.state === "held") return "held";
    if (delivery.state === "superseded" || store.hasNewer(delivery)) return "newer";
    if (standingOf(delivery) === "queued") return "waiting";
    return store.isOnHold(delivery.id) ? "held" : null;
  };

  /** Resends in several transactions. @param onlyUndelivered skips delivered ones */
  const sendAll = async (ids: readonly string[], onlyUndelivered: boolean) => {
    const skipped = new Map<SkipReason, number>();
    let retried = 0;
    for (let from = 0; from < ids.length; from += STEP) {
      const step = await commits.run(() =>
        ids.slice(from, from + STEP).map((id) => {
          const delivery = store.byId(id);
          const isDelivered =
            onlyUndelivered && delivery?.state === "delivered" && archiveWarning(delivery.warnings) === null;
          const reason = isDelivered ? ("taken" as const) : reasonToSkip(delivery);
          if (reason === null) store.resend(id, "manual", runtime.clock.now());
          return { delivery, reason };
        }),
      );
      for (const { delivery, reason } of step) {
        if (reason !== null) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
        else if (delivery !== null) {
          retried += 1;
          publish(delivery, "pending");
        }
      }
      sender.wake();
    }
    return {
      retried,
      skipped: [...skipped]
        .sort(([, a], [, b]) => b - a)
        .map(([reason, count]) => ({ reason, count, sentence: SKIPPED[reason] })),
    };
  };

  return {
    /** @throws AppError conflict while it is being sent or on hold, or if a newer one exists */
    retry(id: string, by: "admin" | "journalist"): Delivery {
      if (by === "admin") refuseWhilePaused();
      const delivery = byId(id);
      if (by === "journalist" && (isPaused() || store.isOnHold(id)))
        throw new AppError("conflict", sentence("deliveries.on_hold_journalist"));
      const host = URL.parse(delivery.origin)?.host ?? delivery.origin;
      if (store.isOnHold(id)) throw new AppError("conflict", sentence("deliveries.site_on_hold", { host }));
      if (delivery.state === "sending") throw new AppError("conflict", sentence("deliveries.under_way"));
      if (store.hasNewer(delivery))
        throw new AppError(
          "conflict",
          sentence(delivery.event === "article_saved" ? "deliveries.newer_version" : "deliveries.newer_fonts"),
        );
      store.resend(delivery.id, "manual", runtime.clock.now());
      publish(delivery, "pending");
      sender.wake();
      return delivery;
    },
    /** @throws AppError conflict while deliveries are paused */
    async retryThese(ids: readonly string[]): Promise<RetryOutcome> {
      refuseWhilePaused();
      return { ...(await sendAll([...new Set(ids)].slice(0, MAX_AT_ONCE), false)), more: false, next_cursor: null };
    },
    /** Resends the undelivered matches of a filter, below a position. @throws AppError conflict while deliveries are paused */
    async retryAll(query: DeliveryQuery, before: number | null): Promise<RetryOutcome> {
      refuseWhilePaused();
      const { rows, next } = await lists.resendable(query, before, MAX_AT_ONCE);
      const outcome = await sendAll(
        rows.map(({ id }) => id),
        true,
      );
      return { ...outcome, more: next !== null, next_cursor: next === null ? null : cursorAt([next]) };
    },
    /** Resends deliveries in need of attention, oldest first. @param site null: all sites @throws AppError conflict while deliveries are paused */
    async retryAttention(site: Site | null): Promise<Resent> {
      refuseWhilePaused();
      const ids = attention.unsent(site, MAX_OF_ATTENTION + 1);
      const { retried } = await sendAll(ids.slice(0, MAX_OF_ATTENTION), true);
      return { sent: retried, more: ids.length > MAX_OF_ATTENTION };
    },
    /** Cancels a pending or held delivery, which can still be resent. @throws AppError conflict */
    async cancel(id: string): Promise<void> {
      const delivery = await commits.run(() => {
        const found = byId(id);
        if (found.state === "sending") throw new AppError("conflict", sentence("deliveries.under_way"));
        if (found.state !== "pending" && found.state !== "held")
          throw new AppError("conflict", sentence("deliveries.not_pending"));
        store.cancel(id, runtime.clock.now());
        return found;
      });
      publish(delivery, "exhausted");
    },
  };
}
