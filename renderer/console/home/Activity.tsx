import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HistorySpan } from "../../../server/contracts/overview-api.ts";
import { historyQuery } from "../data/queries.ts";
import { messages, numberInWords } from "../messages/index.ts";
import { AttemptsChart } from "../parts/chart/AttemptsChart.tsx";
import { Chart } from "../parts/chart/Chart.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";

/** Attempts, and the opens and saves behind them, over a day, a month or a year. */
export function Activity() {
  const t = messages.overview.activity;
  const [span, setSpan] = useState<HistorySpan>("day");
  const { data, error, refetch } = useQuery(historyQuery(span));
  return (
    <section className="block" aria-labelledby="activity">
      <div className="between">
        <h2 id="activity">{t.title}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t.span}
          value={span}
          onChange={(value) => setSpan(value as HistorySpan)}
          data={Object.entries(t.spans).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows rows={3} height={48} />}
      {data !== undefined && (
        <>
          <AttemptsChart label={t.attempts} points={data.points} stepMs={data.step_ms} />
          <OpensChart points={data.points} stepMs={data.step_ms} />
        </>
      )}
    </section>
  );
}

interface OpensChartProps {
  points: readonly { at: string; opens: number; saves: number }[];
  stepMs: number;
}

function OpensChart({ points, stepMs }: OpensChartProps) {
  const t = messages.overview.activity;
  const sum = (name: "opens" | "saves") => points.reduce((all, point) => all + point[name], 0);
  return (
    <Chart
      kind="lines"
      label={t.opensLabel}
      points={points.map(({ at, opens, saves }) => ({ at, values: [opens, saves] }))}
      stepMs={stepMs}
      series={[
        { name: t.opens, look: "middle" },
        { name: t.saves, look: "high" },
      ]}
      valueWords={numberInWords}
      pointWords={({ values: [opens, saves] }) => t.opensAndSaves(opens ?? 0, saves ?? 0)}
      summary={t.opensAndSaves(sum("opens"), sum("saves"))}
    />
  );
}
