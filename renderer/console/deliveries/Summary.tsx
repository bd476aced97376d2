/** The outcome: the site's message, the explanation, expected and received. */

import type { AttemptView, DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { Sentence, SentenceRef } from "../../../server/contracts/sentences/words.ts";
import { said } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";
import { Block, CodeFact, CopyFact, Facts, Phrase } from "../parts/basics.tsx";

export function Summary({ delivery, attempt }: { delivery: DeliveryDetail; attempt: AttemptView | undefined }) {
  const t = messages.deliveries;
  const words = delivery.site_message ?? "";
  const { next_attempt_at, explanation, explanation_sentence } = delivery;
  // The explanation of a rejection repeats the site's message.
  const repeated = delivery.state === "rejected" && words !== "" && explanation.includes(words);
  const reason =
    attempt !== undefined && attempt.received !== ""
      ? said(withoutAgainst(explanation), withoutAgainstRef(explanation_sentence))
      : said(explanation, explanation_sentence);
  return (
    <>
      {words !== "" && (
        <blockquote className="delivery-said">
          <p>{words}</p>
          <footer>{t.fromSite}</footer>
        </blockquote>
      )}
      {reason !== "" && !repeated && (
        <p className={delivery.warnings.length > 0 ? "notice" : "delivery-explanation"}>{reason}</p>
      )}
      {next_attempt_at !== null && (
        <p>
          <Phrase
            text={t.nextAttempt}
            parts={{
              ago: () => <Time iso={next_attempt_at} as="relative" />,
              time: () => <Time iso={next_attempt_at} as="seconds" />,
            }}
          />
        </p>
      )}
      {attempt !== undefined && attempt.received !== "" && (
        <div className="delivery-compare">
          <Side title={t.expected} text={said(attempt.expected, attempt.expected_sentence)} kind="expected" />
          <Side
            title={messages.common.received}
            text={said(attempt.received, attempt.received_sentence)}
            kind="received"
          />
        </div>
      )}
      <Block id="delivery-facts" title={messages.common.details}>
        <Facts>
          <CodeFact name={messages.deliveries.event}>{delivery.event}</CodeFact>
          {delivery.warnings.length > 0 && (
            <CodeFact name={messages.common.warnings}>{delivery.warnings.join(", ")}</CodeFact>
          )}
          {delivery.code !== null && <CopyFact name={messages.common.code} value={delivery.code} />}
          {attempt !== undefined && attempt.remote_address !== null && (
            <CodeFact name={messages.common.ipAddress}>{attempt.remote_address}</CodeFact>
          )}
          <CopyFact name={t.fact.deliveryId} value={delivery.id} />
          {delivery.version_id !== null && <CopyFact name={messages.common.versionId} value={delivery.version_id} />}
        </Facts>
      </Block>
    </>
  );
}

// The explanation ends in the expected and the received response; the pane shows both in full.

function withoutAgainst(explanation: string): string {
  const at = explanation.indexOf("Expected ");
  return at === -1 ? explanation : explanation.slice(0, at).trim();
}

function withoutAgainstRef(sentence: SentenceRef | null | undefined): SentenceRef | null {
  const parts = sentence?.facts.parts;
  if (!sentence || !Array.isArray(parts)) return sentence ?? null;
  const rest = parts.filter(
    (part: string | Sentence) => typeof part === "string" || part.code !== "deliveries.against",
  );
  return { ...sentence, facts: { parts: rest } };
}

function Side({ title, text, kind }: { title: string; text: string; kind: "expected" | "received" }) {
  return (
    <section data-kind={kind} aria-label={title}>
      <h3 className="subtitle">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
