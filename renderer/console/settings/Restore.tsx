import { Button, Checkbox, FileInput, Group, Progress } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { RestoreView } from "../../../server/contracts/backups-api.ts";
import { api, type RestoreSecrets } from "../data/api.ts";
import { useLive } from "../data/live.tsx";
import { locale, messages } from "../messages/index.ts";
import { Block, Phrase } from "../parts/basics.tsx";
import { Confirm } from "../parts/Confirm.tsx";
import { bound, PassphraseField } from "../parts/Form.tsx";

export function RestoreFile() {
  const t = messages.backups;
  const [file, setFile] = useState<File | null>(null);
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState<number>();
  const [report, setReport] = useState<RestoreView>();

  const restore = async () => {
    if (file === null) return;
    setSent(0);
    try {
      setReport(await api.restore(file, secrets, setSent));
      setFile(null);
      setSecrets({ ...secrets, passphrase: "" });
    } finally {
      setSent(undefined);
    }
  };

  return (
    <Block id="restore" title={t.fromFile} level={2}>
      {report !== undefined ? (
        <RestoreReport report={report} />
      ) : (
        <div className="form">
          <FileInput
            label={t.file}
            placeholder={t.chooseFile}
            accept=".zip,application/zip"
            clearable
            clearButtonProps={{ "aria-label": messages.deliveries.unselect }}
            value={file}
            onChange={setFile}
          />
          <SecretsFields secrets={secrets} onChange={setSecrets} />
          <Group justify="flex-end">
            <Button variant="default" disabled={file === null} onClick={() => setAsking(true)}>
              {t.restore}
            </Button>
          </Group>
        </div>
      )}
      <RestoreDialog
        opened={asking}
        onClose={() => setAsking(false)}
        file={file?.name ?? ""}
        sent={sent}
        onConfirm={restore}
      />
    </Block>
  );
}

export const NO_SECRETS: RestoreSecrets = { passphrase: "", new_secrets: false };

interface SecretsFieldsProps {
  secrets: RestoreSecrets;
  onChange: (secrets: RestoreSecrets) => void;
}

export function SecretsFields({ secrets, onChange }: SecretsFieldsProps) {
  const t = messages.backups;
  return (
    <>
      <PassphraseField
        description={t.backupPassphraseHint}
        autoComplete="off"
        {...bound(secrets.passphrase, (passphrase) => onChange({ ...secrets, passphrase }))}
      />
      <Checkbox
        label={t.newSecrets}
        checked={secrets.new_secrets}
        onChange={(event) => onChange({ ...secrets, new_secrets: event.currentTarget.checked })}
      />
    </>
  );
}

interface RestoreDialogProps {
  opened: boolean;
  onClose: () => void;
  file: string;
  /** Uploaded part, 0 to 1; undefined without an upload. */
  sent?: number | undefined;
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}

export function RestoreDialog({ opened, onClose, file, sent, onConfirm, children }: RestoreDialogProps) {
  const t = messages.backups;
  return (
    <Confirm opened={opened} onClose={onClose} action={t.restoreAction} onConfirm={onConfirm}>
      <p>
        <Phrase text={t.restoreWhat} parts={{ file: () => <strong>{file}</strong> }} />
      </p>
      <p>{t.restoreKept}</p>
      {children}
      {sent !== undefined && (
        <>
          <Progress value={sent * 100} aria-label={t.uploaded} />
          <p role="status">{sent < 1 ? t.uploading : t.verifying}</p>
        </>
      )}
    </Confirm>
  );
}

/** Shown once the restore is staged; reports when Galley is back. */
export function RestoreReport({ report }: { report: RestoreView }) {
  const t = messages.backups;
  const { resumed } = useLive();
  const [before] = useState(resumed);
  const sentences = !report.restarting
    ? [t.verifiedRestartNeeded]
    : resumed === before
      ? [t.verifiedRestarting]
      : sentencesOf(report);
  return (
    <div role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function sentencesOf(report: RestoreView): string[] {
  const t = messages.backups;
  const { projects_with_new_secrets: renewed, sessions_without_credentials: dropped } = report;
  return [
    t.restored(new Date(report.created_at).toLocaleString(locale), report.deliveries_held),
    t.previousData(report.kept_aside),
    ...(renewed.length > 0 ? [t.newProjectSecrets(renewed.join(", "))] : []),
    ...(dropped > 0 ? [t.lostCredentials(dropped)] : []),
    ...(report.missing_files > 0 ? [t.missingFiles(report.missing_files)] : []),
  ];
}
