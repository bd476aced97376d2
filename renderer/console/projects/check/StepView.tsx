import type { ClientUrlFetch, ReceiverCheckStep } from "../../../../server/contracts/receiver-check-api.ts";
import { said } from "../../../shared/language.ts";
import { bytesWords, durationWords } from "../../lib/words.ts";
import { messages } from "../../messages/index.ts";
import { Downloads, MessageView, PhaseTimeline } from "../../parts/Conversation.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { Source } from "../../parts/Source.tsx";
import { VerdictMark } from "./VerdictMark.tsx";

/** One step: its verdict, what happened, what to change, and the whole conversation folded away. */
export function StepView({ step }: { step: ReceiverCheckStep }) {
  const t = messages.check;
  return (
    <li className="check-step" data-verdict={step.verdict}>
      <header className="check-step-head">
        <h5>{said(step.title)}</h5>
        <VerdictMark verdict={step.verdict} />
        {step.duration_ms > 0 && <span className="cell-quiet">{durationWords(step.duration_ms)}</span>}
      </header>
      <p className="check-happened">{said(step.happened)}</p>
      {step.change !== "" && (
        <p className={step.verdict === "failed" ? "check-change" : "check-advice"}>
          <strong>{t.change}</strong> {said(step.change)}
        </p>
      )}
      {step.received !== "" && (
        <>
          <p className="hint">{t.expected(said(step.expected))}</p>
          <Source text={said(step.received)} what={t.cameIn(step.number)} />
        </>
      )}
      <Evidence step={step} />
    </li>
  );
}

/** What was sent, received, downloaded and fetched. */
function Evidence({ step }: { step: ReceiverCheckStep }) {
  const { certificate, request, answer } = step;
  const t = messages.check;
  if (request === null && certificate === null && step.remote_address === null) return null;
  return (
    <details className="unfold check-evidence">
      <summary>{t.said}</summary>
      <PhaseTimeline phases={step.phases} durationMs={step.duration_ms} />
      <Facts>
        {step.remote_address !== null && (
          <Fact name={t.address}>
            <code>{step.remote_address}</code>
          </Fact>
        )}
        {step.code !== null && (
          <Fact name={t.code}>
            <code>{step.code}</code>
          </Fact>
        )}
        {certificate !== null && (
          <>
            <Fact name={t.certificate.subject}>{certificate.subject}</Fact>
            <Fact name={t.certificate.names}>{certificate.names.join(", ")}</Fact>
            <Fact name={t.certificate.issuer}>
              {certificate.self_signed ? t.certificate.itself : certificate.issuer}
            </Fact>
            <Fact name={t.certificate.valid}>
              {t.certificate.dates(certificate.valid_from.slice(0, 10), certificate.valid_to.slice(0, 10))}
            </Fact>
          </>
        )}
      </Facts>
      {request !== null && (
        <>
          <Downloads downloads={step.downloads} />
          <Fetches fetches={step.fetches} />
          <MessageView side="request" title={t.request} message={request} />
          {answer === null ? (
            <p className="hint">{t.noAnswer}</p>
          ) : (
            <MessageView
              side="answer"
              title={step.status === null ? t.answer : t.answerWith(step.status)}
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
    <ul className="downloads" aria-label={messages.check.files}>
      {fetches.map((fetch) => (
        <li key={fetch.file_name}>
          {fetchWords(fetch)} <code>{fetch.url}</code>
        </li>
      ))}
    </ul>
  );
}

function fetchWords({ same, status, bytes, expected_bytes }: ClientUrlFetch): string {
  const t = messages.check;
  if (same) return t.same(bytesWords(bytes));
  if (status === null) return t.nothing;
  return t.other(status, bytesWords(bytes), bytesWords(expected_bytes));
}
