/** Repeatable random choices: the same seed gives the same choices. */
export type Chance = ReturnType<typeof createChance>;

/** mulberry32 */
export function createChance(seed: number) {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    /** 0 ≤ fraction < 1 */
    fraction,
    /** Whether something with this probability happens. */
    happens: (probability: number) => fraction() < probability,
    /** An integer: 0 ≤ result < limit. */
    below,
    /** @throws RangeError if `choices` is empty */
    pick<T>(choices: readonly T[]): T {
      if (choices.length === 0) throw new RangeError("There is nothing to pick from");
      return choices[below(choices.length)] as T;
    },
    bytes: (length: number) => Buffer.from(Uint8Array.from({ length }, () => below(256))),
  };
}

/** Runs of a property: `few` in `npm test`, `many` in `npm run test:nightly -- fuzz`, which sets GALLEY_ALL_RUNS. */
export const runs = (few: number, many: number): number => (process.env.GALLEY_ALL_RUNS === "1" ? many : few);
