import type { SettingsView } from "../../../../server/contracts/settings-api.ts";
import { messages } from "../../messages/index.ts";
import { NumbersForm } from "../NumbersForm.tsx";

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
