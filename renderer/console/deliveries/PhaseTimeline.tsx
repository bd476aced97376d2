import { durationWords } from "../words.ts";
import { type Phases, spansOf } from "./phases.ts";

/** Which phase took the time. Phases that were not reached, or not needed, are left out. */
export function PhaseTimeline({ phases, durationMs }: { phases: Phases; durationMs: number | null }) {
  const spans = spansOf(phases);
  const whole = Math.max(durationMs ?? 0, ...spans.map((span) => span.to), 1);
  if (spans.length === 0) return null;
  return (
    <ol className="phases" aria-label="Phases of the attempt">
      {spans.map((span) => (
        <li key={span.label}>
          <span className="phase-label">{span.label}</span>
          <span className="phase-track" aria-hidden>
            <span
              className="phase-bar"
              style={{ left: `${(span.from / whole) * 100}%`, width: `${((span.to - span.from) / whole) * 100}%` }}
            />
          </span>
          <span className="phase-ms">{durationWords(span.to - span.from)}</span>
        </li>
      ))}
    </ol>
  );
}
