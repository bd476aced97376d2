import { IconAlertTriangle, IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import type { DownloadView } from "../../../server/contracts/deliveries-api.ts";
import type { CheckVerdict, ClientUrlFetch, ReceiverCheckStep } from "../../../server/contracts/receiver-check-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { durationWords } from "../lib/words.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { Body } from "./Body.tsx";
import { CodeFact, Fact, Facts, Mark, Source } from "./basics.tsx";
import { Waterfall } from "./Waterfall.tsx";

export function StepView({ step, Title }: { step: ReceiverCheckStep; Title: "h3" | "h5" }) {
  const t = messages.check;
  return (
    <li className="check-step">
      <header className="line">
        <Title className="subtitle">{localized(step.title, step.title_sentence)}</Title>
        <VerdictMark verdict={step.verdict} />
        {step.duration_ms > 0 && <span className="muted">{durationWords(step.duration_ms)}</span>}
      </header>
      <p>{localized(step.happened, step.happened_sentence)}</p>
      {step.change !== "" && (
        <p className={step.verdict === "failed" ? "notice" : undefined} data-tone="bad">
          <strong>{t.change}</strong> {localized(step.change, step.change_sentence)}
        </p>
      )}
      {step.received !== "" && (
        <>
          <p className="hint">{t.expected(localized(step.expected, step.expected_sentence))}</p>
          <Source text={localized(step.received, step.received_sentence)} what={t.received(step.number)} />
        </>
      )}
      <Evidence step={step} />
    </li>
  );
}

function Evidence({ step }: { step: ReceiverCheckStep }) {
  const { certificate, request, answer } = step;
  const t = messages.check;
  if (request === null && certificate === null && step.remote_address === null) return null;
  return (
    <details className="unfold">
      <summary>{t.exchange}</summary>
      <Waterfall attempt={{ ...step, error_code: step.code, started_at: "", downloads: [] }} />
      <Facts>
        {step.remote_address !== null && <CodeFact name={messages.common.ipAddress}>{step.remote_address}</CodeFact>}
        {step.code !== null && <CodeFact name={messages.common.code}>{step.code}</CodeFact>}
        {certificate !== null && (
          <>
            <Fact name={t.certificate.subject}>{certificate.subject}</Fact>
            <Fact name={t.certificate.names}>{certificate.names.join(", ")}</Fact>
            <Fact name={t.certificate.issuer}>
              {certificate.self_signed ? t.certificate.selfSigned : certificate.issuer}
            </Fact>
            <Fact name={t.certificate.valid}>
              {messages.fonts.range(certificate.valid_from.slice(0, 10), certificate.valid_to.slice(0, 10))}
            </Fact>
          </>
        )}
      </Facts>
      {request !== null && (
        <>
          <Downloads downloads={step.downloads} />
          <Fetches fetches={step.fetches} />
          <h4 className="subtitle">{messages.deliveries.tabs.request}</h4>
          <Body side="request" message={request} faultAt={null} bytes={null} />
          <h4 className="subtitle">
            {step.status === null ? messages.deliveries.tabs.response : t.responseWith(step.status)}
          </h4>
          {answer === null ? (
            <p className="hint">{messages.deliveries.noResponse}</p>
          ) : (
            <Body side="response" message={answer} faultAt={null} bytes={null} />
          )}
        </>
      )}
    </details>
  );
}

function Downloads({ downloads }: { downloads: DownloadView[] }) {
  const t = messages.deliveries;
  return downloads.map(({ started_at, status, bytes, total_bytes, complete, refusal, refusal_sentence }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two downloads in the same millisecond may be equal
    <p key={index}>
      {status >= 400 ? t.downloadRefused : t.download}: {status}, {sizeInWords(bytes)}
      {!complete && total_bytes !== null && ` / ${sizeInWords(total_bytes)}`} · <Time iso={started_at} as="seconds" />{" "}
      {refusal !== null && localized(refusal, refusal_sentence)}
    </p>
  ));
}

function Fetches({ fetches }: { fetches: ClientUrlFetch[] }) {
  if (fetches.length === 0) return null;
  return (
    <ul className="list" aria-label={messages.check.files}>
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
  if (same) return t.same(sizeInWords(bytes));
  if (status === null) return t.nothing;
  return t.other(status, sizeInWords(bytes), sizeInWords(expected_bytes));
}

const MARKS = {
  passed: { Icon: IconCheck, tone: "good" },
  warning: { Icon: IconAlertTriangle, tone: "waiting" },
  failed: { Icon: IconX, tone: "bad" },
  skipped: { Icon: IconMinus, tone: "quiet" },
} as const;

export function VerdictMark({ verdict }: { verdict: CheckVerdict }) {
  return (
    <Mark {...MARKS[verdict]} state={verdict}>
      {messages.check.verdicts[verdict]}
    </Mark>
  );
}
