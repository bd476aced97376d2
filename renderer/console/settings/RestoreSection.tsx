import { Button, Checkbox, FileInput, Progress, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import type { RestoreView } from "../../../server/contracts/console-api.ts";
import { api } from "../data/api.ts";
import { useLive } from "../data/live.tsx";
import { Confirm } from "../parts/Confirm.tsx";
import { filesGone } from "./BackupSection.tsx";

/** Puts a backup in the place of everything; asks once, and says what came of it when the appliance is back. */
export function RestoreSection() {
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState("");
  const [newSecrets, setNewSecrets] = useState(false);
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState<number>();
  const [report, setReport] = useState<RestoreView>();
  const { resumed } = useLive();
  const [isBack, setIsBack] = useState(false);
  useEffect(() => setIsBack(resumed > 0), [resumed]);

  const restore = async () => {
    if (file === null) return;
    setSent(0);
    try {
      const restored = await api.restore(file, { passphrase, new_secrets: newSecrets }, setSent);
      setIsBack(false);
      setReport(restored);
      setFile(null);
      setPassphrase("");
    } finally {
      setSent(undefined);
    }
  };

  return (
    <section className="block" aria-labelledby="restore">
      <h2 id="restore">Restore</h2>
      {report !== undefined ? (
        <div role="status">
          {said(report, isBack).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      ) : (
        <div className="form">
          <FileInput
            label="Backup"
            description="It is checked to the last byte before anything is touched."
            placeholder="Choose a file"
            accept=".zip,application/zip"
            clearable
            clearButtonProps={{ "aria-label": "Take another file" }}
            value={file}
            onChange={setFile}
          />
          <TextInput
            label="Its passphrase"
            description="Only where it was made with one."
            type="password"
            autoComplete="off"
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
          <Checkbox
            label="Do without the passphrase: every project gets a new secret"
            checked={newSecrets}
            onChange={(event) => setNewSecrets(event.currentTarget.checked)}
          />
          <div className="form-end">
            <Button variant="default" disabled={file === null} onClick={() => setAsking(true)}>
              Restore…
            </Button>
          </div>
        </div>
      )}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Replace everything with this backup?"
        action="Replace everything"
        onConfirm={restore}
      >
        <p>
          Every article, version, key and setting becomes what it was when <strong>{file?.name}</strong> was made.
          Galley restarts; what journalists have not saved stays in their browsers.
        </p>
        <p>
          Today's data is kept in the data folder. Nothing is sent to any site until you release deliveries, because an
          old backup must not overwrite newer articles.
        </p>
        {sent !== undefined && (
          <>
            <Progress value={sent * 100} aria-label="Sent to the appliance" />
            <p role="status">{sent < 1 ? "Sending and checking the backup…" : "Checking the last of it…"}</p>
          </>
        )}
      </Confirm>
    </section>
  );
}

function said(report: RestoreView, isBack: boolean): string[] {
  if (!report.restarting) return ["The backup is checked. Restart Galley to put it in place."];
  if (!isBack) return ["The backup is checked. Galley restarts with it…"];
  return restoreSentences(report, new Date(report.created_at).toLocaleString());
}

/** What the admin must know once the old data is back; the first sentence always holds. */
function restoreSentences(report: RestoreView, when: string): string[] {
  const { projects_with_new_secrets: renewed, sessions_without_credentials: dropped } = report;
  return [
    `The backup of ${when} is in place. Deliveries are held (${report.deliveries_held} wait): look at them, then release them.`,
    `The data of before is in the folder ${report.kept_aside} of the data folder.`,
    ...(renewed.length > 0 ? [`These projects have new secrets, which their sites need: ${renewed.join(", ")}.`] : []),
    ...(dropped > 0
      ? [`${dropped} sessions lost the credentials for callbacks until their sites open them again.`]
      : []),
    ...(report.missing_files > 0 ? [filesGone(report.missing_files)] : []),
  ];
}
