/** An attempt from queueing to the end, with archive downloads, on one time scale. */
import { Stack } from "@mantine/core";
import type { AttemptView } from "../../../server/contracts/deliveries-api.ts";
import { durationWords, spansOf } from "../lib/words.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import "./exchange.css";

interface Bar {
  label: string;
  /** ms from the start of the attempt; queueing is negative. */
  from: number;
  to: number;
  color: "border" | "border-strong" | "success" | "danger";
  note: string;
}

type Timed = Pick<AttemptView, "phases" | "downloads" | "started_at" | "duration_ms" | "status" | "error_code">;

function barsOf(attempt: Timed): Bar[] {
  const t = messages.deliveries;
  const { queued } = attempt.phases;
  const started = Date.parse(attempt.started_at);
  const spans = spansOf(attempt.phases);
  const phases = spans.map(({ phase, from, to }, index): Bar => {
    const isBroken = index === spans.length - 1 && attempt.status === null && attempt.error_code !== null;
    const color = isBroken ? "danger" : "border-strong";
    return { label: messages.words.phases[phase], from, to, color, note: durationWords(to - from) };
  });
  const downloads = attempt.downloads.map(({ started_at, duration_ms, status, bytes, complete }): Bar => {
    const from = Date.parse(started_at) - started;
    const isRefused = status >= 400;
    const took = duration_ms === null ? "" : ` · ${durationWords(duration_ms)}`;
    return {
      label: isRefused ? t.downloadRefused : t.download,
      from,
      to: from + (duration_ms ?? 0),
      color: isRefused || !complete ? "danger" : "success",
      note: isRefused ? `${status}` : `${sizeInWords(bytes)}${took}`,
    };
  });
  const waited: Bar[] = queued
    ? [{ label: messages.words.standings.queued, from: -queued, to: 0, color: "border", note: durationWords(queued) }]
    : [];
  return [...waited, ...phases, ...downloads].toSorted((a, b) => a.from - b.from);
}

export function Waterfall({ attempt }: { attempt: Timed }) {
  const t = messages.deliveries;
  const bars = barsOf(attempt);
  if (bars.length === 0) return <p className="hint">{t.noTimings}</p>;
  const first = Math.min(0, ...bars.map(({ from }) => from));
  const whole = Math.max(attempt.duration_ms ?? 0, ...bars.map(({ to }) => to)) - first || 1;
  return (
    <Stack component="ol" className="list delivery-waterfall" gap="0.3rem" aria-label={t.waterfall}>
      {bars.map(({ label, from, to, color, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two downloads may be equal
        <li key={`${label} ${index}`}>
          <span>{label}</span>
          <span className="delivery-track" aria-hidden>
            <span
              style={{
                left: `${((from - first) / whole) * 100}%`,
                width: `${((to - from) / whole) * 100}%`,
                background: `var(--${color})`,
              }}
            />
          </span>
          <span>{note}</span>
        </li>
      ))}
    </Stack>
  );
}
