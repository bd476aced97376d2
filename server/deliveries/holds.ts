/**
 * A delivery is on hold while all deliveries are paused, or while its site is on hold. Each write to the queue obeys that
 * at once. The deliveries that are already queued follow in steps; after a crash, the next start continues.
 */
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { timeSlice } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** Deliveries per step. */
const STEP = 200;
/** Retry interval after a failure, such as a full disk. */
const RETRY_MS = 5_000;

export function createHolds({
  database,
  runtime,
  events,
  settings,
  audit,
  store,
  sender,
}: Pick<Services, "database" | "runtime" | "events" | "settings" | "audit" | "sender"> & { store: DeliveryStore }) {
  const { clock, log } = runtime;
  const site = database.prepare<[number], { projectId: string; origin: string }>(
    "SELECT project_id AS projectId, origin FROM site_states WHERE id = +?",
  );
  const hold = database.prepare<[number, string | null, number]>(
    "UPDATE site_states SET held_at = ?, held_by = ? WHERE id = ? AND held_at IS NULL",
  );
  const release = database.prepare<[number]>(
    "UPDATE site_states SET held_at = NULL, held_by = NULL WHERE id = ? AND held_at IS NOT NULL",
  );
  /** Where the walk over the queue is; null: not walking. */
  let walk: { state: "pending" | "held"; after: number } | null = null;
  /** Something changed since the walk began. */
  let isStale = false;
  let isClosed = false;
  let cancelNext = () => {};
  const moved = new Set<string>();

  const step = database.transaction((state: "pending" | "held", after: number) => {
    const paused = settings.get().deliveries_paused;
    const heldSites = store.heldSites();
    if (state === "pending" && !paused && heldSites.size === 0) return { sessions: [], after: null };
    const rows = store.queued(state, after, STEP);
    const isOver = timeSlice();
    const sessions: string[] = [];
    for (const { position, sessionId, site: key } of rows) {
      const wanted = paused || heldSites.has(key) ? "held" : "pending";
      if (wanted !== state) {
        if (wanted === "held") store.holdQueued(position);
        else store.releaseQueued(position, clock.now());
        sessions.push(sessionId);
      }
      if (isOver()) return { sessions, after: position };
    }
    return { sessions, after: rows.length < STEP ? null : (rows.at(-1)?.position ?? null) };
  });

  const start = (): typeof walk => {
    isStale = false;
    return { state: "pending", after: 0 };
  };
  /** One step. Returns whether the walk continues in a later turn; a short list is followed by the next one at once. */
  const stepOn = (): boolean => {
    while (walk !== null) {
      const { state } = walk;
      const { sessions, after } = step.immediate(state, walk.after);
      for (const session of sessions) moved.add(session);
      if (state === "held" && sessions.length > 0) sender.wake();
      if (after !== null) {
        walk = { state, after };
        return true;
      }
      if (state === "pending") walk = { state: "held", after: 0 };
      else walk = isStale ? start() : null;
    }
    return false;
  };
  const next = (isFirst: boolean) => {
    if (isClosed) return;
    try {
      if (stepOn()) {
        const immediate = setImmediate(next, false);
        cancelNext = () => clearImmediate(immediate);
        return;
      }
    } catch (error) {
      log.error("Deliveries could not be put on hold or released. Galley retries in a moment.", error);
      cancelNext = clock.after(RETRY_MS, () => next(false));
      return;
    }
    // After a long walk, pages load again even where nothing moved: they show that it runs.
    if (moved.size > 0 || !isFirst) events.publish("deliveries", { sessions: new Set(moved) });
    moved.clear();
  };
  /** The first step runs at once. */
  const settle = () => {
    isStale = true;
    if (walk !== null) return;
    walk = start();
    next(true);
  };

  const change = (siteId: number, to: "held" | "released", write: () => boolean) => {
    const found = site.get(siteId);
    if (found === undefined) throw new AppError("not_found", sentence("admin.no_site"));
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
    isSettling: (): boolean => walk !== null,
    /** New attempts stop at once; one under way that fails is on hold. @param by name of an account; null: the owner. @throws AppError not_found */
    hold: (siteId: number, by: string | null): void =>
      change(siteId, "held", () => hold.run(clock.now(), by, siteId).changes > 0),
    /** @throws AppError not_found */
    release: (siteId: number): void => change(siteId, "released", () => release.run(siteId).changes > 0),
    close(): void {
      isClosed = true;
      cancelNext();
    },
  };
}
