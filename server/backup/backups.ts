/** Backups and restores of a running appliance: one at a time, and the last prepared one kept until it is fetched. */

import { AppError } from "../core/errors.ts";
import type { Runtime } from "../core/runtime.ts";
import type { AuditLog } from "../storage/audit-log.ts";
import type { BlobStore } from "../storage/blobs.ts";
import type { Manifest } from "./format.ts";
import { makeBackup, type PreparedBackup } from "./make-backup.ts";
import type { SecretsChoice } from "./passphrase.ts";
import { checkBackup } from "./reader.ts";
import { commitRestore, isRestoreWaiting, type StagedReport, stageRestore } from "./staged-restore.ts";
import { writeBackup } from "./write-backup.ts";

export type Backups = ReturnType<typeof createBackups>;

export interface Restored extends StagedReport {
  /** Folder in the data folder in which the old data will be. */
  aside: string;
}

/** Bytes of the disk are held meanwhile. */
const KEPT_MS = 10 * 60_000;

export function createBackups({
  runtime,
  audit,
  blobs,
  dataDir,
  masterKey,
  galleyVersion,
}: {
  runtime: Runtime;
  audit: AuditLog;
  blobs: BlobStore;
  dataDir: string;
  masterKey: Buffer;
  galleyVersion: string;
}) {
  const closing = new AbortController();
  const open = new Set<PreparedBackup>();
  let kept: { id: string; backup: PreparedBackup; cancel: () => void } | null = null;
  let busy: Promise<unknown> | null = null;

  const requireIdle = () => {
    if (closing.signal.aborted) throw new AppError("unavailable", "Galley is closing. Try again once it is back.");
    if (isRestoreWaiting(dataDir))
      throw new AppError("conflict", "A restore waits for the next start of Galley. Restart it first.");
    if (busy !== null)
      throw new AppError("conflict", "A backup or restore is under way already; wait until it has ended.");
  };
  /** One piece of work at a time: two would only take the disk from each other. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    requireIdle();
    const mine = work().finally(() => {
      busy = null;
    });
    busy = mine;
    return mine;
  };
  const takeKept = (id: string) => {
    if (kept?.id !== id) return null;
    const { backup, cancel } = kept;
    cancel();
    kept = null;
    return backup;
  };
  const dropKept = async () => {
    if (kept !== null) await takeKept(kept.id)?.discard();
  };

  const makeNow = (passphrase: string | null) =>
    makeBackup(
      { dataDir, masterKey, passphrase, galleyVersion, at: runtime.clock.now(), holdBlobs: blobs.hold },
      closing.signal,
    );

  const prepare = async (passphrase: string | null, fileName?: string) => {
    await dropKept();
    const made = await makeNow(passphrase);
    const backup: PreparedBackup = {
      ...made,
      async discard() {
        open.delete(backup);
        await made.discard();
      },
    };
    open.add(backup);
    const { counts, missing } = made.manifest;
    audit.record("backup made", "appliance", {
      file: fileName ?? made.fileName,
      ...counts,
      missing: missing.length,
      secrets: passphrase !== null,
    });
    const id = runtime.random.token(18);
    const drop = () =>
      void dropKept().catch((error) => runtime.log.error("A backup that nobody fetched could not be removed.", error));
    kept = { id, backup, cancel: runtime.clock.after(KEPT_MS, drop) };
    return { id, backup };
  };

  const write = async (file: string, passphrase: string | null) => {
    const made = await makeNow(passphrase);
    try {
      return { manifest: await writeBackup(file, made.createStream(), closing.signal), bytes: made.size };
    } finally {
      await made.discard();
    }
  };

  const restore = async (source: AsyncIterable<Uint8Array>, size: number, secrets: SecretsChoice) => {
    const at = runtime.clock.now();
    const report = await stageRestore({ dataDir, targetKey: masterKey, source, size, at, ...secrets }, closing.signal);
    audit.record("restore begun", "appliance", { created_at: report.manifest.created_at });
    return { ...report, aside: await commitRestore(dataDir, at) };
  };

  return {
    /**
     * Prepares a backup. The caller takes it with `take`, or leaves it to be taken within ten minutes.
     * @param fileName under which it will be kept, where that is known
     * @throws AppError conflict while another backup or a restore is under way; unavailable, disk_full
     */
    prepare: async (passphrase: string | null, fileName?: string): Promise<{ id: string; backup: PreparedBackup }> =>
      alone(() => prepare(passphrase, fileName)),
    /** A prepared backup, once; whoever takes it discards it. Null where there is none of that id. */
    take: takeKept,
    isBusy: (): boolean => busy !== null,
    /** @throws AppError conflict, unavailable: what would be refused now */
    requireIdle,
    /**
     * Makes a backup at its place: written, read back, and only then given its name. No other is begun from this call on.
     * @param openFolder makes the place ready
     * @throws AppError conflict, unavailable, disk_full; BackupRefused where the disk gave back something else; what the
     *   disk says
     */
    write: async (file: string, passphrase: string | null, openFolder: () => Promise<void>) =>
      alone(async () => {
        await openFolder();
        return write(file, passphrase);
      }),
    /** Reads one from its first byte to its last. @throws BackupRefused; AppError conflict, unavailable */
    check: async (file: string): Promise<Manifest> => alone(() => checkBackup(file, closing.signal)),
    /** What `take` would return. */
    peek: (id: string): PreparedBackup | null => (kept?.id === id ? kept.backup : null),
    /**
     * Checks a backup and stages it; it is put in place at the next start.
     * @throws BackupRefused; AppError conflict, disk_full
     */
    restore: async (source: AsyncIterable<Uint8Array>, size: number, secrets: SecretsChoice): Promise<Restored> =>
      alone(() => restore(source, size, secrets)),
    /** Ends what is under way. */
    async close(): Promise<void> {
      closing.abort(new AppError("unavailable", "Galley is closing. Try again once it is back."));
      await Promise.allSettled([busy]);
      await dropKept();
      await Promise.all([...open].map((backup) => backup.discard()));
    },
  };
}
