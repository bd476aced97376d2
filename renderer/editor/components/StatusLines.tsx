import { useEffect, useState } from "react";
import { localTime } from "../../shared/Time.tsx";
import type { Desk } from "../desk.ts";
import { messages } from "../messages.ts";
import { saveLine, siteLine } from "../status.ts";
import { useStore } from "../use-store.ts";
import { waitUntil } from "../waiting.ts";

export interface StatusLinesProps {
  desk: Desk;
  /** Whether the whole story is on the screen. */
  asked: boolean;
  onAsk: () => void;
}

/** Under Save: is it stored, and did the site take it. A screen reader hears both change, but not the countdown. */
export function StatusLines({ desk, asked, onAsk }: StatusLinesProps) {
  const save = useStore(desk.saver.state);
  const drafts = useStore(desk.drafts.state);
  const connection = useStore(desk.connection.state);
  const uploadsUnderWay = useStore(desk.uploads.underWay);
  const baseNumber = useStore(desk.base);
  const list = useStore(desk.versions.list);

  const base = list.find((version) => version.number === baseNumber) ?? null;
  const stored = saveLine({
    save,
    drafts,
    connection,
    uploadsUnderWay,
    base,
    time: (iso) => localTime(iso, Date.now()),
  });
  const site = base === null ? null : siteLine(base, desk.session.site);
  return (
    <section className="status" aria-label={messages.status.label}>
      <div role="status" className="status-lines">
        <span className="status-line" data-tone={stored.tone} title={stored.at ?? stored.text}>
          {stored.text}
        </span>
        {site !== null && (
          <span className="status-line" data-tone={site.tone} title={site.text}>
            {site.text}
          </span>
        )}
      </div>
      {site !== null && site.explanation !== "" && (
        <span className="status-next">
          {site.nextAttemptAt !== null && <Countdown until={site.nextAttemptAt} />}
          <button type="button" className="text-button" aria-expanded={asked} onClick={onAsk}>
            {site.tone === "good" ? messages.status.note : messages.status.why}
          </button>
        </span>
      )}
    </section>
  );
}

function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const wait = waitUntil(until, now);
  return (
    <time dateTime={until} title={until}>
      {wait === null ? messages.status.nextAttemptNow : messages.status.nextAttempt(wait)}
    </time>
  );
}
