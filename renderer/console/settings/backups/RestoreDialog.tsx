import { Checkbox, Progress, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { RestoreView } from "../../../../server/contracts/backups-api.ts";
import { useLive } from "../../data/live.tsx";
import { locale, messages } from "../../messages/index.ts";
import { Phrase } from "../../parts/basics.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import { bound } from "../../parts/Form.tsx";

export function useSecrets() {
  const [passphrase, setPassphrase] = useState("");
  const [newSecrets, setNewSecrets] = useState(false);
  return {
    value: { passphrase, new_secrets: newSecrets },
    setPassphrase,
    setNewSecrets,
    clear: () => setPassphrase(""),
  };
}

export function SecretsFields({ secrets }: { secrets: ReturnType<typeof useSecrets> }) {
  const t = messages.backups;
  return (
    <>
      <TextInput
        label={t.passphrase}
        description={t.backupPassphraseHint}
        type="password"
        autoComplete="off"
        {...bound(secrets.value.passphrase, (typed) => secrets.setPassphrase(typed))}
      />
      <Checkbox
        label={t.newSecrets}
        checked={secrets.value.new_secrets}
        onChange={(event) => secrets.setNewSecrets(event.currentTarget.checked)}
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
    <Confirm opened={opened} onClose={onClose} title={t.restoreTitle} action={t.restoreAction} onConfirm={onConfirm}>
      <p>
        <Phrase text={t.restoreWhat} parts={{ file: () => <strong>{file}</strong> }} />
      </p>
      <p>{t.restoreKept}</p>
      {children}
      {sent !== undefined && (
        <>
          <Progress value={sent * 100} aria-label={t.uploaded} />
          <p role="status">{sent < 1 ? t.uploading : messages.backups.verifying}</p>
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
