import { NativeSelect, NumberInput, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { BackupPlan, BackupPlanPatch, BackupsView } from "../../../../server/contracts/backups-api.ts";
import { useChangeBackupPlan } from "../../data/changes.ts";
import { faultsOf, isAtFields } from "../../lib/faults.ts";
import { locale, messages } from "../../messages/index.ts";
import { bound, Form, FormEnd } from "../../parts/Form.tsx";
import { MIN_PASSPHRASE } from "./DownloadBackup.tsx";

const SCHEDULES: BackupPlan["schedule"][] = ["off", "daily", "weekly"];
const FIELDS = ["schedule", "hour", "weekday", "folder", "keep", "passphrase"];

export function BackupPlanForm({ backups }: { backups: BackupsView }) {
  const t = messages.backups;
  const { plan } = backups;
  const save = useChangeBackupPlan();
  const [typed, setTyped] = useState<Partial<BackupPlan>>({});
  const [passphrase, setPassphrase] = useState("");
  const [withSecrets, setWithSecrets] = useState<boolean>();
  const shown = { ...plan, ...typed };
  const secrets = withSecrets ?? plan.with_secrets;
  const faults = faultsOf(save.error);

  const changedPlan = (Object.keys(typed) as (keyof BackupPlan)[]).filter((key) => shown[key] !== plan[key]);
  const isNewPassphrase = secrets && passphrase !== "";
  const isChanged = changedPlan.length > 0 || secrets !== plan.with_secrets || isNewPassphrase;
  const isComplete = !secrets || (passphrase === "" ? plan.with_secrets : passphrase.length >= MIN_PASSPHRASE);

  const change = (part: Partial<BackupPlan>) => {
    save.reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  const clear = () => {
    setTyped({});
    setPassphrase("");
    setWithSecrets(undefined);
  };
  const submit = () => {
    const patch: BackupPlanPatch = Object.fromEntries(changedPlan.map((key) => [key, shown[key]]));
    if (!secrets && plan.with_secrets) patch.passphrase = null;
    else if (isNewPassphrase) patch.passphrase = passphrase;
    save.mutate(patch, { onSuccess: clear });
  };

  return (
    <Form onSubmit={submit}>
      <div className="form-pair">
        <NativeSelect
          label={t.schedule}
          data={SCHEDULES.map((value) => ({ value, label: t.schedules[value] }))}
          {...bound(shown.schedule, (typed) => change({ schedule: typed as BackupPlan["schedule"] }))}
        />
        {shown.schedule === "weekly" && (
          <NativeSelect
            label={t.weekday}
            data={t.weekdays.map((label, day) => ({ value: String(day), label }))}
            {...bound(String(shown.weekday), (typed) => change({ weekday: Number(typed) }))}
          />
        )}
        {shown.schedule !== "off" && (
          <NativeSelect
            label={t.hour}
            data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }))}
            {...bound(String(shown.hour), (typed) => change({ hour: Number(typed) }))}
          />
        )}
      </div>
      <TextInput
        label={t.folder}
        description={t.folderHint}
        placeholder={plan.folder === null ? backups.folder : "backups"}
        value={shown.folder ?? ""}
        error={faults.folder}
        onChange={(event) =>
          change({ folder: event.currentTarget.value.trim() === "" ? null : event.currentTarget.value })
        }
      />
      {backups.same_disk && typed.folder === undefined && <p className="notice">{t.sameDisk}</p>}
      <NumberInput
        className="settings-number"
        label={t.keep}
        description={t.keepHint}
        min={1}
        max={365}
        clampBehavior="none"
        allowDecimal={false}
        value={Number.isNaN(shown.keep) ? "" : shown.keep}
        error={faults.keep}
        onChange={(value) => change({ keep: typeof value === "number" ? value : Number.NaN })}
      />
      <Switch
        label={t.secrets}
        description={t.secretsHint}
        checked={secrets}
        onChange={(event) => {
          save.reset();
          setWithSecrets(event.currentTarget.checked);
        }}
      />
      {secrets && (
        <TextInput
          label={t.passphrase}
          description={plan.with_secrets ? t.passphraseKept : t.passphraseHint}
          type="password"
          autoComplete="new-password"
          value={passphrase}
          error={faults.passphrase}
          onChange={(event) => {
            save.reset();
            setPassphrase(event.currentTarget.value);
          }}
        />
      )}
      <FormEnd
        isChanged={isChanged}
        isComplete={isComplete && !Number.isNaN(shown.keep)}
        save={save}
        showsError={!isAtFields(save.error, FIELDS)}
        onDiscard={() => {
          save.reset();
          clear();
        }}
      />
    </Form>
  );
}

function hourInWords(hour: number): string {
  return new Date(2026, 0, 1, hour).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}
