/**
 * Pairs the blocks of two articles: equal ones first, then those in between by shared words. The work is bounded: in a long
 * gap, blocks are paired in order.
 */

import { diffArrays } from "diff";
import { Fragment, type Node } from "prosemirror-model";
import { oncePer } from "../once-per.ts";
import { wordsOf } from "./block-text.ts";

/** A block of one side or a pair. Indexes are of top-level blocks. */
export interface AlignedPair {
  mine: number | null;
  theirs: number | null;
  equal: boolean;
  /** Whether the block has moved; the row is at its place in theirs. */
  moved: boolean;
}

/** Above this product of block counts, the blocks of a gap are paired in order. */
const MAX_COMPARED = 2_500;
/** Minimum share of common words for a changed block. */
const ALIKE = 0.3;
/** Minimum share of the shorter block's words that the longer one contains. */
const CONTAINED = 0.8;
/** An empty line matches a filled one, unless another line is nearer. */
const FILLED = 0.01;

/** All blocks of both sides in reading order; a moved block is at its place in theirs. */
export function align(mine: readonly Node[], theirs: readonly Node[]): AlignedPair[] {
  const numbers = new Map<string, number>();
  const number = (block: Node): number => {
    const mark = fingerprint(block);
    const value = numbers.get(mark) ?? numbers.size;
    numbers.set(mark, value);
    return value;
  };
  const [ours, others] = [mine.map(number), theirs.map(number)];
  const common = commonBlocks(ours, others);
  const moves = movesOf(common, ours, others, (index) => isRecognisable(mine[index]));
  const pairs: AlignedPair[] = [];
  let [i, j] = [0, 0];
  for (const [toMine, toTheirs] of [...common, [mine.length, theirs.length] as const]) {
    const [mineAt, theirsAt] = [i, j];
    const mayPair = (one: number, other: number) =>
      !moves.theirsOf.has(mineAt + one) && !moves.mineOf.has(theirsAt + other);
    for (const pair of pairGap(mine.slice(i, toMine), theirs.slice(j, toTheirs), i, j, mayPair)) pairs.push(pair);
    if (toMine < mine.length || toTheirs < theirs.length)
      pairs.push({ mine: toMine, theirs: toTheirs, equal: true, moved: false });
    [i, j] = [toMine + 1, toTheirs + 1];
  }
  return pairs.flatMap((pair) => {
    if (pair.theirs === null && moves.theirsOf.has(pair.mine ?? -1)) return [];
    const from = pair.mine === null ? moves.mineOf.get(pair.theirs ?? -1) : undefined;
    return [from === undefined ? pair : { ...pair, mine: from, equal: true, moved: true }];
  });
}

interface Moves {
  /** Index in mine → index in theirs, and the reverse. */
  theirsOf: ReadonlyMap<number, number>;
  mineOf: ReadonlyMap<number, number>;
}

/** Pairs equal blocks that changed their order: the first of mine with the first of theirs. */
function movesOf(
  common: readonly Match[],
  ours: readonly number[],
  others: readonly number[],
  canMove: (mineIndex: number) => boolean,
): Moves {
  const [keptMine, keptTheirs] = [new Set(common.map(([mine]) => mine)), new Set(common.map(([, theirs]) => theirs))];
  const gone = Map.groupBy(
    [...ours.keys()].reverse().filter((index) => !keptMine.has(index)),
    (index) => ours[index],
  );
  const [theirsOf, mineOf] = [new Map<number, number>(), new Map<number, number>()];
  for (const [index, number] of others.entries()) {
    const from = keptTheirs.has(index) ? undefined : gone.get(number)?.pop();
    if (from === undefined || !canMove(from)) continue;
    theirsOf.set(from, index);
    mineOf.set(index, from);
  }
  return { theirsOf, mineOf };
}

/** Empty blocks are never shown as moved. */
function isRecognisable(block: Node | undefined): boolean {
  if (block === undefined) return false;
  let found = wordsOf(block).length > 0;
  Fragment.from(block).descendants(({ attrs }) => {
    found ||= typeof attrs.file === "string" && attrs.file !== "";
  });
  return found;
}

/** Whether two blocks of a gap can be paired, because neither has moved. */
type MayPair = (mine: number, theirs: number) => boolean;

