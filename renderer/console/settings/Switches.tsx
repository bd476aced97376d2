/** The switches that work at once, each undone by itself. */
import { Switch } from "@mantine/core";
import type { SettingsView } from "../../../server/contracts/console-api.ts";
import { useChangeSettings } from "../data/changes.ts";
import { ErrorNote } from "../parts/Notes.tsx";

export function HoldSwitch({ held }: { held: boolean }) {
  const change = useChangeSettings();
  return (
    <section className="block" aria-labelledby="hold">
      <h2 id="hold">Deliveries</h2>
      <Switch
        label="Hold all deliveries"
        description="Saving goes on, and nothing is sent to any site until the switch is off again. Takes effect at once."
        checked={held}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ deliveries_paused: event.currentTarget.checked })}
      />
      {change.error && <ErrorNote error={change.error} />}
    </section>
  );
}

export function ProxySwitch({ settings }: { settings: SettingsView }) {
  const change = useChangeSettings();
  return (
    <section className="block" aria-labelledby="proxies">
      <h2 id="proxies">Proxies</h2>
      <Switch
        label="Reach sites through the proxies of the environment"
        description={`HTTP_PROXY, HTTPS_PROXY and NO_PROXY as Galley was started with: ${namedWords(settings.appliance.environment_proxies)} Takes effect at once, for callbacks and for files fetched from sites; this machine is reached directly.`}
        checked={settings.settings.proxy_from_environment}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ proxy_from_environment: event.currentTarget.checked })}
      />
      {change.error && <ErrorNote error={change.error} />}
    </section>
  );
}

function namedWords({ http, https }: SettingsView["appliance"]["environment_proxies"]): string {
  if (http === null && https === null) return "they name none.";
  return `${http ?? "none"} for http, ${https ?? "none"} for https.`;
}
