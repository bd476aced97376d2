import { Button, NumberInput, Switch } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { SettingsView } from "../../../server/contracts/console-api.ts";
import { useChangeSettings } from "../data/changes.ts";
import { ErrorNote } from "../parts/Notes.tsx";

const MB = 1024 * 1024;

export function SettingsForm({ settings }: { settings: SettingsView["settings"] }) {
  const [hours, setHours] = useState<number | null>(settings.token_hours);
  const [openMb, setOpenMb] = useState<number | null>(settings.open_limit_bytes / MB);
  const [mediaMb, setMediaMb] = useState<number | null>(settings.media_limit_bytes / MB);
  const [logDays, setLogDays] = useState<number | null>(settings.log_days);
  const [logAttempts, setLogAttempts] = useState<number | null>(settings.log_attempts);
  const [sandbox, setSandbox] = useState(settings.sandbox_enabled);
  const save = useChangeSettings();

  const changed =
    hours !== settings.token_hours ||
    openMb !== settings.open_limit_bytes / MB ||
    mediaMb !== settings.media_limit_bytes / MB ||
    logDays !== settings.log_days ||
    logAttempts !== settings.log_attempts ||
    sandbox !== settings.sandbox_enabled;
  const complete = hours !== null && openMb !== null && mediaMb !== null && logDays !== null && logAttempts !== null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!complete) return;
    save.mutate({
      token_hours: hours,
      open_limit_bytes: Math.round(openMb * MB),
      media_limit_bytes: Math.round(mediaMb * MB),
      log_days: logDays,
      log_attempts: logAttempts,
      sandbox_enabled: sandbox,
    });
  };

  return (
    <section className="block" aria-labelledby="limits">
      <h2 id="limits">Editors and limits</h2>
      <form className="form" onSubmit={submit} onChange={save.reset}>
        <NumberInput
          label="An editor address works for"
          description="Hours, 1 to 720, from its opening. An editor that stays open renews it."
          min={1}
          max={720}
          allowDecimal={false}
          value={hours ?? ""}
          onChange={(value) => setHours(typeof value === "number" ? value : null)}
        />
        <NumberInput
          label="Largest opening"
          description="MB (of 1024 × 1024 bytes) that a site may send when it opens an article, with the saved state of the editor. At most 20."
          min={0.001}
          max={20}
          value={openMb ?? ""}
          onChange={(value) => setOpenMb(typeof value === "number" ? value : null)}
        />
        <NumberInput
          label="Largest upload"
          description="MB of one picture, video or other file placed in an article. At most 20480."
          min={0.001}
          max={20_480}
          value={mediaMb ?? ""}
          onChange={(value) => setMediaMb(typeof value === "number" ? value : null)}
        />
        <NumberInput
          label="The log of callbacks is kept for"
          description="Days, 1 to 3650. Older attempts go; articles do not."
          min={1}
          max={3_650}
          allowDecimal={false}
          value={logDays ?? ""}
          onChange={(value) => setLogDays(typeof value === "number" ? value : null)}
        />
        <NumberInput
          label="Most attempts in the log"
          description="1,000 to 10,000,000; beyond it the oldest go first."
          min={1_000}
          max={10_000_000}
          thousandSeparator=","
          allowDecimal={false}
          value={logAttempts ?? ""}
          onChange={(value) => setLogAttempts(typeof value === "number" ? value : null)}
        />
        <Switch
          label="Sample site"
          description="A small site on this machine that opens articles and takes them, for trying out. Takes effect at the next start."
          checked={sandbox}
          onChange={(event) => setSandbox(event.currentTarget.checked)}
        />
        {save.error && <ErrorNote error={save.error} />}
        <div className="form-end">
          <span className="form-said" role="status">
            {save.isSuccess && !changed ? "Saved." : changed ? "Not saved yet." : ""}
          </span>
          <Button type="submit" loading={save.isPending} disabled={!changed || !complete}>
            Save the settings
          </Button>
        </div>
      </form>
    </section>
  );
}
