import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { messages } from "../../messages/index.ts";
import { SwitchAtOnce } from "../deliveries/DeliveriesPage.tsx";

export function SamplePage({ settings }: { settings: SettingsView }) {
  const t = messages.settings.sample;
  const { sandbox_url: url, sandbox_project_id: project } = settings.appliance;
  if (project === null) return <p>{t.none}</p>;
  return (
    <div className="form">
      <SwitchAtOnce settings={settings} name="sandbox_enabled" label={t.switch} hint={t.hint} />
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