function pairGap(mine: Node[], theirs: Node[], mineAt: number, theirsAt: number, mayPair: MayPair): AlignedPair[] {
  const matches =
    mine.length * theirs.length > MAX_COMPARED ? inOrder(mine, theirs, mayPair) : bestMatches(mine, theirs, mayPair);
  const pairs: AlignedPair[] = [];
  let [i, j] = [0, 0];
  const rest = (toMine: number, toTheirs: number): void => {
    while (i < toMine) pairs.push({ mine: mineAt + i++, theirs: null, equal: false, moved: false });
    while (j < toTheirs) pairs.push({ mine: null, theirs: theirsAt + j++, equal: false, moved: false });
  };
  for (const [one, other] of matches) {
    rest(one, other);
    pairs.push({ mine: mineAt + i++, theirs: theirsAt + j++, equal: false, moved: false });
  }
  rest(mine.length, theirs.length);
  return pairs;
}

function inOrder(mine: Node[], theirs: Node[], mayPair: MayPair): Match[] {
  const matches: Match[] = [];
  for (let index = 0; index < Math.min(mine.length, theirs.length); index++)
    if (mine[index]?.type.name === theirs[index]?.type.name && mayPair(index, index)) matches.push([index, index]);
  return matches;
}

/** The matches without crossings that have the highest total likeness. */
function bestMatches(mine: Node[], theirs: Node[], mayPair: MayPair): Match[] {
  const bags = theirs.map(bagOf);
  const likeness = mine.map((block, at) => {
    const bag = bagOf(block);
    return theirs.map((other, index) => (mayPair(at, index) ? alike(block, bag, other, bags[index] ?? new Map()) : 0));
  });
  const width = theirs.length + 1;
  const sums = new Float64Array((mine.length + 1) * width);
  const at = (i: number, j: number): number => sums[i * width + j] ?? 0;
  for (let i = mine.length - 1; i >= 0; i--)
    for (let j = theirs.length - 1; j >= 0; j--) {
      const match = likeness[i]?.[j] ?? 0;
      sums[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), match > 0 ? match + at(i + 1, j + 1) : 0);
    }
  const matches: Match[] = [];
  for (let [i, j] = [0, 0]; i < mine.length && j < theirs.length; ) {
    const match = likeness[i]?.[j] ?? 0;
    if (match > 0 && at(i, j) === match + at(i + 1, j + 1)) matches.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return matches;
}

type Bag = ReadonlyMap<string, number>;

function bagOf(block: Node): Bag {
  const bag = new Map<string, number>();
  for (const word of wordsOf(block)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

/** 0 for different blocks, else up to 1. */
function alike(one: Node, bag: Bag, other: Node, otherBag: Bag): number {
  const file = fileIn(one);
  if (file !== "" && file === fileIn(other)) return 1;
  if (one.type.name !== other.type.name && !(one.isTextblock && other.isTextblock)) return 0;
  let [shared, ownWords, otherWords] = [0, 0, 0];
  for (const [word, count] of bag) {
    shared += Math.min(count, otherBag.get(word) ?? 0);
    ownWords += count;
  }
  for (const count of otherBag.values()) otherWords += count;
  if (ownWords + otherWords === 0) return one.type.name === other.type.name ? ALIKE : 0;
  if (ownWords === 0 || otherWords === 0) return isLine(one) && one.type.name === other.type.name ? FILLED : 0;
  const part = (2 * shared) / (ownWords + otherWords);
  if (part >= ALIKE) return part;
  return shared > 0 && shared / Math.min(ownWords, otherWords) >= CONTAINED ? ALIKE : 0;
}

const isLine = ({ isTextblock, attrs }: Node): boolean => isTextblock && attrs.file === undefined;

/** The file that identifies a block: the uncropped one of a cropped picture. "" without one. */
export function fileIn({ attrs }: Node): string {
  const { file, crop } = attrs as { file?: unknown; crop?: { file: string } | null };
  return crop?.file ?? (typeof file === "string" ? file : "");
}

/** Equal for equal blocks. */
const fingerprint = oncePer((block: Node) => JSON.stringify(block.toJSON()));

const MAX_EDITS = 300;

type Match = readonly [mine: number, theirs: number];

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
  const places = [...Map.groupBy(numbers.entries(), ([, number]) => number).values()];
  return new Map(
    places.flatMap(([[index, number] = [0, 0], ...others]) => (others.length === 0 ? [[number, index]] : [])),
  );
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
