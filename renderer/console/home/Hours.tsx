import type { Overview } from "../../../server/contracts/overview-api.ts";
import { messages } from "../messages/index.ts";
import { AttemptsChart } from "../parts/chart/AttemptsChart.tsx";

const HOUR_MS = 3_600_000;

export function Hours({ hours }: { hours: Overview["hours"] }) {
  const t = messages.overview.hours;
  return (
    <section className="block" aria-labelledby="hours">
      <h2 id="hours">{t.title}</h2>
      <AttemptsChart
        label={t.label}
        points={hours.map(({ hour, ...counts }) => ({ at: hour, ...counts }))}
        stepMs={HOUR_MS}
      />
    </section>
  );
}
