import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BackupsView, RestoreView } from "../../../../server/contracts/backups-api.ts";
import { said } from "../../../shared/language.ts";
import { Time } from "../../../shared/Time.tsx";
import { useStartBackup } from "../../data/changes.ts";
import { backupsQuery } from "../../data/queries.ts";
import { messages } from "../../messages/index.ts";
import { Block } from "../../parts/basics.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { May } from "../../parts/May.tsx";
import { ErrorNote } from "../../parts/Notes.tsx";
import { BackupList } from "./BackupList.tsx";
import { BackupPlanForm } from "./BackupPlanForm.tsx";
import { DownloadBackup } from "./DownloadBackup.tsx";
import { RestoreReport } from "./RestoreDialog.tsx";
import { RestoreFile } from "./RestoreFile.tsx";

export function BackupsPage() {
  const t = messages.backups;
  const backups = useQuery(backupsQuery);
  const [restored, setRestored] = useState<RestoreView>();
  return (
    <>
      {restored !== undefined && <RestoreReport report={restored} />}
      <Loaded query={backups} rows={6} height={32}>
        {(data) => (
          <>
            <LastBackup backups={data} />
            <Block id="backup-list" title={t.list} level={2}>
              <BackupList backups={data} onRestored={setRestored} />
            </Block>
            <Block id="backup-plan" title={t.plan} level={2}>
              <BackupPlanForm backups={data} />
            </Block>
          </>
        )}
      </Loaded>
      <May least="admin">
        <DownloadBackup />
        <RestoreFile />
      </May>
    </>
  );
}

function LastBackup({ backups }: { backups: BackupsView }) {
  const t = messages.backups;
  const begin = useStartBackup();
  const { last, next_at: next, busy, folder_fault: fault } = backups;
  return (
    <>
      <div className="between">
        <div>
          <p className={last === null ? "strong text-refused" : "strong"}>
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
      </div>
      {begin.error && <ErrorNote error={begin.error} />}
      {fault !== null && <p className="notice">{said(fault, backups.folder_fault_sentence)}</p>}
      {backups.plan.schedule === "off" && <p className="hint">{t.noPlan}</p>}
    </>
  );
}
