import { useState } from "react";
import type { AttemptView as Attempt } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { attemptReasonWords, durationWords } from "../lib/words.ts";
import { Downloads, MessageView, PhaseTimeline } from "../parts/Conversation.tsx";
import { Fact, Facts } from "../parts/Facts.tsx";

export interface AttemptViewProps {
  attempt: Attempt;
  /** The explanation that the page shows already. */
  shownExplanation: string;
  /** Whether it begins unfolded. */
  open: boolean;
}

/** One attempt, whole: how long each phase took, what was sent, what came back, what the site fetched meanwhile. */
export function AttemptView({ attempt, shownExplanation, open }: AttemptViewProps) {
  const [unfolded, setUnfolded] = useState(open);
  return (
    <details className="delivery-attempt" open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary>
        <span className="delivery-attempt-number">Attempt {attempt.number}</span>
        <span className="cell-quiet">
          <Time iso={attempt.started_at} as="seconds" /> · {attemptReasonWords(attempt.reason)}
        </span>
        <span className="delivery-attempt-end">{outcomeWords(attempt)}</span>
      </summary>
      {unfolded && (
        <div className="delivery-attempt-body">
          {attempt.explanation !== "" && attempt.explanation !== shownExplanation && (
            <p className="delivery-explanation">{attempt.explanation}</p>
          )}
          <PhaseTimeline phases={attempt.phases} durationMs={attempt.duration_ms} />
          <Facts>
            <Fact name="Called">
              <code>
                {attempt.request.method} {attempt.request.url}
              </code>
            </Fact>
            {attempt.remote_address !== null && (
              <Fact name="At address">
                <code>{attempt.remote_address}</code>
              </Fact>
            )}
            {attempt.error_code !== null && (
              <Fact name="Code">
                <code>{attempt.error_code}</code>
              </Fact>
            )}
          </Facts>
          <Downloads downloads={attempt.downloads} />
          <MessageView side="request" title="Request" message={attempt.request} />
          {attempt.answer === null ? (
            <p className="hint">
              {attempt.duration_ms === null ? "The site has not answered yet." : "No answer came."}
            </p>
          ) : (
            <MessageView
              side="answer"
              title={attempt.status === null ? "Answer" : `Answer, status ${attempt.status}`}
              message={attempt.answer}
            />
          )}
        </div>
      )}
    </details>
  );
}

function outcomeWords(attempt: Attempt): string {
  if (attempt.duration_ms === null) return "under way";
  const status = attempt.status === null ? "no answer" : `${attempt.status}`;
  return `${status} · ${durationWords(attempt.duration_ms)}`;
}
