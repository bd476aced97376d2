import { NumberInput, Switch } from "@mantine/core";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { Time } from "../../shared/Time.tsx";
import { useChangeSettings } from "../data/changes.ts";
import { messages } from "../messages/index.ts";
import { CopyFact, Fact, Facts, Phrase } from "../parts/basics.tsx";
import { Form, FormEnd, useDraft } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { ReadOnlyBelow } from "../parts/RequireRole.tsx";

export function DeliveriesPage({ settings }: { settings: SettingsView }) {
  const t = messages.settings.deliveries;
  const named = settings.appliance.environment_proxies;
  return (
    <div className="form">
      <InstantSwitch settings={settings} name="deliveries_paused" label={t.hold} hint={t.holdHint} />
      <ReadOnlyBelow atLeast="admin">
        <InstantSwitch
          settings={settings}
          name="proxy_from_environment"
          label={t.proxies}
          hint={t.proxiesHint(named.http, named.https)}
        />
      </ReadOnlyBelow>
    </div>
  );
}

interface InstantSwitchProps {
  settings: SettingsView;
  name: "deliveries_paused" | "proxy_from_environment" | "sandbox_enabled";
  label: string;
  hint: string;
}

function InstantSwitch({ settings, name, label, hint }: InstantSwitchProps) {
  const change = useChangeSettings();
  return (
    <div>
      <Switch
        label={label}
        description={hint}
        checked={settings.settings[name]}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ [name]: event.currentTarget.checked })}
      />
      {change.error && <ErrorNote error={change.error} />}
    </div>
  );
}

type Settings = SettingsView["settings"];
type NumberName = { [Name in keyof Settings]: Settings[Name] extends number ? Name : never }[keyof Settings];

interface NumbersFormProps<Name extends NumberName> {
  /** `unit`: divisor for display; with it, decimals are accepted. */
  fields: readonly { name: Name; min: number; max: number; unit?: number }[];
  words: Readonly<Record<Name, { label: string; hint?: string }>>;
  settings: Settings;
}

export const MB = 1024 * 1024;

export function NumbersForm<Name extends NumberName>({ fields, words, settings }: NumbersFormProps<Name>) {
  const save = useChangeSettings();
  const saved: Partial<Record<NumberName, number>> = Object.fromEntries(
    fields.map(({ name, unit = 1 }) => [name, settings[name] / unit]),
  );
  const form = useDraft(saved, save);
  const submit = () => {
    const changed = fields.filter(({ name }) => form.changed.includes(name));
    const patch = changed.map(({ name, unit = 1 }) => [name, Math.round(Number(form.values[name]) * unit)]);
    save.mutate(Object.fromEntries(patch), { onSuccess: form.clear });
  };
  return (
    <Form onSubmit={submit}>
      {fields.map(({ name, min, max, unit }) => (
        <NumberInput
          key={name}
          className="settings-number"
          label={words[name].label}
          description={words[name].hint}
          min={min}
          max={max}
          allowDecimal={unit !== undefined}
          thousandSeparator={max > 100_000 ? " " : ""}
          {...form.number(name)}
        />
      ))}
      <FormEnd form={form} />
    </Form>
  );
}

export function LimitsPage({ settings }: { settings: SettingsView }) {
  return (
    <NumbersForm
      settings={settings.settings}
      words={messages.settings.limits}
      fields={[
        { name: "token_hours", min: 1, max: 720 },
        { name: "open_limit_bytes", min: 0.001, max: 20, unit: MB },
        { name: "media_limit_bytes", min: 0.001, max: 20_480, unit: MB },
      ]}
    />
  );
}

export function RetentionPage({ settings }: { settings: SettingsView }) {
  return (
    <NumbersForm
      settings={settings.settings}
      words={messages.settings.retention}
      fields={[
        { name: "version_days", min: 14, max: 3_650 },
        { name: "upload_days", min: 1, max: 3_650 },
        { name: "log_days", min: 1, max: 3_650 },
        { name: "log_attempts", min: 1_000, max: 10_000_000 },
      ]}
    />
  );
}

export function SamplePage({ settings }: { settings: SettingsView }) {
  const t = messages.settings.sample;
  const { sandbox_url: url, sandbox_project_id: project } = settings.appliance;
  if (project === null) return <p>{t.none}</p>;
  return (
    <div className="form">
      <InstantSwitch settings={settings} name="sandbox_enabled" label={messages.settings.pages.sample} hint={t.hint} />
      {url !== null && (
        <p className="wrap">
          {t.at} <NewTab href={url}>{url}</NewTab>
        </p>
      )}
      {url === null && settings.settings.sandbox_enabled && <p>{t.notOpen}</p>}
    </div>
  );
}

export function AboutPage({ settings: { appliance: facts } }: { settings: SettingsView }) {
  const t = messages.settings.about;
  return (
    <Facts>
      <Fact name={messages.common.version}>{facts.version}</Fact>
      <Fact name={t.since}>
        <Time iso={facts.started_at} />
      </Fact>
      <CopyFact name={messages.network.fields.public_url.label} value={facts.public_url} />
      <Fact name={t.forDevelopers}>
        <NewTab href={`${facts.public_url}/docs`}>{t.apiDocs}</NewTab>
        {", "}
        <NewTab href={`${facts.public_url}/docs/guide`}>{t.guide}</NewTab>
      </Fact>
      <CopyFact name={t.console} value={facts.console_url} />
      <CopyFact name={t.dataFolder} value={facts.data_dir} />
      <Fact name={t.guides}>
        <Phrase text={t.guidesText} />
      </Fact>
      <Fact name={t.licence}>
        MIT, <NewTab href="/licences.txt">{t.thirdParty}</NewTab>
      </Fact>
    </Facts>
  );
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
