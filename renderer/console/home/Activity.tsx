import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HistorySpan } from "../../../server/contracts/overview-api.ts";
import { historyQuery } from "../data/queries.ts";
import { messages, numberInWords } from "../messages/index.ts";
import { Segments } from "../parts/Choices.tsx";
import { AttemptsChart } from "../parts/chart/AttemptsChart.tsx";
import { Chart } from "../parts/chart/Chart.tsx";
import { Loaded } from "../parts/Loaded.tsx";

/** Attempts, and the opens and saves behind them, over a day, a month or a year. */
export function Activity() {
  const t = messages.overview.activity;
  const [span, setSpan] = useState<HistorySpan>("day");
  const history = useQuery(historyQuery(span));
  return (
    <section className="block" aria-labelledby="activity">
      <div className="between">
        <h2 id="activity">{t.title}</h2>
        <Segments label={messages.common.timeSpan} words={t.spans} value={span} onChange={setSpan} />
      </div>
      <Loaded query={history} rows={3} height={48}>
        {({ points, step_ms }) => (
          <>
            <AttemptsChart label={t.attempts} points={points} stepMs={step_ms} />
            <OpensChart points={points} stepMs={step_ms} />
          </>
        )}
      </Loaded>
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
