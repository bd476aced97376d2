import { Switch } from "@mantine/core";
import type { SettingsView } from "../../../server/contracts/console-api.ts";
import { api } from "../api.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { useSave } from "../use-save.ts";

export interface ProxySwitchProps {
  settings: SettingsView;
  onChange: (settings: SettingsView) => void;
}

/** Works at once, and is undone by the same switch. */
export function ProxySwitch({ settings, onChange }: ProxySwitchProps) {
  const save = useSave();
  return (
    <section className="block" aria-labelledby="proxies">
      <h2 id="proxies">Proxies</h2>
      <Switch
        label="Reach sites through the proxies of the environment"
        description={`HTTP_PROXY, HTTPS_PROXY and NO_PROXY as Galley was started with: ${namedWords(settings.appliance.environment_proxies)} Takes effect at once, for callbacks and for files fetched from sites; this machine is reached directly.`}
        checked={settings.settings.proxy_from_environment}
        disabled={save.busy}
        onChange={(event) => {
          const proxy_from_environment = event.currentTarget.checked;
          void save.run(async () => onChange(await api.changeSettings({ proxy_from_environment })));
        }}
      />
      {save.error !== undefined && <ErrorNote error={save.error} />}
    </section>
  );
}

function namedWords({ http, https }: SettingsView["appliance"]["environment_proxies"]): string {
  if (http === null && https === null) return "they name none.";
  return `${http ?? "none"} for http, ${https ?? "none"} for https.`;
}
