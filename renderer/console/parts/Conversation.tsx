/** What Galley and a site said to each other: phases, messages, downloads. */

import type { DownloadView, HttpMessage } from "../../../server/contracts/deliveries-api.ts";
import { said } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { bytesWords, durationWords, type Phases, spansOf } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { layOutJson } from "./json-layout.ts";
import { Source } from "./Source.tsx";
import "./conversation.css";

type Side = "request" | "answer";

/** One side of the conversation: its body, and its headers folded away. */
export function MessageView({ title, side, message }: { title: string; side: Side; message: HttpMessage }) {
  const t = messages.parts;
  const headers = message.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <div className="message">
      <h4>{title}</h4>
      <details className="unfold">
        <summary>{t.headers(message.headers.length)}</summary>
        <Source text={headers} what={t.headersOf[side]} />
      </details>
      {message.body === "" ? (
        <p className="hint">{t.emptyBody}</p>
      ) : (
        <Source text={layOutJson(message.body)} raw={message.body} what={t.bodyOf[side]} />
      )}
      {message.body_truncated && <p className="hint">{t.truncated}</p>}
    </div>
  );
}

/** Which phase took the time. Phases that were not reached, or not needed, are left out. */
export function PhaseTimeline({ phases, durationMs }: { phases: Phases; durationMs: number | null }) {
  const spans = spansOf(phases);
  const whole = Math.max(durationMs ?? 0, ...spans.map((span) => span.to), 1);
  if (spans.length === 0) return null;
  return (
    <ol className="phases" aria-label={messages.parts.phases}>
      {spans.map((span) => (
        <li key={span.phase}>
          <span className="phase-label">{messages.words.phases[span.phase]}</span>
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

/** What the site fetched while Galley waited for its answer. */
export function Downloads({ downloads }: { downloads: DownloadView[] }) {
  if (downloads.length === 0) return <p className="hint">{messages.parts.downloads.none}</p>;
  return (
    <ul className="downloads" aria-label={messages.parts.downloads.label}>
      {downloads.map((download, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two downloads of one millisecond differ by nothing else
        <li key={`${download.started_at} ${index}`}>
          {downloadWords(download)} <Time iso={download.started_at} as="seconds" />
          {download.remote_address !== null && (
            <>
              {" "}
              · <code>{download.remote_address}</code>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function downloadWords(download: DownloadView): string {
  const t = messages.parts.downloads;
  if (download.status >= 400) return t.refused(download.status, download.refusal && said(download.refusal));
  const size = bytesWords(download.bytes);
  if (download.complete) return t.whole(size);
  return t.brokenOff(size, download.total_bytes === null ? null : bytesWords(download.total_bytes));
}
