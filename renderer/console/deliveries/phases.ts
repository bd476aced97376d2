import type { AttemptView } from "../../../server/contracts/console-api.ts";

export type Phases = AttemptView["phases"];

const PHASES: { key: keyof Phases; label: string }[] = [
  { key: "dns", label: "Finding the address" },
  { key: "connect", label: "Connecting" },
  { key: "tls", label: "Securing the line" },
  { key: "first_byte", label: "Waiting for the answer" },
  { key: "total", label: "Reading the answer" },
];

/** One phase, ms from the start of the attempt. */
export interface Span {
  label: string;
  from: number;
  to: number;
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
