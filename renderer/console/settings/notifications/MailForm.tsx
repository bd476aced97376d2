import { Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { MailBody, MailSecurity, NotificationsView } from "../../../../server/contracts/notifications-api.ts";
import { operations } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { Block } from "../../parts/basics.tsx";
import { Choice } from "../../parts/Choices.tsx";
import { Form } from "../../parts/Form.tsx";
import { ChannelEnd, useChannelForm } from "./Channel.tsx";

/** The password is empty unless typed. */
interface Fields {
  enabled: boolean;
  host: string;
  port: string;
  security: MailSecurity;
  user: string;
  password: string;
  from: string;
  to: string[];
  /** Typed text that is not a tag yet. */
  toTyped: string;
  ca: string;
}

const PORTS: Record<MailSecurity, string> = { tls: "465", starttls: "587", none: "25" };

export function MailForm({ mail }: { mail: NotificationsView["mail"] }) {
  const t = messages.notifications.mail;
  const form = useChannelForm<Fields, MailBody>(fieldsOf(mail), operations.setMail);
  const { values: fields, changed, change, field, toggle, save } = form;
  const recipients = [...new Set([...fields.to, ...fields.toTyped.split(/[,;\s]+/).filter(Boolean)])];
  const isComplete = fields.host !== "" && fields.from !== "" && recipients.length > 0 && /^\d{1,5}$/.test(fields.port);

  const submit = () => {
    const { password, port, ca, toTyped: _, ...rest } = fields;
    const body = { ...rest, to: recipients, port: Number(port), ca_certificate: ca.trim() === "" ? null : ca };
    save.mutate({ ...body, ...(password === "" ? {} : { password }) }, { onSuccess: form.clear });
  };
  return (
    <Block id="mail" title={t.title} level={2}>
      <Form onSubmit={submit}>
        {mail !== null && <Switch label={t.enabled} {...toggle("enabled")} />}
        <div className="form-pair">
          <TextInput label={t.host} placeholder="mail.example.org" {...field("host")} />
          <TextInput label={t.port} inputMode="numeric" {...field("port")} />
          <Choice
            label={t.security}
            words={t.securities}
            value={fields.security}
            onChange={(security) => {
              // Keeps a port that the admin typed.
              const port = fields.port === PORTS[fields.security] ? PORTS[security] : fields.port;
              change({ security, port });
            }}
          />
        </div>
        {fields.security === "none" && <p className="notice">{t.noneWarning}</p>}
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
        <TextInput label={t.from} type="email" placeholder="galley@example.org" {...field("from")} />
        <TagsInput
          label={t.to}
          splitChars={[",", " ", ";"]}
          value={fields.to}
          onChange={(to) => change({ to })}
          searchValue={fields.toTyped}
          onSearchChange={(toTyped) => {
            if (toTyped !== fields.toTyped) change({ toTyped });
          }}
        />
        <details open={fields.ca !== ""}>
          <summary>{t.ownAuthority}</summary>
          <Textarea label={t.ca} rows={4} classNames={{ input: "mono-input" }} spellCheck={false} {...field("ca")} />
        </details>
        <ChannelEnd
          channel="mail"
          isSetUp={mail !== null}
          isChanged={changed.length > 0}
          isComplete={isComplete}
          save={save}
          onDiscard={form.discard}
        />
      </Form>
    </Block>
  );
}

function fieldsOf(mail: NotificationsView["mail"]): Fields {
  return {
    enabled: mail?.enabled ?? true,
    host: mail?.host ?? "",
    port: String(mail?.port ?? PORTS.starttls),
    security: mail?.security ?? "starttls",
    user: mail?.user ?? "",
    password: "",
    from: mail?.from ?? "",
    to: mail?.to ?? [],
    toTyped: "",
    ca: mail?.ca_certificate ?? "",
  };
}
