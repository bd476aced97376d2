import { Switch } from "@mantine/core";
import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { useChangeSettings } from "../../data/changes.ts";
import { messages } from "../../messages/index.ts";
import { ErrorNote } from "../../parts/Notes.tsx";

export function DeliveriesPage({ settings }: { settings: SettingsView }) {
  const t = messages.settings.deliveries;
  const named = settings.appliance.environment_proxies;
  return (
    <div className="form">
      <SwitchAtOnce settings={settings} name="deliveries_paused" label={t.hold} hint={t.holdHint} />
      <SwitchAtOnce
        settings={settings}
        name="proxy_from_environment"
        label={t.proxies}
        hint={t.proxiesHint(named.http, named.https)}
      />
    </div>
  );
}

export interface SwitchAtOnceProps {
  settings: SettingsView;
  name: "deliveries_paused" | "proxy_from_environment" | "sandbox_enabled";
  label: string;
  hint: string;
}

export function SwitchAtOnce({ settings, name, label, hint }: SwitchAtOnceProps) {
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
