import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { BackupView } from "../../../../server/contracts/console-api.ts";
import { api } from "../../api.ts";
import { ErrorNote } from "../../parts/Notes.tsx";
import { useSave } from "../../use-save.ts";
import { bytesWords } from "../../words.ts";
import { filesGone } from "./words.ts";

/** Fewer characters are refused by the appliance. */
export const MIN_PASSPHRASE = 8;

/** Makes a backup and hands it to the browser's own downloads, which takes files of any size. */
export function BackupSection() {
  const [passphrase, setPassphrase] = useState("");
  const [made, setMade] = useState<BackupView>();
  const save = useSave();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMade(undefined);
    void save.run(async () => {
      const backup = await api.prepareBackup(passphrase);
      const link = document.createElement("a");
      link.href = api.backupUrl(backup.id);
      link.download = backup.file_name;
      link.click();
      setMade(backup);
      setPassphrase("");
    });
  };

  return (
    <section className="block" aria-labelledby="backup">
      <h2 id="backup">Backup</h2>
      <p className="hint">
        One file with every article, version, picture and setting. It is made while everybody goes on working.
      </p>
      <form className="form" onSubmit={submit} onChange={save.reset}>
        <TextInput
          label="Passphrase for the secrets"
          description="Without one, keys' secrets and the sites' credentials stay out of the file, and another machine gets new ones. At least 8 characters; nobody can bring it back."
          type="password"
          autoComplete="new-password"
          minLength={MIN_PASSPHRASE}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {save.error !== undefined && <ErrorNote error={save.error} />}
        <div className="form-end">
          <span className="form-said" role="status">
            {save.busy
              ? "Copying and checking what is stored…"
              : made !== undefined && `${made.file_name} (${bytesWords(made.bytes)}) is among your downloads.`}
          </span>
          <Button type="submit" loading={save.busy}>
            Make a backup
          </Button>
        </div>
        {made !== undefined && made.missing_files > 0 && <p className="warning">{filesGone(made.missing_files)}</p>}
      </form>
    </section>
  );
}
