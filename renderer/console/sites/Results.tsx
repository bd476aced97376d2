import type { SitePoint, SiteView } from "../../../server/contracts/sites-api.ts";
import { Time } from "../../shared/Time.tsx";
import { navigate, pathWith, usePlace } from "../lib/router.tsx";
import { durationWords } from "../lib/words.ts";
import { locale, messages } from "../messages/index.ts";
import { Block, Fact, Facts } from "../parts/basics.tsx";
import { AttemptsChart, Chart } from "../parts/Chart.tsx";
import { Segments } from "../parts/Choices.tsx";

/** The time spans, with the ms of a point. */
const STEPS_MS = { hour: 300_000, day: 3_600_000, month: 86_400_000 } as const;
type Span = keyof typeof STEPS_MS;
const DEFAULT_SPAN: Span = "day";

export function Results({ site }: { site: SiteView }) {
  const t = messages.sites.results;
  const { query } = usePlace();
  const span = query.get("span");
  const shown = span !== null && span in STEPS_MS ? (span as Span) : DEFAULT_SPAN;
  const results = site.spans[shown];
  const stepMs = STEPS_MS[shown];
  return (
    <Block
      id="results"
      title={t.title}
      action={
        <Segments
          label={messages.common.timeSpan}
          words={t.spans}
          value={shown}
          onChange={(value) => {
            const params = { ...Object.fromEntries(query), span: value === DEFAULT_SPAN ? "" : value };
            navigate(pathWith(`/sites/${site.id}`, params), true);
          }}
        />
      }
    >
      <Facts>
        <Fact name={t.rate}>{results.rate === null ? "–" : percentWords(results.rate)}</Fact>
        <Fact name={t.p50}>{results.p50_ms === null ? "–" : durationWords(results.p50_ms)}</Fact>
        <Fact name={t.p95}>{results.p95_ms === null ? "–" : durationWords(results.p95_ms)}</Fact>
        <Fact name={t.lastDelivered}>
          {site.last_delivered_at === null ? (
            messages.common.never
          ) : (
            <Time iso={site.last_delivered_at} as="relative" />
          )}
        </Fact>
      </Facts>
      <div className="tiles">
        <div>
          <h4 className="subtitle">{t.attempts}</h4>
          <AttemptsChart key={shown} label={t.attempts} points={results.points} stepMs={stepMs} />
        </div>
        <div>
          <h4 className="subtitle">{t.latency}</h4>
          <LatencyChart key={shown} points={results.points} stepMs={stepMs} p50={results.p50_ms} p95={results.p95_ms} />
        </div>
      </div>
    </Block>
  );
}

interface LatencyChartProps {
  points: readonly SitePoint[];
  stepMs: number;
  p50: number | null;
  p95: number | null;
}

function LatencyChart({ points, stepMs, p50, p95 }: LatencyChartProps) {
  const t = messages.sites.results;
  const words = (middle: number | null, high: number | null) =>
    middle === null || high === null ? t.noResponses : t.latencies(durationWords(middle), durationWords(high));
  return (
    <Chart
      kind="lines"
      label={t.latency}
      points={points}
      stepMs={stepMs}
      series={[
        { name: "p50", look: "middle", of: ({ p50_ms }) => p50_ms },
        { name: "p95", look: "high", of: ({ p95_ms }) => p95_ms },
      ]}
      valueWords={durationWords}
      pointWords={({ p50_ms, p95_ms }) => words(p50_ms, p95_ms)}
      summary={words(p50, p95)}
    />
  );
}

/** "99.9 %": rounded down, so that 100 % means every attempt. */
function percentWords(rate: number): string {
  const shown = Math.floor(rate * 1_000) / 1_000;
  return shown.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 });
}
