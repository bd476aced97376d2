/**
 * What a scenario reports.
 *
 * Glossary. product: the appliance as it is started. floor: the least that any program would need for the same, measured
 * in the same run, in turns with the product. judged: the one number that a target is about. spread: its middle half.
 */

/** "": a count. */
export type Unit = "" | "×" | "ms" | "kB" | "MB" | "MB/s" | "/s";

export interface Quantity {
  value: number;
  unit: Unit;
}

/** What a figure is to reach (docs/performance.md). */
export type Target = { atLeast: number } | { atMost: number };

export interface Figure {
  name: string;
  product: Quantity;
  /** Null where the target is about the product alone. */
  floor: Quantity | null;
  judged: Quantity & { spread: [low: number, high: number] | null };
  target: Target;
  /** What else a reader needs in order to believe it. */
  note?: string;
}

/** The `share` quantile (0 to 1) of some numbers, between the two nearest where it falls between. NaN of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The middle of paired measurements, with its middle half. Pairs were taken one right after the other. */
export function judge(numbers: readonly number[], unit: Unit): Figure["judged"] {
  const spread: [number, number] | null =
    numbers.length > 1 ? [quantile(numbers, 0.25), quantile(numbers, 0.75)] : null;
  return { value: median(numbers), unit, spread };
}

/** `a[i] / b[i]` of two series that were measured in turns. */
export function ratios(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, index) => value / (b[index] ?? Number.NaN));
}

export function isMet({ judged, target }: Figure): boolean {
  return "atLeast" in target ? judged.value >= target.atLeast : judged.value <= target.atMost;
}

export interface Rounds {
  most: number;
  /** This many, however long they take. */
  least: number;
  /** No new round begins after this. */
  budgetMs: number;
}

/**
 * Runs both once a round, first the one, next round first the other, so that a drift of the machine hits both.
 * @returns what each of them measured, round by round
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

type Note = { note?: string };

/** Judged by the ratio to the floor, whose rounds were measured in turns with it. */
export function against(
  name: string,
  unit: Unit,
  product: readonly number[],
  floor: readonly number[],
  more: { target: Target } & Note,
): Figure {
  const judged = judge(ratios(product, floor), "×");
  return { name, product: { value: median(product), unit }, floor: { value: median(floor), unit }, judged, ...more };
}

/** Judged by how much it is beyond the floor, which was measured in turns with it. */
export function beyond(
  name: string,
  unit: Unit,
  product: readonly number[],
  floor: readonly number[],
  more: { target: Target } & Note,
): Figure {
  const differences = product.map((value, index) => value - (floor[index] ?? Number.NaN));
  return { ...against(name, unit, product, floor, more), judged: judge(differences, unit) };
}

/** The product alone, measured once or several times. */
export function alone(name: string, unit: Unit, numbers: readonly number[], atMost: number, note?: string): Figure {
  const judged = judge(numbers, unit);
  const product = { value: judged.value, unit };
  return { name, product, floor: null, judged, target: { atMost }, ...(note && { note }) };
}
