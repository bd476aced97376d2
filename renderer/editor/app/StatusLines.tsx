import { useEffect, useState } from "react";
import { localTime } from "../../shared/Time.tsx";
import type { ConnectionState } from "../client/connection.ts";
import type { DraftState } from "../drafts/draft-keeper.ts";
import { siteLine } from "../history/site-line.ts";
import { messages } from "../messages/index.ts";
import { useStore, useStorePart } from "../ui/lib/use-store.ts";
import type { OpenSession } from "./open-session.ts";
import { saveLine, waitUntil } from "./save-line.ts";

export interface StatusLinesProps {
  articleSession: OpenSession;
  asked: boolean;
  onAsk: () => void;
}

/** Whether the article is saved and delivered. Screen readers announce both, but not the countdown. */
export function StatusLines({ articleSession, asked, onAsk }: StatusLinesProps) {
  const save = useStore(articleSession.saver.state);
  const connection = useStore(articleSession.connection.state);
  const drafts = useDrafts(articleSession, connection);
  const uploadsUnderWay = useStore(articleSession.uploads.underWay);
  const baseNumber = useStore(articleSession.base);
  const list = useStore(articleSession.versions.list);

  const base = list.find((version) => version.number === baseNumber) ?? null;
  const stored = saveLine({
    save,
    drafts,
    connection,
    uploadsUnderWay,
    base,
    time: (iso) => localTime(iso, Date.now()),
  });
  const site = base === null ? null : siteLine(base, articleSession.session.site);
  // For versions of earlier visits only the outcome is shown.
  const isSavedHere = base !== null && base.number > (articleSession.session.current_version ?? 0);
  const steps = isSavedHere && site !== null ? site.steps : [];
  return (
    <section className="status" aria-label={messages.status.label}>
      <div role="status" className="status-lines">
        <span className="status-line one-line" data-tone={stored.tone} title={stored.at ?? stored.text}>
          {stored.text}
        </span>
        {site !== null && (
          <span className="status-line one-line" data-tone={site.tone} title={[...steps, site.text].join(ARROW)}>
            {steps.map((step) => (
              <span key={step} className="status-step" data-tone="quiet">
                {step}
                {ARROW}
              </span>
            ))}
            {site.text}
          </span>
        )}
      </div>
      {site !== null && site.explanation !== "" && (
        <span className="status-next">
          {site.nextAttemptAt !== null && <Countdown until={site.nextAttemptAt} />}
          <button type="button" className="text-button status-why" aria-expanded={asked} onClick={onAsk}>
            {site.tone === "good" ? messages.status.note : messages.status.why}
          </button>
        </span>
      )}
    </section>
  );
}

/**
 * The part of the draft state that the lines show. The rest changes with every key, and each render while the cursor is in
 * the article makes React read the whole article for the selection.
 */
function useDrafts(articleSession: OpenSession, connection: ConnectionState): DraftState {
  const unsaved = useStorePart(articleSession.drafts.state, (drafts) => drafts.unsaved);
  const refusal = useStorePart(articleSession.drafts.state, (drafts) => drafts.refusal);
  const isShown = connection !== "up" || refusal !== null;
  const onComputer = useStorePart(articleSession.drafts.state, (drafts) => !isShown || drafts.onComputer);
  const onServer = useStorePart(articleSession.drafts.state, (drafts) => !isShown || drafts.onServer);
  return { unsaved, refusal, onComputer, onServer };
}

const ARROW = " → ";

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
