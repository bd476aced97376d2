/**
 * Limits the memory for request bodies, over all listeners. Requests with a login, networks of sites with a recent
 * valid signature, and strangers have separate budgets. If a budget is exhausted, the network with the most bytes loses
 * the body with the highest bytes × time, so that small or fast bodies succeed.
 */
import type { Clock } from "../core/runtime.ts";

/** login: with a login (drafts, saves, the console). site: from the network of a site. stranger: all others. */
export type BodyOrigin = "login" | "site" | "stranger";

/** Bytes. An open has its signature in the body, so its budget depends on its network. */
const BUDGETS: Record<BodyOrigin, number> = {
  login: 64 * 1024 * 1024,
  site: 32 * 1024 * 1024,
  stranger: 32 * 1024 * 1024,
};

export type BodyBudget = ReturnType<typeof createBodyBudget>;

export interface BodyShare {
  /** Reserves `bytes` more. @returns false if the budget is exhausted even after other bodies were rejected */
  take(bytes: number): boolean;
  /** Marks the body as complete: it keeps its reservation and is no longer rejected. */
  settle(): void;
  /** Releases everything; idempotent. */
  close(): void;
}

interface Body {
  network: string;
  bytes: number;
  since: number;
  reject: () => void;
}

export function createBodyBudget(clock: Clock, limits: Record<BodyOrigin, number> = BUDGETS) {
  const pools: Record<BodyOrigin, ReturnType<typeof createPool>> = {
    login: createPool(clock, limits.login),
    site: createPool(clock, limits.site),
    stranger: createPool(clock, limits.stranger),
  };
  return {
    /** Starts to account for a body. @param network its bodies are added up @param reject called at most once, if others need the space */
    open: ({ network, origin }: { network: string; origin: BodyOrigin }, reject: () => void): BodyShare =>
      pools[origin].open(network, reject),
    held: (): number => Object.values(pools).reduce((sum, pool) => sum + pool.held(), 0),
  };
}

function createPool(clock: Clock, limit: number) {
  let held = 0;
  const unfinished = new Set<Body>();

  const next = (): Body | null => {
    const ofNetwork = new Map<string, number>();
    for (const { network, bytes } of unfinished) ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + bytes);
    const now = clock.now();
    let found: Body | null = null;
    let [most, longest] = [0, 0];
    for (const body of unfinished) {
      const all = ofNetwork.get(body.network) ?? 0;
      const cost = body.bytes * (now - body.since + 1);
      if (all < most || (all === most && cost <= longest)) continue;
      [found, most, longest] = [body, all, cost];
    }
    return found;
  };

  return {
    held: () => held,
    open(network: string, reject: () => void): BodyShare {
      const body: Body = { network, bytes: 0, since: clock.now(), reject };
      unfinished.add(body);
      const close = () => {
        unfinished.delete(body);
        held -= body.bytes;
        body.bytes = 0;
      };
      return {
        take(bytes) {
          // Counted first, so that the requesting body can be the one rejected.
          body.bytes += bytes;
          held += bytes;
          while (held > limit) {
            const victim = next();
            if (victim === null || victim === body) {
              close();
              return false;
            }
            unfinished.delete(victim);
            victim.reject();
          }
          return true;
        },
        settle: () => void unfinished.delete(body),
        close,
      };
    },
  };
}
