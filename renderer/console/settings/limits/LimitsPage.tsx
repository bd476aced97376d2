import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { messages } from "../../messages/index.ts";
import { MB, NumbersForm } from "../NumbersForm.tsx";

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
