import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../data/api.ts";
import { messages, sizeInWords } from "../../messages/index.ts";
import { Block } from "../../parts/basics.tsx";
import { bound, Form, Submit } from "../../parts/Form.tsx";

export const MIN_PASSPHRASE = 8;

/** Prepares a backup, then starts a browser download of any size. */
export function DownloadBackup() {
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
        <TextInput
          label={t.optionalPassphrase}
          description={t.optionalPassphraseHint}
          type="password"
          autoComplete="new-password"
          minLength={MIN_PASSPHRASE}
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

export function download(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}
