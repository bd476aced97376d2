import { Button, Group, Switch, Textarea, TextInput } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type {
  MailSecurity,
  NotificationChannel,
  NotificationRow,
  NotificationsView,
} from "../../../server/contracts/notifications-api.ts";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useChangeSettings, useReplace } from "../data/changes.ts";
import { keys, notificationsQuery, sentQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Block, Mark, Phrase } from "../parts/basics.tsx";
import { Choice } from "../parts/Choices.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { entriesOf, Form, FormEnd, useDraft } from "../parts/Form.tsx";
import { Items, Loaded } from "../parts/Loaded.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { MB, NumbersForm } from "./BasicPages.tsx";

export function NotificationsPage({ settings }: { settings: SettingsView }) {
  const t = messages.notifications;
  return (
    <>
      <p className="hint">{t.what}</p>
      <Loaded query={notificationsQuery}>
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
          words={t.when}
          fields={[
            { name: "notify_site_minutes", min: 1, max: 1_440 },
            { name: "notify_disk_free_bytes", min: 64, max: 1_048_576, unit: MB },
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
      <Items list={sent} none={t.none}>
        {(row) => <SentRow row={row} />}
      </Items>
    </Block>
  );
}

const TONES = { waiting: "waiting", sent: "good", failed: "bad" } as const;

function SentRow({ row }: { row: NotificationRow }) {
  const t = messages.notifications.sent;
  return (
    <li className="line">
      <Mark tone={TONES[row.state]}>{t.states[row.state]}</Mark>
      <span className="grow wrap">
        {localized(row.title, row.title_sentence)}
        {row.error !== "" && <span className="hint"> {localized(row.error, row.error_sentence)}</span>}
      </span>
      <span className="muted">{t.by[row.channel]}</span>
      <Time iso={row.at} />
    </li>
  );
}

const NIGHT = { from: "22:00", to: "07:00" };

/** In the local time of the machine, which may differ from that of the browser. */
function QuietHours({ settings: { quiet_hours } }: { settings: SettingsView["settings"] }) {
  const t = messages.notifications.quiet;
  const save = useChangeSettings();
  const saved = { isOn: quiet_hours !== null, ...(quiet_hours ?? NIGHT) };
  const form = useDraft(saved, save);
  const { isOn, ...times } = form.values;
  return (
    <Block id="quiet" title={t.title} level={2}>
      <Form onSubmit={() => save.mutate({ quiet_hours: isOn ? times : null }, { onSuccess: form.clear })}>
        <Switch label={t.on} description={t.why} {...form.toggle("isOn")} />
        {isOn && (
          <div className="form-pair">
            <TextInput type="time" label={t.from} required {...form.field("from")} />
            <TextInput type="time" label={t.to} required {...form.field("to")} />
          </div>
        )}
        <FormEnd form={form} />
      </Form>
    </Block>
  );
}

const PORTS: Record<MailSecurity, string> = { tls: "465", starttls: "587", none: "25" };

function MailForm({ mail }: { mail: NotificationsView["mail"] }) {
  const t = messages.notifications.mail;
  const saved = {
    enabled: mail?.enabled ?? true,
    host: mail?.host ?? "",
    port: String(mail?.port ?? PORTS.starttls),
    security: mail?.security ?? "starttls",
    user: mail?.user ?? "",
    password: "",
    from: mail?.from ?? "",
    to: mail?.to.join(", ") ?? "",
    ca_certificate: mail?.ca_certificate ?? "",
  };
  const form = useDraft(saved, useReplace(keys.notifications, api.setMail));
  const { values, change, field } = form;

  const submit = () => {
    const { password, port, to, ca_certificate: ca, ...rest } = values;
    const body = {
      ...rest,
      port: Number(port),
      to: entriesOf(to),
      ca_certificate: ca.trim() || null,
    };
    form.send.mutate({ ...body, ...(password !== "" && { password }) }, { onSuccess: form.clear });
  };
  return (
    <Block id="mail" title={messages.common.email} level={2}>
      <Form onSubmit={submit}>
        {mail !== null && <Switch label={t.enabled} {...form.toggle("enabled")} />}
        <div className="form-pair">
          <TextInput label={t.host} placeholder="mail.example.org" required {...field("host")} />
          <TextInput label={messages.network.fields.port.label} inputMode="numeric" required {...field("port")} />
          <Choice
            label={t.security}
            words={t.securities}
            value={values.security}
            onChange={(security) => {
              // Keeps a port that the admin typed.
              const port = values.port === PORTS[values.security] ? PORTS[security] : values.port;
              change({ security, port });
            }}
          />
        </div>
        {values.security === "none" && <p className="notice">{t.noneWarning}</p>}
        <div className="form-pair">
          <TextInput label={t.user} autoComplete="off" {...field("user")} />
          <TextInput
            label={messages.common.password}
            description={mail?.has_password && messages.notifications.isSet}
            type="password"
            autoComplete="new-password"
            placeholder={mail?.has_password ? "••••••••" : ""}
            {...field("password")}
          />
        </div>
        <TextInput label={t.from} type="email" placeholder="galley@example.org" required {...field("from")} />
        <Textarea label={t.to} autosize placeholder="ida@example.org, jan@example.org" required {...field("to")} />
        <Textarea
          label={t.ca}
          rows={2}
          classNames={{ input: "mono-input" }}
          spellCheck={false}
          {...field("ca_certificate")}
        />
        <ChannelEnd channel="mail" isSetUp={mail !== null} form={form} />
      </Form>
    </Block>
  );
}

function WebhookForm({ webhook }: { webhook: NotificationsView["webhook"] }) {
  const { isSet, webhook: t } = messages.notifications;
  const stored = { enabled: webhook?.enabled ?? true, url: "", secret: "" };
  const form = useDraft(stored, useReplace(keys.notifications, api.setWebhook));
  const { values, field } = form;

  const submit = () => {
    // An empty field keeps the stored value.
    const typed = Object.entries(values).filter(([, value]) => value !== "");
    form.send.mutate({ enabled: values.enabled, ...Object.fromEntries(typed) }, { onSuccess: form.clear });
  };
  return (
    <Block id="webhook" title={t.title} level={2}>
      <p className="hint">
        <Phrase text={t.what} />
      </p>
      <Form onSubmit={submit}>
        {webhook !== null && <Switch label={t.enabled} {...form.toggle("enabled")} />}
        <TextInput
          label={t.url}
          description={webhook !== null && isSet}
          inputMode="url"
          autoComplete="off"
          required={webhook === null}
          placeholder={webhook === null ? "https://chat.example.org/hooks/…" : `${webhook.address}/…`}
          {...field("url")}
        />
        <TextInput
          label={t.secret}
          description={<Phrase text={webhook?.has_secret ? isSet : t.secretWhy} />}
          type="password"
          autoComplete="new-password"
          placeholder={webhook?.has_secret ? "••••••••" : ""}
          {...field("secret")}
        />
        <ChannelEnd channel="webhook" isSetUp={webhook !== null} form={form} />
      </Form>
    </Block>
  );
}

interface ChannelEndProps extends ComponentProps<typeof FormEnd> {
  channel: NotificationChannel;
  isSetUp: boolean;
}

function ChannelEnd({ channel, isSetUp, form }: ChannelEndProps) {
  const t = messages.notifications;
  const remove = useReplace(keys.notifications, () => api.removeChannel(channel));
  const test = useMutation({ mutationFn: () => api.testChannel(channel) });
  return (
    <>
      {test.error && <ErrorNote error={test.error} />}
      {test.data !== undefined && !test.isPending && (
        <p className="notice" data-tone={test.data.sent ? "good" : "bad"} role="status">
          <strong>{test.data.sent ? t.testSent : t.testFailed}</strong>{" "}
          {localized(test.data.sentence, test.data.sentence_sentence)}
        </p>
      )}
      <FormEnd form={form} />
      {isSetUp && (
        <Group justify="flex-end">
          {form.isChanged && <span className="hint">{t.testSaves}</span>}
          <ConfirmButton action={t.remove[channel]} onConfirm={() => remove.mutateAsync().then(form.discard)}>
            <p>{t.removeWhy}</p>
          </ConfirmButton>
          <Button variant="default" loading={test.isPending} disabled={form.isChanged} onClick={() => test.mutate()}>
            {t.test}
          </Button>
        </Group>
      )}
    </>
  );
}
