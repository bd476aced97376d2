/**
 * Finds the common blocks of two articles, each block as a number. The work is bounded: a small difference is exact. For a
 * larger one, only blocks that occur once on each side are matched, in n log n steps.
 */
import { diffArrays } from "diff";

/** Maximum size of an exact difference. */
const MAX_EDITS = 300;

/** Indexes of a block on both sides. */
export type Match = readonly [mine: number, theirs: number];

/** In rising order on both sides. */
export function commonBlocks(ours: readonly number[], others: readonly number[]): Match[] {
  // Common beginnings and ends need no search.
  const shorter = Math.min(ours.length, others.length);
  let head = 0;
  while (head < shorter && ours[head] === others[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && ours.at(-1 - tail) === others.at(-1 - tail)) tail += 1;
  const middle = matchesOf(ours.slice(head, ours.length - tail), others.slice(head, others.length - tail));
  const from = (mine: number, theirs: number, count: number) =>
    Array.from({ length: count }, (_, index): Match => [mine + index, theirs + index]);
  return [
    ...from(0, 0, head),
    ...middle.map(([mine, theirs]): Match => [head + mine, head + theirs]),
    ...from(ours.length - tail, others.length - tail, tail),
  ];
}

function matchesOf(ours: readonly number[], others: readonly number[]): Match[] {
  // Blocks on one side only are not common.
  const [inOurs, inOthers] = [new Set(ours), new Set(others)];
  const mine = [...ours.keys()].filter((index) => inOthers.has(ours[index] ?? -1));
  const theirs = [...others.keys()].filter((index) => inOurs.has(others[index] ?? -1));
  const changes = diffArrays(
    mine.map((index) => ours[index]),
    theirs.map((index) => others[index]),
    { maxEditLength: MAX_EDITS },
  );
  if (changes === undefined) return grown(onceInBoth(ours, others), ours, others);
  const matches: Match[] = [];
  let [i, j] = [0, 0];
  for (const { count, added, removed } of changes)
    for (let step = 0; step < count; step++) {
      if (!added && !removed) matches.push([mine[i] ?? 0, theirs[j] ?? 0]);
      if (!added) i += 1;
      if (!removed) j += 1;
    }
  return matches;
}

/** The longest common sequence of blocks that occur once on each side. */
function onceInBoth(ours: readonly number[], others: readonly number[]): Match[] {
  const places = placesOfOnce(others);
  const pairs: Match[] = [...placesOfOnce(ours)].flatMap(([number, mine]) => {
    const theirs = places.get(number);
    return theirs === undefined ? [] : [[mine, theirs] as const];
  });
  // Longest increasing subsequence: `ends[n]` is the pair with the lowest place that ends a sequence of length n + 1.
  const ends: number[] = [];
  const before = pairs.map(([, theirs], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < theirs) low = middle + 1;
      else high = middle;
    }
    ends[low] = at;
    return ends[low - 1];
  });
  const chain: Match[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) chain.push(pairs[at] ?? [0, 0]);
  return chain.reverse();
}

function placesOfOnce(numbers: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  for (const [index, number] of numbers.entries()) {
    if (places.has(number)) repeated.add(number);
    else places.set(number, index);
  }
  for (const number of repeated) places.delete(number);
  return places;
}

/** Extends the matches by equal blocks before and after each. */
function grown(matches: readonly Match[], ours: readonly number[], others: readonly number[]): Match[] {
  const all: Match[] = [];
  let [i, j] = [0, 0];
  const forward = (toMine: number, toTheirs: number): void => {
    while (i < toMine && j < toTheirs && ours[i] === others[j]) all.push([i++, j++]);
  };
  for (const [mine, theirs] of matches) {
    forward(mine, theirs);
    let back = 0;
    while (mine - back > i && theirs - back > j && ours[mine - back - 1] === others[theirs - back - 1]) back += 1;
    for (let step = back; step >= 0; step--) all.push([mine - step, theirs - step]);
    [i, j] = [mine + 1, theirs + 1];
  }
  forward(ours.length, others.length);
  return all;
}
