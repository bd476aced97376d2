import { Box, Button, NativeSelect, NumberInput, Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { BackupPlanPatch, BackupsView, RestoreView } from "../../../server/contracts/backups-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api, download } from "../data/api.ts";
import { useChangeBackupPlan, useStartBackup } from "../data/changes.ts";
import { backupsQuery } from "../data/queries.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { Block } from "../parts/basics.tsx";
import { Choice } from "../parts/Choices.tsx";
import { bound, Form, FormEnd, PassphraseField, Submit, useDraft } from "../parts/Form.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { BackupList } from "./BackupList.tsx";
import { RestoreFile, RestoreReport } from "./Restore.tsx";

export function BackupsPage() {
  const t = messages.backups;
  const [restored, setRestored] = useState<RestoreView>();
  return (
    <>
      {restored !== undefined && <RestoreReport report={restored} />}
      <Loaded query={backupsQuery}>
        {(data) => (
          <>
            <LastBackup backups={data} />
            <Block id="backup-list" title={messages.settings.pages.backups} level={2}>
              <BackupList backups={data} onRestored={setRestored} />
            </Block>
            <Block id="backup-plan" title={t.plan} level={2}>
              <BackupPlanForm backups={data} />
            </Block>
          </>
        )}
      </Loaded>
      <RequireRole atLeast="admin">
        <DownloadBackup />
        <RestoreFile />
      </RequireRole>
    </>
  );
}

function LastBackup({ backups }: { backups: BackupsView }) {
  const t = messages.backups;
  const begin = useStartBackup();
  const { last, next_at: next, busy, folder_fault: fault } = backups;
  return (
    <>
      <Box className="between" pb="md">
        <div>
          <p className={last === null ? "strong text-bad" : "strong"}>
            {t.last}: {last === null ? messages.common.never : <Time iso={last.at} as="relative" />}
            {next !== null && (
              <span className="muted">
                {" · "}
                {t.next} <Time iso={next} />
              </span>
            )}
          </p>
          <p className="hint" role="status">
            {busy === null ? "" : busy === "making" ? t.creating : t.verifying}
          </p>
        </div>
        <Button loading={begin.isPending} disabled={busy !== null} onClick={() => begin.mutate()}>
          {t.backUpNow}
        </Button>
      </Box>
      {begin.error && <ErrorNote error={begin.error} />}
      {fault !== null && <p className="notice">{localized(fault, backups.folder_fault_sentence)}</p>}
    </>
  );
}

function BackupPlanForm({ backups }: { backups: BackupsView }) {
  const t = messages.backups;
  const { plan } = backups;
  const save = useChangeBackupPlan();
  const form = useDraft({ ...plan, folder: plan.folder ?? "", passphrase: "" }, save);
  const { values, field } = form;
  const { schedule, hour, weekday, with_secrets: secrets } = values;

  const submit = () => {
    const edited = { ...values, folder: values.folder.trim() || null, with_secrets: undefined };
    const patch: BackupPlanPatch = Object.fromEntries(form.changed.map((name) => [name, edited[name]]));
    if (!secrets) patch.passphrase = null;
    save.mutate(patch, { onSuccess: form.clear });
  };

  return (
    <Form onSubmit={submit}>
      <div className="form-pair">
        <Choice label={t.schedule} words={t.schedules} {...form.choice("schedule")} />
        {schedule === "weekly" && (
          <NativeSelect
            label={messages.chart.day}
            data={t.weekdays.map((label, day) => ({ value: String(day), label }))}
            {...bound(String(weekday), (typed) => form.change({ weekday: Number(typed) }))}
          />
        )}
        {schedule !== "off" && (
          <NativeSelect
            label={messages.common.time.label}
            data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))}
            {...bound(String(hour), (typed) => form.change({ hour: Number(typed) }))}
          />
        )}
      </div>
      <TextInput
        label={t.folder}
        description={t.folderHint}
        placeholder={plan.folder === null ? backups.folder : "backups"}
        {...field("folder")}
      />
      {backups.same_disk && !form.changed.includes("folder") && <p className="notice">{t.sameDisk}</p>}
      <NumberInput
        className="settings-number"
        label={t.keep}
        description={t.keepHint}
        min={1}
        max={365}
        allowDecimal={false}
        {...form.number("keep")}
      />
      <Switch label={t.secrets} description={t.secretsHint} {...form.toggle("with_secrets")} />
      {secrets && (
        <PassphraseField
          description={plan.with_secrets ? messages.notifications.isSet : t.passphraseHint}
          required={!plan.with_secrets}
          {...field("passphrase")}
        />
      )}
      <FormEnd form={form} />
    </Form>
  );
}

/** Prepares a backup, then starts a browser download of any size. */
function DownloadBackup() {
  const t = messages.backups;
  const [passphrase, setPassphrase] = useState("");
  const backup = useMutation({
    mutationFn: () => api.prepareBackup(passphrase),
    onSuccess: (created) => {
      download(api.backupUrl(created.id), created.file_name);
      setPassphrase("");
    },
  });
  const created = backup.data;

  return (
    <Block id="backup" title={t.downloadTitle} level={2}>
      <Form onSubmit={() => backup.mutate()} onChange={backup.isError ? backup.reset : undefined}>
        <PassphraseField
          label={t.optionalPassphrase}
          description={t.optionalPassphraseHint}
          {...bound(passphrase, setPassphrase)}
        />
        <Submit
          send={backup}
          action={t.downloadAction}
          status={
            backup.isPending
              ? t.creating
              : created !== undefined && t.downloaded(created.file_name, sizeInWords(created.bytes))
          }
          variant="default"
        />
        {created !== undefined && created.missing_files > 0 && (
          <p className="notice">{t.missingFiles(created.missing_files)}</p>
        )}
      </Form>
    </Block>
  );
}
