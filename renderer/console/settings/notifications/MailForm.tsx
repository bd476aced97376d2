import { Select, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import type { MailBody, MailSecurity, NotificationsView } from "../../../../server/contracts/notifications-api.ts";
import { operations } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
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
  /** Typed, but not a tag yet. */
  toTyped: string;
  ca: string;
}

const PORTS: Record<MailSecurity, string> = { tls: "465", starttls: "587", none: "25" };
const SECURITIES: MailSecurity[] = ["starttls", "tls", "none"];

export function MailForm({ mail }: { mail: NotificationsView["mail"] }) {
  const t = messages.notifications.mail;
  const { typed, save, change, discard } = useChannelForm<Fields, MailBody>(operations.setMail);
  const stored = fieldsOf(mail);
  const fields = { ...stored, ...typed };
  const isChanged = (Object.keys(typed) as (keyof Fields)[]).some(
    (name) => String(typed[name]) !== String(stored[name]),
  );
  const recipients = [...new Set([...fields.to, ...fields.toTyped.split(/[,;\s]+/).filter(Boolean)])];
  const isComplete = fields.host !== "" && fields.from !== "" && recipients.length > 0 && /^\d{1,5}$/.test(fields.port);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { password, port, ca, toTyped: _, ...rest } = fields;
    save.mutate({
      ...rest,
      to: recipients,
      port: Number(port),
      ca_certificate: ca.trim() === "" ? null : ca,
      ...(password === "" ? {} : { password }),
    });
  };
  return (
    <section className="block" aria-labelledby="mail">
      <h2 id="mail">{t.title}</h2>
      <form className="form" onSubmit={submit}>
        {mail !== null && (
          <Switch
            label={t.enabled}
            checked={fields.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
        )}
        <div className="form-pair">
          <TextInput
            label={t.host}
            placeholder="mail.example.org"
            value={fields.host}
            onChange={(event) => change({ host: event.currentTarget.value })}
          />
          <TextInput
            label={t.port}
            inputMode="numeric"
            value={fields.port}
            onChange={(event) => change({ port: event.currentTarget.value })}
          />
          <Select
            label={t.security}
            data={SECURITIES.map((value) => ({ value, label: t.securities[value] }))}
            allowDeselect={false}
            value={fields.security}
            onChange={(value) => {
              const security = SECURITIES.find((each) => each === value) ?? fields.security;
              // Keeps a port that the admin typed.
              const port = fields.port === PORTS[fields.security] ? PORTS[security] : fields.port;
              change({ security, port });
            }}
          />
        </div>
        {fields.security === "none" && <p className="notice">{t.noneWarning}</p>}
        <div className="form-pair">
          <TextInput
            label={t.user}
            autoComplete="off"
            value={fields.user}
            onChange={(event) => change({ user: event.currentTarget.value })}
          />
          <TextInput
            label={t.password}
            description={mail?.has_password && messages.notifications.kept}
            type="password"
            autoComplete="new-password"
            placeholder={mail?.has_password ? "••••••••" : ""}
            value={fields.password}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label={t.from}
          type="email"
          placeholder="galley@example.org"
          value={fields.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
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
          <Textarea
            label={t.ca}
            rows={4}
            classNames={{ input: "mono-input" }}
            spellCheck={false}
            value={fields.ca}
            onChange={(event) => change({ ca: event.currentTarget.value })}
          />
        </details>
        <ChannelEnd
          channel="mail"
          isSetUp={mail !== null}
          isChanged={isChanged}
          isComplete={isComplete}
          save={save}
          onDiscard={discard}
        />
      </form>
    </section>
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
