import { Group, Menu, NativeSelect, Tabs } from "@mantine/core";
import { IconCopy, IconPlayerStop, IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AttemptView, DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { Sentence, SentenceRef } from "../../../server/contracts/sentences/words.ts";
import { localized, sharedWords } from "../../shared/language.ts";
import { localTime, Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { useHasRole, useSiteProject } from "../data/me.ts";
import { keys } from "../data/queries.ts";
import { contentWords, durationWords, RETRY_STATES } from "../lib/words.ts";
import { capitalize } from "../messages/en/words.ts";
import { messages } from "../messages/index.ts";
import { Body } from "../parts/Body.tsx";
import { Block, CodeFact, CopyFact, Facts, Phrase, SmallButton, Source, TimePhrase } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { bound } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { AccountOnlyLink, RequireRole } from "../parts/RequireRole.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { Waterfall } from "../parts/Waterfall.tsx";
import "../parts/exchange.css";

interface DeliveryPaneProps {
  delivery: DeliveryDetail;
  tab: string | null;
  onTab: (tab: string) => void;
}

export function DeliveryPane({ delivery, tab, onTab }: DeliveryPaneProps) {
  const t = messages.deliveries;
  const attempts = delivery.attempts.toSorted((a, b) => b.number - a.number);
  const [chosen, setChosen] = useState<number | null>(null);
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts[0];
  const views = {
    summary: <Summary delivery={delivery} attempt={attempt} />,
    request: attempt && <Request attempt={attempt} />,
    response: attempt && <Response attempt={attempt} />,
    timeline: attempt && <Waterfall attempt={attempt} />,
  };
  const tabs = Object.keys(views) as (keyof typeof views)[];
  const shown = tabs.find((one) => one === tab) ?? "summary";
  return (
    <div className="detail-body delivery-pane" style={{ maxWidth: "none" }}>
      <header className="detail-head" aria-live="polite">
        <div className="line">
          <h2>{capitalize(contentWords(delivery))}</h2>
          <DeliveryMark delivery={delivery} />
        </div>
        <p className="hint wrap">
          <AccountOnlyLink to={`/sessions/${delivery.session_id}`}>
            {delivery.title ?? delivery.material_id}
          </AccountOnlyLink>
          {delivery.title !== null && ` (${delivery.material_id})`} ·{" "}
          <AccountOnlyLink to={`/projects/${delivery.project_id}`}>{delivery.project_name}</AccountOnlyLink> →{" "}
          {delivery.site_id === null ? (
            delivery.callback_host
          ) : (
            <AccountOnlyLink to={`/sites/${delivery.site_id}`}>{delivery.callback_host}</AccountOnlyLink>
          )}{" "}
          · <TimePhrase text={t.createdAt} iso={delivery.created_at} as="seconds" />
          {delivery.finished_at !== null && (
            <>
              {" · "}
              <TimePhrase text={t.closedAt} iso={delivery.finished_at ?? ""} as="seconds" />
            </>
          )}
        </p>
      </header>
      <Actions delivery={delivery} attempt={attempt} />
      <Tabs value={shown} onChange={(value) => onTab(value ?? "")}>
        <Group justify="space-between" gap="sm" mb="md">
          <Tabs.List>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {attempts.length > 1 && attempt !== undefined && (
            <NativeSelect
              size="xs"
              maw="100%"
              aria-label={t.attempt}
              {...bound(String(attempt.number), (typed) => setChosen(Number(typed)))}
              data={attempts.map((one) => ({ value: String(one.number), label: attemptWords(one) }))}
            />
          )}
        </Group>
        <Tabs.Panel value={shown}>{views[shown] ?? <p className="hint">{t.noAttempt}</p>}</Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** "Attempt 2 · 14:03:10 · retry · 500 · 38 ms" */
function attemptWords({ number, started_at, reason, status, duration_ms }: AttemptView): string {
  const { attemptNumber, underWay } = messages.deliveries;
  const time = localTime(started_at, Date.now(), true);
  const outcome =
    duration_ms === null ? underWay : `${status ?? messages.common.noResponse} · ${durationWords(duration_ms)}`;
  return [attemptNumber(number), time, messages.words.attemptReasons[reason], outcome].join(" · ");
}

function Request({ attempt: { request } }: { attempt: AttemptView }) {
  return (
    <>
      <p className="wrap">
        <code>
          {request.method} {request.url}
        </code>
      </p>
      <Body side="request" message={request} faultAt={null} bytes={null} />
    </>
  );
}

function Response({ attempt }: { attempt: AttemptView }) {
  const t = messages.deliveries;
  if (attempt.answer === null)
    return (
      <>
        <p className="hint">{attempt.duration_ms === null ? t.noResponseYet : t.noResponse}</p>
        {attempt.explanation !== "" && (
          <p className="delivery-explanation">{localized(attempt.explanation, attempt.explanation_sentence)}</p>
        )}
      </>
    );
  const { answer } = attempt;
  return (
    <>
      {attempt.status !== null && <p className="wrap">{t.status(attempt.status)}</p>}
      <Body
        side="response"
        message={answer}
        faultAt={attempt.error_code === null ? null : answer.fault_at}
        bytes={answer.bytes}
      />
    </>
  );
}

function Actions({ delivery, attempt }: { delivery: DeliveryDetail; attempt: AttemptView | undefined }) {
  const t = messages.deliveries;
  const refresh = useRefresh(keys.delivery(delivery.id));
  const retry = useMutation({ mutationFn: () => api.retryDelivery(delivery.id), onSuccess: refresh });
  const canOperate = useHasRole("operator");
  const canRetry = canOperate && RETRY_STATES.includes(delivery.state);
  const canCancel = canOperate && (delivery.state === "pending" || delivery.state === "held");
  return (
    <>
      <Group gap="sm" mb="md">
        {canRetry && !delivery.has_newer && (
          <SmallButton
            variant={delivery.state === "delivered" ? "default" : "filled"}
            Icon={IconSend}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {delivery.state === "pending" ? t.sendNow : messages.common.resend}
          </SmallButton>
        )}
        {canCancel && (
          <ConfirmButton
            button={{ size: "xs", leftSection: <IconPlayerStop size={14} aria-hidden /> }}
            action={t.cancel}
            onConfirm={() => api.cancelDelivery(delivery.id).then(refresh)}
          >
            <p>{t.cancelWhy}</p>
          </ConfirmButton>
        )}
        <CopyMenu delivery={delivery} attempt={attempt?.number ?? null} />
      </Group>
      {canRetry && delivery.has_newer && <p className="hint">{t.superseded}</p>}
      {retry.error && <ErrorNote error={retry.error} />}
    </>
  );
}

function CopyMenu({ delivery, attempt }: { delivery: DeliveryDetail; attempt: number | null }) {
  const t = messages.deliveries;
  // Not for site links: the command is signed with the project's secret.
  const isPerson = useSiteProject() === null;
  const copy = useMutation({
    mutationFn: async (text: () => Promise<string>) => {
      const copied = await text();
      await navigator.clipboard.writeText(copied).catch(() => {
        throw new Error(t.notCopied);
      });
    },
  });
  const curl = (credentials: boolean) => copy.mutate(() => api.curl(delivery.id, attempt ?? 1, credentials));
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <SmallButton Icon={IconCopy} loading={copy.isPending}>
            {copy.isSuccess ? sharedWords.copied : t.copy}
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {attempt !== null && isPerson && (
            <>
              <Menu.Item onClick={() => curl(false)}>{t.copyCurl}</Menu.Item>
              <RequireRole atLeast="admin">
                <Menu.Item onClick={() => curl(true)} title={messages.common.recorded}>
                  {t.copyCurlWith}
                </Menu.Item>
              </RequireRole>
            </>
          )}
          <Menu.Item onClick={() => copy.mutate(async () => JSON.stringify(delivery, null, 2))}>{t.copyJson}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {copy.error && <ErrorNote error={copy.error} />}
    </>
  );
}

/** The outcome: the site's message, the explanation, expected and received. */
function Summary({ delivery, attempt }: { delivery: DeliveryDetail; attempt: AttemptView | undefined }) {
  const t = messages.deliveries;
  const words = delivery.site_message ?? "";
  const { next_attempt_at, explanation, explanation_sentence } = delivery;
  // The explanation of a rejection repeats the site's message.
  const repeated = delivery.state === "rejected" && words !== "" && explanation.includes(words);
  const reason =
    attempt !== undefined && attempt.received !== ""
      ? localized(withoutAgainst(explanation), withoutAgainstRef(explanation_sentence))
      : localized(explanation, explanation_sentence);
  return (
    <>
      {words !== "" && (
        <blockquote className="delivery-said">
          <p>{words}</p>
          <footer>{t.fromSite}</footer>
        </blockquote>
      )}
      {delivery.state === "superseded" && (
        <p>
          {t.superseded} {delivery.code !== null && t.failedBefore}
        </p>
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
        <div className="tiles">
          <Side title={t.expected} text={localized(attempt.expected, attempt.expected_sentence)} />
          <Side title={messages.common.received} text={localized(attempt.received, attempt.received_sentence)} />
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
          <CopyFact name={t.deliveryId} value={delivery.id} />
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

function Side({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="subtitle">{title}</h3>
      <Source text={text} what={title} />
    </div>
  );
}
