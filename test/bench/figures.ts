/**
 * The figures that a scenario reports.
 *
 * product: the appliance. floor: the least that any program needs for the same work, measured in the same run, in turns
 * with the product. judged: the number that is compared with the target. spread: its middle half.
 */

/** "" is a count. */
export type Unit = "" | "×" | "ms" | "kB" | "MB" | "MB/s" | "/s";

export interface Quantity {
  value: number;
  unit: Unit;
}

/** See docs/performance.md. */
export type Target = { atLeast: number } | { atMost: number };

export interface Figure {
  name: string;
  product: Quantity;
  /** Null if the target applies to the product alone. */
  floor: Quantity | null;
  judged: Quantity & { spread: [low: number, high: number] | null };
  target: Target;
  note: string | undefined;
}

type Series = readonly number[];

/** The quantile `share` (0 to 1), linearly interpolated; NaN for an empty array. */
export function quantile(numbers: Series, share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (numbers: Series): number => quantile(numbers, 0.5);

export function isMet({ judged, target }: Figure): boolean {
  return "atLeast" in target ? judged.value >= target.atLeast : judged.value <= target.atMost;
}

export interface Rounds {
  most: number;
  /** This many rounds run even beyond the budget. */
  least: number;
  /** No new round begins after this time. */
  budgetMs: number;
}

/**
 * Runs both once a round and swaps their order each round, so that a drift of the machine affects both alike.
 * @returns the results of each, by round
 */
export async function inTurns<A, B = A>(
  rounds: Rounds,
  a: (round: number) => Promise<A>,
  b: (round: number) => Promise<B>,
): Promise<[A[], B[]]> {
  const [ofA, ofB]: [A[], B[]] = [[], []];
  const turns = [
    async (round: number) => void ofA.push(await a(round)),
    async (round: number) => void ofB.push(await b(round)),
  ];
  const started = performance.now();
  for (let round = 0; round < rounds.most; round++) {
    if (round >= rounds.least && performance.now() - started > rounds.budgetMs) break;
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn(round);
  }
  return [ofA, ofB];
}

function quantityOf(numbers: Series, unit: Unit): Quantity {
  return { value: median(numbers), unit };
}

/** Median and middle half of paired measurements. */
function judge(numbers: Series, unit: Unit): Figure["judged"] {
  const half: [number, number] = [quantile(numbers, 0.25), quantile(numbers, 0.75)];
  return { ...quantityOf(numbers, unit), spread: numbers.length > 1 ? half : null };
}

/** A figure judged by its ratio to the floor, measured in turns. */
export function against(name: string, unit: Unit, own: Series, floor: Series, target: Target, note?: string): Figure {
  const ratios = own.map((value, index) => value / (floor[index] ?? Number.NaN));
  const both = { product: quantityOf(own, unit), floor: quantityOf(floor, unit) };
  return { name, ...both, judged: judge(ratios, "×"), target, note };
}

/** A figure judged by its difference from the floor, measured in turns. */
export function beyond(name: string, unit: Unit, own: Series, floor: Series, atMost: number, note?: string): Figure {
  const differences = own.map((value, index) => value - (floor[index] ?? Number.NaN));
  return { ...against(name, unit, own, floor, { atMost }, note), judged: judge(differences, unit) };
}

/** A figure of the product alone. */
export function alone(name: string, unit: Unit, own: Series, atMost: number, note?: string): Figure {
  return { name, product: quantityOf(own, unit), floor: null, judged: judge(own, unit), target: { atMost }, note };
}
