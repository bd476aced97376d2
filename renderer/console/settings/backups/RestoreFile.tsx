import { Button, FileInput, Group } from "@mantine/core";
import { useState } from "react";
import type { RestoreView } from "../../../../server/contracts/backups-api.ts";
import { api } from "../../data/api.ts";
import { messages } from "../../messages/index.ts";
import { Block } from "../../parts/basics.tsx";
import { RestoreDialog, RestoreReport, SecretsFields, useSecrets } from "./RestoreDialog.tsx";

export function RestoreFile() {
  const t = messages.backups;
  const [file, setFile] = useState<File | null>(null);
  const secrets = useSecrets();
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState<number>();
  const [report, setReport] = useState<RestoreView>();

  const restore = async () => {
    if (file === null) return;
    setSent(0);
    try {
      setReport(await api.restore(file, secrets.value, setSent));
      setFile(null);
      secrets.clear();
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
            clearButtonProps={{ "aria-label": t.clearFile }}
            value={file}
            onChange={setFile}
          />
          <SecretsFields secrets={secrets} />
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
