import { Select, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { MailBody, MailSecurity, NotificationsView } from "../../../../server/contracts/notifications-api.ts";
import { operations } from "../../data/operations.ts";
import { messages } from "../../messages/index.ts";
import { bound, Form } from "../../parts/Form.tsx";
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

  const submit = () => {
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
      <Form onSubmit={submit}>
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
            {...bound(fields.host, (typed) => change({ host: typed }))}
          />
          <TextInput label={t.port} inputMode="numeric" {...bound(fields.port, (typed) => change({ port: typed }))} />
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
          <TextInput label={t.user} autoComplete="off" {...bound(fields.user, (typed) => change({ user: typed }))} />
          <TextInput
            label={t.password}
            description={mail?.has_password && messages.notifications.kept}
            type="password"
            autoComplete="new-password"
            placeholder={mail?.has_password ? "••••••••" : ""}
            {...bound(fields.password, (typed) => change({ password: typed }))}
          />
        </div>
        <TextInput
          label={t.from}
          type="email"
          placeholder="galley@example.org"
          {...bound(fields.from, (typed) => change({ from: typed }))}
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
            {...bound(fields.ca, (typed) => change({ ca: typed }))}
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
      </Form>
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
