/** Backups and restores of a running appliance: one at a time. The last prepared backup is kept until it is downloaded. */
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Services } from "../services.ts";
import type { Manifest } from "./format.ts";
import { makeBackup, type PreparedBackup, writeBackup } from "./make-backup.ts";
import type { SecretsChoice } from "./passphrase.ts";
import { checkBackup } from "./reader.ts";
import { commitRestore, isRestoreWaiting, type StagedReport, stageRestore } from "./staged-restore.ts";

export type Backups = ReturnType<typeof createBackups>;

export interface Restored extends StagedReport {
  /** Folder in the data folder that will hold the old data. */
  aside: string;
}

/** A prepared backup is removed after this time, because it occupies disk space. */
const KEPT_MS = 10 * 60_000;
export function createBackups(
  services: Pick<Services, "runtime" | "audit" | "blobs" | "config" | "version">,
  masterKey: Buffer,
) {
  const { runtime, audit, blobs, config, version } = services;
  const { dataDir } = config;
  const closing = new AbortController();
  let kept: { id: string; backup: PreparedBackup; cancel: () => void } | null = null;
  let busy: Promise<unknown> | null = null;

  const requireIdle = () => {
    if (closing.signal.aborted) throw new AppError("unavailable", sentence("backups.closing"));
    if (isRestoreWaiting(dataDir)) throw new AppError("conflict", sentence("backups.restore_waiting"));
    if (busy !== null) throw new AppError("conflict", sentence("backups.busy"));
  };
  /** Reserves synchronously, before the first await. */
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
      { dataDir, masterKey, passphrase, galleyVersion: version, at: runtime.clock.now(), holdBlobs: blobs.hold },
      closing.signal,
    );

  const prepare = async (passphrase: string | null, fileName?: string) => {
    await dropKept();
    const backup = await makeNow(passphrase);
    const { counts, missing } = backup.manifest;
    audit.record("backup made", "appliance", {
      file: fileName ?? backup.fileName,
      ...counts,
      missing: missing.length,
      secrets: passphrase !== null,
    });
    const id = runtime.random.token(18);
    const drop = () =>
      void dropKept().catch((error) => runtime.log.error("An unused backup could not be removed.", error));
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
    /** Prepares a backup for `take` within ten minutes. @throws AppError conflict during another backup or restore; unavailable, disk_full */
    prepare: async (passphrase: string | null, fileName?: string): Promise<{ id: string; backup: PreparedBackup }> =>
      alone(() => prepare(passphrase, fileName)),
    /** Returns a prepared backup once. The caller must discard it. */
    take: takeKept,
    isBusy: (): boolean => busy !== null,
    /** @throws AppError conflict, unavailable */
    requireIdle,
    /** Writes a backup, reads it back, and renames it to `file`. @throws AppError; BackupRefused; system errors */
    write: async (file: string, passphrase: string | null, openFolder: () => Promise<void>) =>
      alone(async () => {
        await openFolder();
        return write(file, passphrase);
      }),
    /** Reads every byte of a backup. @throws BackupRefused; AppError conflict, unavailable */
    check: async (file: string): Promise<Manifest> => alone(() => checkBackup(file, closing.signal)),
    peek: (id: string): PreparedBackup | null => (kept?.id === id ? kept.backup : null),
    /** Stages a checked backup; the next start replaces the data. @throws BackupRefused; AppError conflict, disk_full */
    restore: async (source: AsyncIterable<Uint8Array>, size: number, secrets: SecretsChoice): Promise<Restored> =>
      alone(() => restore(source, size, secrets)),
    async close(): Promise<void> {
      closing.abort(new AppError("unavailable", sentence("backups.closing")));
      await Promise.allSettled([busy]);
      await dropKept();
    },
  };
}
