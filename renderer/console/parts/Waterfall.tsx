/** An attempt from queueing to the end, with archive downloads, on one time scale. */

import type { AttemptView } from "../../../server/contracts/deliveries-api.ts";
import { durationWords, spansOf } from "../lib/words.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import "./exchange.css";

interface Bar {
  label: string;
  /** ms from the start of the attempt; queueing is negative. */
  from: number;
  to: number;
  kind: "waited" | "phase" | "broken" | "download" | "refused";
  note: string;
}

type Timed = Pick<AttemptView, "phases" | "downloads" | "started_at" | "duration_ms" | "status" | "error_code">;

function barsOf(attempt: Timed): Bar[] {
  const t = messages.deliveries;
  const { standings } = messages.words;
  const { phases, downloads } = attempt;
  const bars: Bar[] = [];
  if (phases.queued !== null && phases.queued > 0)
    bars.push({
      label: standings.queued,
      from: -phases.queued,
      to: 0,
      kind: "waited",
      note: durationWords(phases.queued),
    });
  const spans = spansOf(phases);
  const started = Date.parse(attempt.started_at);
  const ofSite = downloads.map((download): Bar => {
    const from = Date.parse(download.started_at) - started;
    const isRefused = download.status >= 400;
    const took = download.duration_ms === null ? "" : ` · ${durationWords(download.duration_ms)}`;
    return {
      label: isRefused ? t.downloadRefused : t.download,
      from,
      to: from + (download.duration_ms ?? 0),
      kind: isRefused || !download.complete ? "refused" : "download",
      note: isRefused ? `${download.status}` : `${sizeInWords(download.bytes)}${took}`,
    };
  });
  for (const [index, span] of spans.entries()) {
    const isLast = index === spans.length - 1;
    const isBroken = isLast && attempt.status === null && attempt.error_code !== null;
    bars.push({
      label: messages.words.phases[span.phase],
      from: span.from,
      to: span.to,
      kind: isBroken ? "broken" : "phase",
      note: durationWords(span.to - span.from),
    });
    if (span.phase === "first_byte") bars.push(...ofSite);
  }
  if (!spans.some(({ phase }) => phase === "first_byte")) bars.push(...ofSite);
  return bars;
}

export function Waterfall({ attempt }: { attempt: Timed }) {
  const t = messages.deliveries;
  const bars = barsOf(attempt);
  if (bars.length === 0) return <p className="hint">{t.noTimings}</p>;
  const first = Math.min(0, ...bars.map(({ from }) => from));
  const whole = Math.max(attempt.duration_ms ?? 0, ...bars.map(({ to }) => to)) - first || 1;
  return (
    <ol className="list delivery-waterfall" aria-label={t.waterfall}>
      {bars.map(({ label, from, to, kind, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two downloads may be equal
        <li key={`${label} ${index}`} data-kind={kind}>
          <span>{label}</span>
          <span className="delivery-track" aria-hidden>
            <span style={{ left: `${((from - first) / whole) * 100}%`, width: `${((to - from) / whole) * 100}%` }} />
          </span>
          <span>{note}</span>
        </li>
      ))}
    </ol>
  );
}
