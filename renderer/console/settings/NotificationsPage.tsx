import { Switch, TextInput } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { NotificationRow } from "../../../server/contracts/notifications-api.ts";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { said } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { useChangeSettings } from "../data/changes.ts";
import { notificationsQuery, sentQuery } from "../data/operations.ts";
import { messages } from "../messages/index.ts";
import { Block, Mark } from "../parts/basics.tsx";
import { Form, FormEnd, useDraft } from "../parts/Form.tsx";
import { Items, Loaded } from "../parts/Loaded.tsx";
import { MailForm, WebhookForm } from "./NotificationChannels.tsx";
import { MB, NumbersForm } from "./NumbersForm.tsx";

export function NotificationsPage({ settings }: { settings: SettingsView }) {
  const t = messages.notifications;
  const channels = useQuery(notificationsQuery);
  return (
    <>
      <p className="hint">{t.what}</p>
      <Loaded query={channels} rows={6} height={44}>
        {({ mail, webhook }) => (
          <>
            <MailForm mail={mail} />
            <WebhookForm webhook={webhook} />
          </>
        )}
      </Loaded>
      <Block id="when" title={t.when.title} level={2}>
        <NumbersForm
          settings={settings.settings}
          fields={[
            { name: "notify_site_minutes", min: 1, max: 1_440, words: t.when.notify_site_minutes },
            { name: "notify_disk_free_bytes", min: 64, max: 1_048_576, unit: MB, words: t.when.notify_disk_free_bytes },
          ]}
        />
      </Block>
      <QuietHours settings={settings.settings} />
      <SentList />
    </>
  );
}

function SentList() {
  const t = messages.notifications.sent;
  const sent = useInfiniteQuery(sentQuery);
  return (
    <Block id="sent" title={t.title} level={2}>
      <Items query={sent} items={sent.data} none={t.none} rows={3} height={32}>
        {(row) => <SentRow row={row} />}
      </Items>
    </Block>
  );
}

const TONES = { waiting: "waiting", sent: "taken", failed: "refused" } as const;

function SentRow({ row }: { row: NotificationRow }) {
  const t = messages.notifications.sent;
  return (
    <li className="line">
      <Mark tone={TONES[row.state]}>{t.states[row.state]}</Mark>
      <span className="grow wrap">
        {said(row.title, row.title_sentence)}
        {row.error !== "" && <span className="hint"> {said(row.error, row.error_sentence)}</span>}
      </span>
      <span className="muted">{t.by[row.channel]}</span>
      <Time iso={row.at} />
    </li>
  );
}

/** Defaults of the switch. */
const NIGHT = { from: "22:00", to: "07:00" };

/** In the local time of the machine, which may differ from that of the browser. */
function QuietHours({ settings: { quiet_hours } }: { settings: SettingsView["settings"] }) {
  const t = messages.notifications.quiet;
  const save = useChangeSettings();
  const saved = { isOn: quiet_hours !== null, ...(quiet_hours ?? NIGHT) };
  const { values, field, toggle, clear, discard } = useDraft(saved, save);
  const { isOn, ...times } = values;
  const hours = isOn ? times : null;
  return (
    <Block id="quiet" title={t.title} level={2}>
      <Form onSubmit={() => save.mutate({ quiet_hours: hours }, { onSuccess: clear })}>
        <Switch label={t.on} description={t.why} {...toggle("isOn")} />
        {hours !== null && (
          <div className="form-pair">
            <TextInput type="time" label={t.from} {...field("from")} />
            <TextInput type="time" label={t.to} {...field("to")} />
          </div>
        )}
        <FormEnd
          isChanged={hours?.from !== quiet_hours?.from || hours?.to !== quiet_hours?.to}
          isComplete={hours === null || (hours.from !== "" && hours.to !== "")}
          save={save}
          onDiscard={discard}
        />
      </Form>
    </Block>
  );
}
