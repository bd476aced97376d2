import { Switch } from "@mantine/core";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { useChangeSettings } from "../data/changes.ts";
import { messages } from "../messages/index.ts";
import { ChangedBy } from "../parts/May.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { MB, NumbersForm } from "./NumbersForm.tsx";

export function DeliveriesPage({ settings }: { settings: SettingsView }) {
  const t = messages.settings.deliveries;
  const named = settings.appliance.environment_proxies;
  return (
    <div className="form">
      <InstantSwitch settings={settings} name="deliveries_paused" label={t.hold} hint={t.holdHint} />
      <ChangedBy least="admin">
        <InstantSwitch
          settings={settings}
          name="proxy_from_environment"
          label={t.proxies}
          hint={t.proxiesHint(named.http, named.https)}
        />
      </ChangedBy>
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
  const t = messages.settings.limits;
  return (
    <NumbersForm
      settings={settings.settings}
      fields={[
        { name: "token_hours", min: 1, max: 720, words: t.token_hours },
        { name: "open_limit_bytes", min: 0.001, max: 20, unit: MB, words: t.open_limit_bytes },
        { name: "media_limit_bytes", min: 0.001, max: 20_480, unit: MB, words: t.media_limit_bytes },
      ]}
    />
  );
}

export function RetentionPage({ settings }: { settings: SettingsView }) {
  const t = messages.settings.retention;
  return (
    <NumbersForm
      settings={settings.settings}
      fields={[
        { name: "version_days", min: 14, max: 3_650, words: t.version_days },
        { name: "upload_days", min: 1, max: 3_650, words: t.upload_days },
        { name: "log_days", min: 1, max: 3_650, words: t.log_days },
        { name: "log_attempts", min: 1_000, max: 10_000_000, words: t.log_attempts },
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
            {t.at}{" "}
            <a href={url} target="_blank" rel="noreferrer">
              {url}
            </a>
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
