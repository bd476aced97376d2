import { Switch, TextInput } from "@mantine/core";
import type { NotificationsView, WebhookBody } from "../../../../server/contracts/notifications-api.ts";
import { operations } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { Block, Phrase } from "../../parts/basics.tsx";
import { Form } from "../../parts/Form.tsx";
import { ChannelEnd, useChannelForm } from "./Channel.tsx";

export function WebhookForm({ webhook }: { webhook: NotificationsView["webhook"] }) {
  const { isSet, webhook: t } = messages.notifications;
  const stored = { enabled: webhook?.enabled ?? true, url: "", secret: "" };
  const form = useChannelForm<typeof stored, WebhookBody>(stored, operations.setWebhook);
  const { values, changed, field, save } = form;

  const submit = () => {
    // An empty field keeps the stored value.
    const typed = Object.entries(values).filter(([, value]) => value !== "");
    save.mutate({ enabled: values.enabled, ...Object.fromEntries(typed) }, { onSuccess: form.clear });
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
        <ChannelEnd
          channel="webhook"
          isSetUp={webhook !== null}
          isChanged={changed.length > 0}
          isComplete={webhook !== null || values.url !== ""}
          save={save}
          onDiscard={form.discard}
        />
      </Form>
    </Block>
  );
}
