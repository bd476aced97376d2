/**
 * Limits the bytes of request bodies in memory, over all listeners.
 * Requests with a login have a budget of their own, and so have networks of sites with a recent valid signature:
 * neither strangers nor sites can crowd out the others. When a budget is exhausted, the network with the most bytes
 * loses the body with the highest bytes × time. So small or fast bodies succeed.
 */
import type { Clock } from "../core/runtime.ts";

/** With a login (drafts, saves, the console), from a network of a site, or from anywhere. */
export type BodyOrigin = "login" | "site" | "stranger";

/** Bytes each. Opens carry the signature in the body, so they are judged by their network. */
const ROOM: Record<BodyOrigin, number> = {
  login: 64 * 1024 * 1024,
  site: 32 * 1024 * 1024,
  stranger: 32 * 1024 * 1024,
};

export type BodyBudget = ReturnType<typeof createBodyBudget>;

export interface BodyShare {
  /** Reserves `bytes` more; false where there is no space even after rejecting others. */
  take(bytes: number): boolean;
  /** The body is complete: it keeps its reservation and is no longer rejected. */
  settle(): void;
  /** Releases everything; idempotent. */
  close(): void;
}

interface Body {
  network: string;
  bytes: number;
  since: number;
  turnAway: () => void;
}

export function createBodyBudget(clock: Clock, room: Record<BodyOrigin, number> = ROOM) {
  const pools: Record<BodyOrigin, ReturnType<typeof createPool>> = {
    login: createPool(clock, room.login),
    site: createPool(clock, room.site),
    stranger: createPool(clock, room.stranger),
  };
  return {
    /**
     * Begins to account for a body.
     * @param network bodies of one network are judged together
     * @param turnAway called at most once, when others need the space
     */
    open: ({ network, origin }: { network: string; origin: BodyOrigin }, turnAway: () => void): BodyShare =>
      pools[origin].open(network, turnAway),
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
      const taken = body.bytes * (now - body.since + 1);
      if (all < most || (all === most && taken <= longest)) continue;
      [found, most, longest] = [body, all, taken];
    }
    return found;
  };

  return {
    held: () => held,
    open(network: string, turnAway: () => void): BodyShare {
      const body: Body = { network, bytes: 0, since: clock.now(), turnAway };
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
            victim.turnAway();
          }
          return true;
        },
        settle: () => void unfinished.delete(body),
        close,
      };
    },
  };
}
