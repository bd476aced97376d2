import { Menu, Table, VisuallyHidden } from "@mantine/core";
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
import "@mantine/core/styles/Table.layer.css";
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
      <div className="boxed settings-backups">
        <Table stickyHeader horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t.columns.when}</Table.Th>
              <Table.Th scope="col">{t.columns.by}</Table.Th>
              <Table.Th scope="col">{t.columns.size}</Table.Th>
              <Table.Th scope="col">{t.columns.state}</Table.Th>
              <Table.Th scope="col">
                <VisuallyHidden>{t.columns.actions}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {backups.items.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td title={row.file ?? undefined}>
                  <Time iso={row.created_at} />
                </Table.Td>
                <Table.Td>{t.by[row.by]}</Table.Td>
                <Table.Td>{row.bytes === null ? "" : sizeInWords(row.bytes)}</Table.Td>
                <Table.Td>
                  <State row={row} />
                </Table.Td>
                <Table.Td>
                  <RowMenu label={`${t.columns.actions}: ${localTime(row.created_at, Date.now(), true)}`}>
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
                        <Menu.Item
                          leftSection={<IconHistory size={16} aria-hidden />}
                          onClick={() => setRestoring(row.id)}
                        >
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
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
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

function State({ row }: { row: BackupRow }) {
  const t = messages.backups;
  if (row.error !== null)
    return (
      <>
        <Mark tone="refused">{row.file === null ? t.failed : t.damaged}</Mark>{" "}
        <span className="wrap">{localized(row.error, row.error_sentence)}</span>
      </>
    );
  const facts = [
    row.with_secrets === true ? t.withSecrets : "",
    (row.missing_files ?? 0) > 0 ? t.missing(row.missing_files ?? 0) : "",
  ].filter(Boolean);
  return (
    <>
      {row.verified_at === null ? (
        <Mark tone="quiet">{t.unverified}</Mark>
      ) : (
        <span className="state-mark state-taken" title={t.verifiedAt(localTime(row.verified_at, Date.now()))}>
          {t.verified}
        </span>
      )}{" "}
      <span className="muted">{facts.join(" · ")}</span>
    </>
  );
}
