/**
 * A delivery is on hold while all deliveries are paused, or while its site is on hold. New writes to the queue apply this
 * immediately. Existing deliveries are updated in steps; after a crash, the next start continues.
 */
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { pause, yieldToRequests } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { statements } from "../storage/database.ts";

const STEP = 100;
/** Retry interval after a failure, such as a full disk. */
const RETRY_MS = 5_000;

export function createHolds(
  services: Pick<Services, "database" | "runtime" | "events" | "settings" | "audit" | "deliveryStore" | "sender">,
) {
  const { database, runtime, events, settings, audit, deliveryStore: store, sender } = services;
  const { clock, log } = runtime;
  const { run, row } = statements(database);
  const site = row<[number], { projectId: string; origin: string }>(
    "SELECT project_id AS projectId, origin FROM site_states WHERE id = +?",
  );
  const hold = run<[number, string | null, number]>(
    "UPDATE site_states SET held_at = ?, held_by = ? WHERE id = ? AND held_at IS NULL",
  );
  const release = run<[number]>(
    "UPDATE site_states SET held_at = NULL, held_by = NULL WHERE id = ? AND held_at IS NOT NULL",
  );
  const closing = new AbortController();
  let isSettling = false;
  /** Whether a hold changed since the walk over the queue began. */
  let isStale = false;

  const step = database.transaction((state: "pending" | "held", after: number) =>
    store.settle(state, after, STEP, settings.get().deliveries_paused, clock.now()),
  );

  /** Walks over the queue. The first step runs immediately, further ones in later turns of the event loop. */
  const walk = async () => {
    const moved = new Set<string>();
    let isLong = false;
    isSettling = true;
    while (isStale) {
      isStale = false;
      for (const state of ["pending", "held"] as const)
        for (let after: number | null = 0; after !== null; ) {
          try {
            const done = step.immediate(state, after);
            for (const session of done.sessions) moved.add(session);
            if (state === "held" && done.sessions.length > 0) sender.wake();
            after = done.after;
            if (after === null) continue;
            await yieldToRequests();
          } catch (error) {
            log.error("Galley could not hold or release deliveries. It retries in a few seconds.", error);
            await pause(clock, RETRY_MS, closing.signal);
          }
          isLong = true;
          if (closing.signal.aborted) return;
        }
    }
    isSettling = false;
    // Pages show that a long walk is running, so they reload after it even if nothing changed.
    if (moved.size > 0 || isLong) events.publish("deliveries", { sessions: moved });
  };
  const settle = () => {
    isStale = true;
    if (!isSettling && !closing.signal.aborted) void walk();
  };

  const change = (siteId: number, to: "held" | "released", write: () => boolean) => {
    const found = site(siteId);
    if (found === null) throw new AppError("not_found", sentence("admin.no_site"));
    const isChanged = database
      .transaction(() => {
        if (!write()) return false;
        audit.record(to === "held" ? "site held" : "site released", found.projectId, { origin: found.origin });
        return true;
      })
      .immediate();
    if (!isChanged) return;
    settle();
    events.publish("site", { id: String(siteId), project_id: found.projectId, change: to });
  };

  return {
    /** After a change of the pause, and at the start. */
    settle,
    isSettling: (): boolean => isSettling,
    /** Stops new attempts immediately. A running one that fails is put on hold. @param by name of an account; null: the owner. @throws AppError not_found */
    hold: (siteId: number, by: string | null): void => change(siteId, "held", () => hold(clock.now(), by, siteId) > 0),
    /** @throws AppError not_found */
    release: (siteId: number): void => change(siteId, "released", () => release(siteId) > 0),
    close: (): void => closing.abort(),
  };
}
