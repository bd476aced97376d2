import { Switch } from "@mantine/core";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { Time } from "../../shared/Time.tsx";
import { useChangeSettings } from "../data/changes.ts";
import { messages } from "../messages/index.ts";
import { CopyFact, Fact, Facts, Phrase } from "../parts/basics.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { ReadOnlyBelow } from "../parts/RequireRole.tsx";
import { MB, NumbersForm } from "./NumbersForm.tsx";

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
      <p className="wrap">
        {url !== null ? (
          <>
            {t.at} <NewTab href={url}>{url}</NewTab>
          </>
        ) : settings.settings.sandbox_enabled ? (
          t.notOpen
        ) : (
          t.off
        )}
      </p>
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
      <CopyFact name={messages.common.publicUrl} value={facts.public_url} />
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
