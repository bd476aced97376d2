import type { ClientUrlFetch, ReceiverCheckStep } from "../../../server/contracts/console-api.ts";
import { bytesWords, durationWords } from "../lib/words.ts";
import { Downloads, MessageView, PhaseTimeline } from "../parts/Conversation.tsx";
import { Fact, Facts } from "../parts/Facts.tsx";
import { Source } from "../parts/Source.tsx";
import { VerdictMark } from "./VerdictMark.tsx";

/** One step: its verdict, what happened, what to change, and the whole conversation folded away. */
export function StepView({ step }: { step: ReceiverCheckStep }) {
  return (
    <li className="check-step" data-verdict={step.verdict}>
      <header className="check-step-head">
        <h3>{step.title}</h3>
        <VerdictMark verdict={step.verdict} />
        {step.duration_ms > 0 && <span className="cell-quiet">{durationWords(step.duration_ms)}</span>}
      </header>
      <p className="check-happened">{step.happened}</p>
      {step.change !== "" && (
        <p className={step.verdict === "failed" ? "check-change" : "check-advice"}>
          <strong>What to change:</strong> {step.change}
        </p>
      )}
      {step.received !== "" && (
        <>
          <p className="hint">Expected: {step.expected}</p>
          <Source text={step.received} what={`what came in step ${step.number}`} />
        </>
      )}
      <Evidence step={step} />
    </li>
  );
}

/** What was sent, received, downloaded and fetched. */
function Evidence({ step }: { step: ReceiverCheckStep }) {
  const { certificate, request, answer } = step;
  if (request === null && certificate === null && step.remote_address === null) return null;
  return (
    <details className="unfold check-evidence">
      <summary>What was said</summary>
      <PhaseTimeline phases={step.phases} durationMs={step.duration_ms} />
      <Facts>
        {step.remote_address !== null && (
          <Fact name="At address">
            <code>{step.remote_address}</code>
          </Fact>
        )}
        {step.code !== null && (
          <Fact name="Code">
            <code>{step.code}</code>
          </Fact>
        )}
        {certificate !== null && (
          <>
            <Fact name="Made out to">{certificate.subject}</Fact>
            <Fact name="For">{certificate.names.join(", ")}</Fact>
            <Fact name="Signed by">{certificate.self_signed ? "itself" : certificate.issuer}</Fact>
            <Fact name="Valid">
              {certificate.valid_from.slice(0, 10)} to {certificate.valid_to.slice(0, 10)}
            </Fact>
          </>
        )}
      </Facts>
      {request !== null && (
        <>
          <Downloads downloads={step.downloads} />
          <Fetches fetches={step.fetches} />
          <MessageView side="request" title="Request" message={request} />
          {answer === null ? (
            <p className="hint">No answer came.</p>
          ) : (
            <MessageView
              side="answer"
              title={step.status === null ? "Answer" : `Answer, status ${step.status}`}
              message={answer}
            />
          )}
        </>
      )}
    </details>
  );
}

function Fetches({ fetches }: { fetches: ClientUrlFetch[] }) {
  if (fetches.length === 0) return null;
  return (
    <ul className="downloads" aria-label="Public files">
      {fetches.map((fetch) => (
        <li key={fetch.file_name}>
          {fetchWords(fetch)} <code>{fetch.url}</code>
        </li>
      ))}
    </ul>
  );
}

function fetchWords({ same, status, bytes, expected_bytes }: ClientUrlFetch): string {
  if (same) return `Galley fetched ${bytesWords(bytes)}, the same bytes, from`;
  if (status === null) return "Galley could fetch nothing from";
  return `Galley got status ${status} and ${bytesWords(bytes)} in the place of ${bytesWords(expected_bytes)} from`;
}
