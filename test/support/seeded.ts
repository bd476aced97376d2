/** Numbers that look random and are the same in every run: a failure can be seen again by its seed. */

export interface Seeded {
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** True in `share` of the cases, 0 to 1. */
  chance(share: number): boolean;
  /** @throws RangeError when there is nothing to pick from */
  pick<T>(from: readonly T[]): T;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick(from) {
      if (from.length === 0) throw new RangeError("There is nothing to pick from");
      return from[below(from.length)] as (typeof from)[number];
    },
  };
}
