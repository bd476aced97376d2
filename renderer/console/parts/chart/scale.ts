/** Round numbers and times for the axes of a chart, and the shapes of its lines. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MAX_VALUES = 4;
const MAX_TIMES = 5;
const INTERVALS = [15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 91 * DAY];
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const TO_MONDAY = 3 * DAY;

/** Ticks from 0 to at least `most`, in steps of 1, 2 or 5 times a power of ten. @param most the highest value, an integer */
export function valueTicks(most: number): number[] {
  const least = Math.max(most / MAX_VALUES, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((one) => one * power >= least) ?? 10) * power;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, n) => n * step);
}

/** Indexes of the points at round local times, such as every sixth hour. @param times ms, ascending, evenly spaced */
export function timeTicks(times: readonly number[]): number[] {
  const [first = 0, second = first] = times;
  for (const interval of INTERVALS) {
    const slotOf = (ms: number) => {
      const local = ms - new Date(ms).getTimezoneOffset() * MINUTE;
      return Math.floor((local + TO_MONDAY) / interval);
    };
    const ticks = [...times.keys()].filter(
      (place) => slotOf(times[place] ?? 0) !== slotOf(times[place - 1] ?? 2 * first - second),
    );
    if (ticks.length <= MAX_TIMES) return ticks;
  }
  return [];
}

/** SVG paths through the centres of columns of width 1, with a gap at each null. dots: values between two gaps. */
export function linePaths(
  values: readonly (number | null)[],
  yOf: (value: number) => number,
): { line: string; dots: string } {
  let line = "";
  let dots = "";
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    const at = `${place + 0.5} ${yOf(value)}`;
    const hasBefore = (values[place - 1] ?? null) !== null;
    const hasAfter = (values[place + 1] ?? null) !== null;
    if (hasBefore || hasAfter) line += `${hasBefore ? "L" : "M"}${at}`;
    else dots += `M${at}h0`;
  }
  return { line, dots };
}
