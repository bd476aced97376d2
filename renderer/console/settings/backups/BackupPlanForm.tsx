import { NativeSelect, NumberInput, Switch, TextInput } from "@mantine/core";
import type { BackupPlanPatch, BackupsView } from "../../../../server/contracts/backups-api.ts";
import { useChangeBackupPlan } from "../../data/changes.ts";
import { faultsOf } from "../../lib/faults.ts";
import { locale, messages } from "../../messages/index.ts";
import { Choice } from "../../parts/Choices.tsx";
import { bound, Form, FormEnd, useDraft } from "../../parts/Form.tsx";
import { MIN_PASSPHRASE } from "./DownloadBackup.tsx";

const FIELDS = ["schedule", "hour", "weekday", "folder", "keep", "passphrase"];

export function BackupPlanForm({ backups }: { backups: BackupsView }) {
  const t = messages.backups;
  const { plan } = backups;
  const save = useChangeBackupPlan();
  const saved = { ...plan, folder: plan.folder ?? "", passphrase: "" };
  const { values, changed, change, field, toggle, clear, discard } = useDraft(saved, save);
  const faults = faultsOf(save.error);
  const { schedule, hour, weekday, folder, keep, with_secrets: secrets, passphrase } = values;
  const isComplete = !secrets || (passphrase === "" ? plan.with_secrets : passphrase.length >= MIN_PASSPHRASE);

  const submit = () => {
    const next = { schedule, hour, weekday, keep, folder: folder.trim() === "" ? null : folder };
    const patch: BackupPlanPatch = Object.fromEntries(
      Object.entries(next).filter(([name]) => changed.some((each) => each === name)),
    );
    if (!secrets && plan.with_secrets) patch.passphrase = null;
    else if (secrets && passphrase !== "") patch.passphrase = passphrase;
    save.mutate(patch, { onSuccess: clear });
  };

  return (
    <Form onSubmit={submit}>
      <div className="form-pair">
        <Choice
          label={t.schedule}
          words={t.schedules}
          value={schedule}
          onChange={(typed) => change({ schedule: typed })}
        />
        {schedule === "weekly" && (
          <NativeSelect
            label={t.weekday}
            data={t.weekdays.map((label, day) => ({ value: String(day), label }))}
            {...bound(String(weekday), (typed) => change({ weekday: Number(typed) }))}
          />
        )}
        {schedule !== "off" && (
          <NativeSelect
            label={t.hour}
            data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }))}
            {...bound(String(hour), (typed) => change({ hour: Number(typed) }))}
          />
        )}
      </div>
      <TextInput
        label={t.folder}
        description={t.folderHint}
        placeholder={plan.folder === null ? backups.folder : "backups"}
        error={faults.folder}
        {...field("folder")}
      />
      {backups.same_disk && !changed.includes("folder") && <p className="notice">{t.sameDisk}</p>}
      <NumberInput
        className="settings-number"
        label={t.keep}
        description={t.keepHint}
        min={1}
        max={365}
        clampBehavior="none"
        allowDecimal={false}
        value={Number.isNaN(keep) ? "" : keep}
        error={faults.keep}
        onChange={(value) => change({ keep: typeof value === "number" ? value : Number.NaN })}
      />
      <Switch label={t.secrets} description={t.secretsHint} {...toggle("with_secrets")} />
      {secrets && (
        <TextInput
          label={t.passphrase}
          description={plan.with_secrets ? t.passphraseKept : t.passphraseHint}
          type="password"
          autoComplete="new-password"
          error={faults.passphrase}
          {...field("passphrase")}
        />
      )}
      <FormEnd
        isChanged={changed.length > 0}
        isComplete={isComplete && !Number.isNaN(keep)}
        save={save}
        fields={FIELDS}
        onDiscard={discard}
      />
    </Form>
  );
}

function hourInWords(hour: number): string {
  return new Date(2026, 0, 1, hour).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}
