import { Group, NativeSelect, Tabs } from "@mantine/core";
import { IconPlayerStop, IconSend } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AttemptView, DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { said } from "../../shared/language.ts";
import { localTime } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { useMay } from "../data/me.ts";
import { deliveryQuery, keys } from "../data/queries.ts";
import { deliverySentence, RETRY_STATES } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Body } from "../parts/Body.tsx";
import { TimePhrase } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { BeyondSiteLink } from "../parts/May.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { AttemptList, Waterfall } from "../parts/Waterfall.tsx";
import { CopyMenu } from "./CopyMenu.tsx";
import { Summary } from "./Summary.tsx";
import "../parts/exchange.css";
import { bound } from "../parts/Form.tsx";

const TABS = ["summary", "request", "response", "timeline"] as const;

interface DeliveryPaneProps {
  id: string;
  tab: string | null;
  onTab: (tab: string) => void;
}

export function DeliveryPane({ id, tab, onTab }: DeliveryPaneProps) {
  const delivery = useQuery(deliveryQuery(id));
  return (
    <Loaded query={delivery} rows={7} height={40}>
      {(data) => <DeliveryView delivery={data} tab={tab} onTab={onTab} />}
    </Loaded>
  );
}

function DeliveryView({ delivery, tab, onTab }: { delivery: DeliveryDetail } & Omit<DeliveryPaneProps, "id">) {
  const t = messages.deliveries;
  const attempts = delivery.attempts.toSorted((a, b) => b.number - a.number);
  const [chosen, setChosen] = useState<number | null>(null);
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts[0];
  const shown = TABS.find((one) => one === tab) ?? "summary";
  return (
    <div className="detail-body delivery-pane">
      <header className="detail-head" aria-live="polite">
        <div className="line">
          <h2>{deliverySentence(delivery)}</h2>
          <DeliveryMark delivery={delivery} large />
        </div>
        <p className="detail-sub">
          <BeyondSiteLink to={`/sessions/${delivery.session_id}`}>
            {delivery.title ?? delivery.material_id}
          </BeyondSiteLink>
          {delivery.title !== null && ` (${delivery.material_id})`} ·{" "}
          <BeyondSiteLink to={`/projects/${delivery.project_id}`}>{delivery.project_name}</BeyondSiteLink> →{" "}
          {delivery.site_id === null ? (
            delivery.callback_host
          ) : (
            <BeyondSiteLink to={`/sites/${delivery.site_id}`}>{delivery.callback_host}</BeyondSiteLink>
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
      <Tabs
        value={shown}
        onChange={(value) => onTab(value === null || value === "summary" ? "" : value)}
        keepMounted={false}
      >
        <Group justify="space-between" gap="sm" mb="md">
          <Tabs.List>
            {TABS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {attempts.length > 1 && attempt !== undefined && (
            <NativeSelect
              size="xs"
              aria-label={t.attempt}
              {...bound(String(attempt.number), (typed) => setChosen(Number(typed)))}
              data={attempts.map(({ number, started_at }) => ({
                value: String(number),
                label: t.attemptOf(number, localTime(started_at, Date.now(), true)),
              }))}
            />
          )}
        </Group>
        <Tabs.Panel value="summary">
          <Summary delivery={delivery} attempt={attempt} />
        </Tabs.Panel>
        <Tabs.Panel value="request">
          {attempt === undefined ? (
            <p className="hint">{t.noAttempt}</p>
          ) : (
            <>
              <p className="wrap">
                <code>
                  {attempt.request.method} {attempt.request.url}
                </code>
              </p>
              <Body side="request" message={attempt.request} faultAt={null} bytes={null} />
            </>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="response">
          <Response attempt={attempt} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline">
          {attempt === undefined ? <p className="hint">{t.noAttempt}</p> : <Waterfall attempt={attempt} />}
          {attempts.length > 1 && (
            <AttemptList attempts={attempts} chosen={attempt?.number ?? null} onChoose={setChosen} />
          )}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Response({ attempt }: { attempt: AttemptView | undefined }) {
  const t = messages.deliveries;
  if (attempt === undefined) return <p className="hint">{t.noAttempt}</p>;
  if (attempt.answer === null)
    return (
      <>
        <p className="hint">{attempt.duration_ms === null ? t.noResponseYet : t.noResponse}</p>
        {attempt.explanation !== "" && (
          <p className="delivery-explanation">{said(attempt.explanation, attempt.explanation_sentence)}</p>
        )}
      </>
    );
  const { answer } = attempt;
  return (
    <>
      {attempt.status !== null && <p className="wrap">{t.status(attempt.status)}</p>}
      <Body
        side="answer"
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
  const canOperate = useMay("operator");
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
            button={{ size: "xs", leftSection: <IconPlayerStop size={14} aria-hidden />, children: t.cancel }}
            title={t.cancelTitle}
            action={t.cancelAction}
            onConfirm={() => api.cancelDelivery(delivery.id).then(refresh)}
          >
            <p>{t.cancelText}</p>
          </ConfirmButton>
        )}
        <CopyMenu delivery={delivery} attempt={attempt?.number ?? null} />
      </Group>
      {canRetry && delivery.has_newer && <p className="hint">{t.hasNewer(delivery.event)}</p>}
      {retry.error && <ErrorNote error={retry.error} />}
    </>
  );
}
