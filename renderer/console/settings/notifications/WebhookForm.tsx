import { Switch, TextInput } from "@mantine/core";
import type { NotificationsView, WebhookBody } from "../../../../server/contracts/notifications-api.ts";
import { operations } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { Phrase } from "../../parts/basics.tsx";
import { bound, Form } from "../../parts/Form.tsx";
import { ChannelEnd, useChannelForm } from "./Channel.tsx";

interface Fields {
  enabled: boolean;
  url: string;
  secret: string;
}

export function WebhookForm({ webhook }: { webhook: NotificationsView["webhook"] }) {
  const { kept, webhook: t } = messages.notifications;
  const { typed, save, change, discard } = useChannelForm<Fields, WebhookBody>(operations.setWebhook);
  const fields: Fields = { enabled: webhook?.enabled ?? true, url: "", secret: "", ...typed };
  const isChanged = fields.url !== "" || fields.secret !== "" || fields.enabled !== (webhook?.enabled ?? true);

  const submit = () => {
    save.mutate({
      enabled: fields.enabled,
      ...(fields.url === "" ? {} : { url: fields.url }),
      ...(fields.secret === "" ? {} : { secret: fields.secret }),
    });
  };
  return (
    <section className="block" aria-labelledby="webhook">
      <h2 id="webhook">{t.title}</h2>
      <p className="hint">
        <Phrase text={t.what} />
      </p>
      <Form onSubmit={submit}>
        {webhook !== null && (
          <Switch
            label={t.enabled}
            checked={fields.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
        )}
        <TextInput
          label={t.url}
          description={webhook !== null && kept}
          inputMode="url"
          autoComplete="off"
          placeholder={webhook === null ? "https://chat.example.org/hooks/…" : `${webhook.address}/…`}
          {...bound(fields.url, (typed) => change({ url: typed }))}
        />
        <TextInput
          label={t.secret}
          description={<Phrase text={webhook?.has_secret ? kept : t.secretWhy} />}
          type="password"
          autoComplete="new-password"
          placeholder={webhook?.has_secret ? "••••••••" : ""}
          {...bound(fields.secret, (typed) => change({ secret: typed }))}
        />
        <ChannelEnd
          channel="webhook"
          isSetUp={webhook !== null}
          isChanged={isChanged}
          isComplete={webhook !== null || fields.url !== ""}
          save={save}
          onDiscard={discard}
        />
      </Form>
    </section>
  );
}
