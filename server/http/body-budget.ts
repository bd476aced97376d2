/**
 * The bytes of request bodies that are held in memory at one moment, bounded in sum over all listeners.
 *
 * Requests with a login have room of their own, and so have requests from networks that sent a right signature lately:
 * neither strangers nor sites can crowd out the others. Where the room of a kind
 * is used up, the body is turned away that has taken the most of it for the longest (bytes × time), and that from the
 * network which holds the most: a small or quick body gets through while others leave large ones unfinished.
 */
import type { Clock } from "../core/runtime.ts";

/** Whose body it is: with a login (drafts, saves, the console), from a network of a site, or from anywhere. */
export type BodyOrigin = "login" | "site" | "stranger";

/** Bytes for the bodies of each. Opens show their signature in the body, so they are judged by their network. */
const ROOM: Record<BodyOrigin, number> = {
  login: 64 * 1024 * 1024,
  site: 32 * 1024 * 1024,
  stranger: 32 * 1024 * 1024,
};

export type BodyBudget = ReturnType<typeof createBodyBudget>;

export interface BodyShare {
  /** Asks for room for `bytes` more; false where there is none, not even by turning others away. */
  take(bytes: number): boolean;
  /** The body is whole: it keeps its room, and is not turned away any more. */
  settle(): void;
  /** Gives all of it back. Does nothing the second time. */
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
     * Begins to account for one body that is being read.
     * @param network whence it comes; bodies of one network share what they are turned away for
     * @param turnAway called at most once, when the room is needed for others: the reader drops what it has
     */
    open: ({ network, origin }: { network: string; origin: BodyOrigin }, turnAway: () => void): BodyShare =>
      pools[origin].open(network, turnAway),
    /** Bytes that are accounted for now. */
    held: (): number => Object.values(pools).reduce((sum, pool) => sum + pool.held(), 0),
  };
}

function createPool(clock: Clock, limit: number) {
  let held = 0;
  /** Those that may be turned away. */
  const unfinished = new Set<Body>();

  /** The body that is to make room, null where none can. */
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
          // What it asks for counts as its own, so that the one who asks can be the one to go.
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
