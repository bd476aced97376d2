import type { AttemptView } from "../../../server/console/console-api.ts";
import { durationWords } from "../words.ts";

type Phases = AttemptView["phases"];

const PHASES: { key: keyof Phases; label: string }[] = [
  { key: "dns", label: "Finding the address" },
  { key: "connect", label: "Connecting" },
  { key: "tls", label: "Securing the line" },
  { key: "first_byte", label: "Waiting for the answer" },
  { key: "total", label: "Reading the answer" },
];

interface Span {
  label: string;
  from: number;
  to: number;
}

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

/** `phases` holds ends, counted from the start; each phase begins where the one before it ended. */
export function spansOf(phases: Phases): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { key, label } of PHASES) {
    const to = phases[key];
    if (to === null) continue;
    spans.push({ label, from, to: Math.max(to, from) });
    from = Math.max(to, from);
  }
  return spans;
}
