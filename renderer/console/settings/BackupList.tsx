import { Menu } from "@mantine/core";
import { IconDownload, IconHistory, IconShieldCheck, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { BackupRow, BackupsView, RestoreView } from "../../../server/contracts/backups-api.ts";
import { localized } from "../../shared/language.ts";
import { localTime, Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRefresh, useVerifyBackup } from "../data/changes.ts";
import { keys } from "../data/queries.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { Mark } from "../parts/basics.tsx";
import { Confirm } from "../parts/Confirm.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RowMenu } from "../parts/RowMenu.tsx";
import { NO_SECRETS, RestoreDialog, SecretsFields } from "./Restore.tsx";

interface BackupListProps {
  backups: BackupsView;
  onRestored: (report: RestoreView) => void;
}

export function BackupList({ backups, onRestored }: BackupListProps) {
  const t = messages.backups;
  const [restoring, setRestoring] = useState<string>();
  const [removing, setRemoving] = useState<BackupRow>();
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const refresh = useRefresh(keys.backups);
  const verify = useVerifyBackup();
  const removeEntry = useMutation({ mutationFn: api.removeBackup, onSuccess: refresh });
  const error = verify.error ?? removeEntry.error;

  if (backups.items.length === 0)
    return <p className="muted">{backups.last === null ? t.none : t.noneInFolder(backups.last.file)}</p>;
  return (
    <>
      {error !== null && <ErrorNote error={error} />}
      <ul className="list ruled">
        {backups.items.map((row) => (
          <li key={row.id} className="between">
            <p className="line grow wrap" title={row.file ?? undefined}>
              <Time iso={row.created_at} />
              <State row={row} />
              <span className="muted">{factsOf(row)}</span>
            </p>
            <RowMenu label={`${messages.palette.groups.actions}: ${localTime(row.created_at, Date.now(), true)}`}>
              {row.file !== null && (
                <>
                  <Menu.Item
                    leftSection={<IconShieldCheck size={16} aria-hidden />}
                    disabled={backups.busy !== null}
                    onClick={() => verify.mutate(row.id)}
                  >
                    {t.verify}
                  </Menu.Item>
                  <Menu.Item
                    component="a"
                    href={api.keptBackupUrl(row.id)}
                    download={row.id}
                    leftSection={<IconDownload size={16} aria-hidden />}
                  >
                    {messages.common.download}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setRestoring(row.id)}>
                    {t.restore}
                  </Menu.Item>
                </>
              )}
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => (row.file === null ? removeEntry.mutate(row.id) : setRemoving(row))}
              >
                {row.file === null ? t.removeFromList : t.remove}
              </Menu.Item>
            </RowMenu>
          </li>
        ))}
      </ul>
      <RestoreDialog
        opened={restoring !== undefined}
        onClose={() => setRestoring(undefined)}
        file={restoring ?? ""}
        onConfirm={async () => {
          onRestored(await api.restoreBackup(restoring ?? "", secrets));
          setSecrets({ ...secrets, passphrase: "" });
        }}
      >
        <SecretsFields secrets={secrets} onChange={setSecrets} />
      </RestoreDialog>
      <Confirm
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        action={t.removeAction}
        onConfirm={async () => {
          await api.removeBackup(removing?.id ?? "");
          await refresh();
        }}
      >
        <p>{t.removeWhy(removing?.file ?? "")}</p>
      </Confirm>
    </>
  );
}

/** "schedule · 12 MB · with secrets", and the error. */
function factsOf(row: BackupRow): string {
  const t = messages.backups;
  return [
    t.by[row.by],
    row.bytes !== null && sizeInWords(row.bytes),
    row.with_secrets && t.withSecrets,
    row.missing_files && t.missing(row.missing_files),
    row.error !== null && localized(row.error, row.error_sentence),
  ]
    .filter(Boolean)
    .join(" · ");
}

function State({ row }: { row: BackupRow }) {
  const t = messages.backups;
  if (row.error !== null)
    return <Mark tone="bad">{row.file === null ? messages.words.standings.failed : t.damaged}</Mark>;
  if (row.verified_at === null) return <Mark tone="quiet">{t.unverified}</Mark>;
  return <Mark tone="good">{t.verified(localTime(row.verified_at, Date.now()))}</Mark>;
}
