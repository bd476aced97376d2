import { messages, numberInWords } from "../../messages/index.ts";
import { Chart, type Series } from "./Chart.tsx";

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
  const series: Series[] = [
    { name: delivered, look: "delivered" },
    { name: failed, look: "failed" },
  ];
  const sum = (name: "delivered" | "failed") => points.reduce((all, point) => all + point[name], 0);
  const attempts = sum("delivered") + sum("failed");
  return (
    <Chart
      kind="bars"
      label={label}
      points={points.map((point) => ({ at: point.at, values: [point.delivered, point.failed] }))}
      stepMs={stepMs}
      series={series}
      valueWords={numberInWords}
      pointWords={({ values: [taken, refused] }) => t.attempts(taken ?? 0, refused ?? 0)}
      summary={attempts === 0 ? t.noAttempts : t.attempts(sum("delivered"), sum("failed"))}
    />
  );
}
