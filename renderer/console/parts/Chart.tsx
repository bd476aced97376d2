/** A chart over time: stacked bars or lines, with axes, a readout for pointer and keys, and a table. */
import { Table } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { locale, messages, numberInWords } from "../messages/index.ts";
import "@mantine/core/styles/Table.layer.css";
import "./chart.css";

const LOOKS = {
  delivered: { color: "var(--success)", sign: "■" },
  failed: { color: "var(--danger)", sign: "■" },
  middle: { color: "var(--accent)", sign: "—" },
  high: { color: "var(--accent)", sign: "- -" },
} as const;

interface Series<Point> {
  name: string;
  look: keyof typeof LOOKS;
  /** Null without data. */
  of: (point: Point) => number | null;
}

interface ChartProps<Point> {
  kind: "bars" | "lines";
  label: string;
  points: readonly Point[];
  /** ms that a point covers. */
  stepMs: number;
  series: readonly Series<Point>[];
  valueWords: (value: number) => string;
  pointWords: (point: Point) => string;
  /** Of all points, shown while none is chosen. */
  summary: string;
}

const HEIGHT = 100;
/** Minimum height of a bar, so that one failure among thousands is visible. */
const MIN_HEIGHT = 2;

export function Chart<Point extends { at: string }>(props: ChartProps<Point>) {
  const { kind, label, points, stepMs, series, valueWords, pointWords, summary } = props;
  const [at, setAt] = useState<number | null>(null);
  const chosen = at === null ? undefined : points[at];
  const heights = points.map((point) => {
    const values = series.map(({ of }) => of(point) ?? 0);
    return kind === "bars" ? total(values, Number) : Math.max(...values);
  });
  const highest = Math.max(0, ...heights);
  const ticks = valueTicks(highest);
  const top = ticks.at(-1) ?? 1;
  const times = points.map((point) => Date.parse(point.at));
  const hasData = highest > 0;

  const walk = (event: KeyboardEvent) => {
    const last = points.length - 1;
    const from = at ?? last + 1;
    const goal = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    setAt(Math.min(Math.max(goal, 0), last));
  };

  return (
    <div className="chart">
      {hasData && (
        <>
          <ul className="list line muted" aria-hidden="true">
            {series.map(({ name, look }) => (
              <li key={look}>
                <span style={{ color: LOOKS[look].color }}>{LOOKS[look].sign}</span> {name}
              </li>
            ))}
          </ul>
          {/* biome-ignore lint/a11y/useSemanticElements: not a fieldset: its keys move through a drawing */}
          <div
            className="chart-plot"
            role="group"
            aria-label={messages.chart.byKeys(label)}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of this group move through the points
            tabIndex={0}
            onKeyDown={walk}
            onBlur={() => setAt(null)}
            onPointerLeave={({ pointerType }) => pointerType === "mouse" && setAt(null)}
          >
            <div className="muted chart-values" aria-hidden="true">
              {ticks.map((tick) => (
                <span key={tick} style={{ top: `${(1 - tick / top) * 100}%` }}>
                  {valueWords(tick)}
                </span>
              ))}
            </div>
            <svg viewBox={`0 0 ${points.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              {at !== null && <rect fill="var(--accent-tint-strong)" x={at} width={1} height={HEIGHT} />}
              {ticks.map((tick) => (
                <path key={tick} className="chart-grid" d={`M0 ${yOf(tick, top)}H${points.length}`} />
              ))}
              {kind === "bars" ? (
                <Bars points={points} series={series} top={top} />
              ) : (
                series.map(({ look, of }) => (
                  <path
                    key={look}
                    className="chart-line"
                    strokeDasharray={look === "high" ? "4 4" : undefined}
                    d={linePath(points.map(of), (value) => yOf(value, top))}
                  />
                ))
              )}
              {points.map((point, place) => (
                <rect
                  key={point.at}
                  fill="transparent"
                  x={place}
                  width={1}
                  height={HEIGHT}
                  onPointerEnter={() => setAt(place)}
                />
              ))}
            </svg>
            <div className="muted chart-times" aria-hidden="true">
              {timeTicks(times).map((place) => (
                <span key={place} style={{ left: `${(place / points.length) * 100}%` }}>
                  {momentWords(times[place] ?? 0, stepMs)}
                </span>
              ))}
            </div>
          </div>
        </>
      )}
      {/* Two lines, so that the layout does not shift while the pointer moves over the chart. */}
      <p className="muted" style={{ minHeight: "2.9em", marginTop: "var(--gap-xs)" }} role="status">
        {chosen === undefined ? summary : `${spanWords(chosen.at, stepMs)}, ${pointWords(chosen)}`}
      </p>
      {hasData && (
        <details className="unfold">
          <summary>{messages.chart.asTable}</summary>
          <Table w="auto" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{stepMs >= DAY_MS ? messages.chart.day : messages.common.time.label}</Table.Th>
                {series.map(({ name, look }) => (
                  <Table.Th key={look} scope="col">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {points.toReversed().map((point) => (
                <Table.Tr key={point.at}>
                  <Table.Th scope="row">
                    <time dateTime={point.at}>{momentWords(Date.parse(point.at), stepMs)}</time>
                  </Table.Th>
                  {series.map(({ look, of }) => {
                    const value = of(point);
                    return <Table.Td key={look}>{value === null ? "–" : valueWords(value)}</Table.Td>;
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </details>
      )}
    </div>
  );
}

/** The series on top of each other, the first one lowest. */
function Bars<Point extends { at: string }>(props: Pick<ChartProps<Point>, "points" | "series"> & { top: number }) {
  const { points, series, top } = props;
  return points.flatMap((point, place) => {
    let y = HEIGHT;
    return series.map(({ look, of }) => {
      const value = of(point) ?? 0;
      const height = value === 0 ? 0 : Math.max(HEIGHT - yOf(value, top), MIN_HEIGHT);
      y -= height;
      return (
        <rect key={`${point.at} ${look}`} fill={LOOKS[look].color} x={place + 0.15} width={0.7} y={y} height={height} />
      );
    });
  });
}

const yOf = (value: number, top: number) => HEIGHT * (1 - value / top);

function momentWords(ms: number, stepMs: number): string {
  const at = new Date(ms);
  return stepMs >= DAY_MS
    ? at.toLocaleDateString(locale, { day: "numeric", month: "short" })
    : at.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

/** "14:00–15:00", the day, or "12 May–18 May". */
function spanWords(at: string, stepMs: number): string {
  const from = Date.parse(at);
  if (stepMs === DAY_MS) return momentWords(from, stepMs);
  const to = from + stepMs - (stepMs > DAY_MS ? DAY_MS : 0);
  return `${momentWords(from, stepMs)}–${momentWords(to, stepMs)}`;
}

interface AttemptsChartProps {
  label: string;
  points: readonly { at: string; delivered: number; failed: number }[];
  /** ms that a point covers. */
  stepMs: number;
}

/** Delivered attempts, with failed ones stacked on top. */
export function AttemptsChart({ label, points, stepMs }: AttemptsChartProps) {
  const t = messages.chart;
  const { delivered, failed } = messages.words.standings;
  const all = { delivered: total(points, ({ delivered }) => delivered), failed: total(points, ({ failed }) => failed) };
  return (
    <Chart
      kind="bars"
      label={label}
      points={points}
      stepMs={stepMs}
      series={[
        { name: delivered, look: "delivered", of: (point) => point.delivered },
        { name: failed, look: "failed", of: (point) => point.failed },
      ]}
      valueWords={numberInWords}
      pointWords={(point) => t.attempts(point.delivered, point.failed)}
      summary={all.delivered + all.failed === 0 ? t.noAttempts : t.attempts(all.delivered, all.failed)}
    />
  );
}

export function total<Point>(points: readonly Point[], of: (point: Point) => number): number {
  return points.reduce((sum, point) => sum + of(point), 0);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR;

const MAX_VALUES = 4;
const MAX_TIMES = 5;
const INTERVALS = [15 * MINUTE, HOUR, 6 * HOUR, DAY_MS, 7 * DAY_MS, 91 * DAY_MS];
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const TO_MONDAY = 3 * DAY_MS;

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

/** An SVG path through the centres of columns of width 1, with a gap at each null. A value between two gaps is a dot. */
export function linePath(values: readonly (number | null)[], yOf: (value: number) => number): string {
  const parts = values.map((value, place) => {
    if (value === null) return "";
    return `${(values[place - 1] ?? null) === null ? "M" : "L"}${place + 0.5} ${yOf(value)}h0`;
  });
  return parts.join("");
}
