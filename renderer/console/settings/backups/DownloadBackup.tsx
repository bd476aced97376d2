import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../data/api.ts";
import { messages, sizeInWords } from "../../messages/index.ts";
import { bound, Form } from "../../parts/Form.tsx";
import { ErrorNote } from "../../parts/Notes.tsx";

export const MIN_PASSPHRASE = 8;

/** Prepares a backup, then starts a browser download of any size. */
export function DownloadBackup() {
  const t = messages.backups;
  const [passphrase, setPassphrase] = useState("");
  const backup = useMutation({
    mutationFn: () => api.prepareBackup(passphrase),
    onSuccess: (made) => {
      download(api.backupUrl(made.id), made.file_name);
      setPassphrase("");
    },
  });
  const made = backup.data;

  return (
    <section className="block" aria-labelledby="backup">
      <h2 id="backup">{t.byHand}</h2>
      <Form onSubmit={() => backup.mutate()} onChange={backup.isError ? backup.reset : undefined}>
        <TextInput
          label={t.byHandPassphrase}
          description={t.byHandPassphraseHint}
          type="password"
          autoComplete="new-password"
          minLength={MIN_PASSPHRASE}
          {...bound(passphrase, setPassphrase)}
        />
        {backup.error && <ErrorNote error={backup.error} />}
        <div className="form-end">
          <span className="form-said" role="status">
            {backup.isPending ? t.making : made !== undefined && t.downloaded(made.file_name, sizeInWords(made.bytes))}
          </span>
          <Button type="submit" variant="default" loading={backup.isPending}>
            {t.byHandAction}
          </Button>
        </div>
        {made !== undefined && made.missing_files > 0 && <p className="notice">{t.filesGone(made.missing_files)}</p>}
      </Form>
    </section>
  );
}

export function download(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}
