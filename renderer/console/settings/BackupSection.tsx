import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../data/api.ts";
import { bytesWords } from "../lib/words.ts";
import { ErrorNote } from "../parts/Notes.tsx";

/** Fewer characters are refused by the appliance. */
export const MIN_PASSPHRASE = 8;

/** Makes a backup and hands it to the browser's own downloads, which takes files of any size. */
export function BackupSection() {
  const [passphrase, setPassphrase] = useState("");
  const backup = useMutation({
    mutationFn: () => api.prepareBackup(passphrase),
    onSuccess: (made) => {
      const link = document.createElement("a");
      link.href = api.backupUrl(made.id);
      link.download = made.file_name;
      link.click();
      setPassphrase("");
    },
  });
  const made = backup.data;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    backup.mutate();
  };

  return (
    <section className="block" aria-labelledby="backup">
      <h2 id="backup">Backup</h2>
      <p className="hint">
        One file with every article, version, picture and setting. It is made while everybody goes on working.
      </p>
      <form className="form" onSubmit={submit} onChange={backup.isError ? backup.reset : undefined}>
        <TextInput
          label="Passphrase for the secrets"
          description="Without one, keys' secrets and the sites' credentials stay out of the file, and another machine gets new ones. At least 8 characters; nobody can bring it back."
          type="password"
          autoComplete="new-password"
          minLength={MIN_PASSPHRASE}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {backup.error && <ErrorNote error={backup.error} />}
        <div className="form-end">
          <span className="form-said" role="status">
            {backup.isPending
              ? "Copying and checking what is stored…"
              : made !== undefined && `${made.file_name} (${bytesWords(made.bytes)}) is among your downloads.`}
          </span>
          <Button type="submit" loading={backup.isPending}>
            Make a backup
          </Button>
        </div>
        {made !== undefined && made.missing_files > 0 && <p className="warning">{filesGone(made.missing_files)}</p>}
      </form>
    </section>
  );
}

/** What is missing in a backup, in a sentence. */
export function filesGone(count: number): string {
  const files = count === 1 ? "1 file of an article is" : `${count} files of articles are`;
  return `${files} missing or damaged on the disk of the appliance, and therefore not in the backup.`;
}
