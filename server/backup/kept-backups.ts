/** The scheduled and manual backups that Galley keeps in a folder: plan, list, restore, delete. */
import fs from "node:fs";
import path from "node:path";
import type { BackupPlanPatch, BackupsView } from "../contracts/backups-api.ts";
import type { Overview } from "../contracts/overview-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { isOnSameDisk, lastAudited, listBackups, NAME, newestOf, requireFolder, rowOf } from "./backup-folder.ts";
import { createBackupSchedule, nextDue } from "./backup-plan.ts";
import { openBackupRecord } from "./backup-record.ts";
import { createBackupWork } from "./backup-work.ts";
import type { Restored } from "./backups.ts";
import type { SecretsChoice } from "./passphrase.ts";

const DEFAULT_FOLDER = "backups";
const PURPOSE = "backup passphrase";

export function createKeptBackups(
  services: Pick<Services, "runtime" | "events" | "audit" | "backups" | "secretBox" | "database" | "config">,
) {
  const { runtime, events, audit, backups, secretBox, database } = services;
  const { clock, log } = runtime;
  const { dataDir } = services.config;
  const record = openBackupRecord(dataDir, log);
  const folder = () => record.get().plan.folder ?? path.join(dataDir, DEFAULT_FOLDER);
  const passphrase = (): string | null => {
    const { passphrase: sealed } = record.get();
    return sealed === null ? null : secretBox.open(Buffer.from(sealed, "base64"), PURPOSE);
  };
  const work = createBackupWork(services, record, { folder, passphrase });
  const schedule = createBackupSchedule(runtime, record, {
    isBusy: () => work.busy() !== null || backups.isBusy(),
    make: work.makeScheduled,
  });

  const fileOf = async (id: string): Promise<{ file: string; bytes: number }> => {
    const file = path.join(folder(), id);
    const stats = NAME.test(id) ? await fs.promises.stat(file).catch(() => null) : null;
    if (stats === null || !stats.isFile()) throw new AppError("not_found", sentence("backups.gone"));
    return { file, bytes: stats.size };
  };

  return {
    start: schedule.start,
    wake: schedule.check,
    async close(): Promise<void> {
      await Promise.all([work.close(), schedule.close()]);
    },
    secrets: (): string[] => [passphrase() ?? ""].filter((secret) => secret !== ""),
    last(): Overview["backup"] {
      const { entries, taken } = record.get();
      const newest = newestOf(entries, taken, lastAudited(database));
      return newest === null ? null : { last_at: newest.at, file: newest.file };
    },
    async view(): Promise<BackupsView> {
      const { rows, fault } = await listBackups(record.get(), folder());
      const { plan, passphrase: sealed, taken } = record.get();
      const next = nextDue(plan, clock.now());
      return {
        items: rows.map(rowOf),
        plan: { ...plan, with_secrets: sealed !== null },
        folder: folder(),
        same_disk: await isOnSameDisk(dataDir, folder()),
        folder_fault: fault?.detail ?? null,
        folder_fault_sentence: fault && { code: fault.code, facts: fault.facts },
        last: newestOf(rows, taken, lastAudited(database)),
        next_at: next === null ? null : isoTime(next),
        busy: work.busy(),
      };
    },
    /** Keeps the passphrase if it is undefined. @throws ValidationFailed for an unusable folder */
    async patch({ passphrase: secret, ...part }: BackupPlanPatch): Promise<void> {
      const before = record.get().plan;
      const plan = { ...before, ...part };
      if (part.folder !== undefined && part.folder !== null) await requireFolder(part.folder, dataDir);
      const isNewTime = (["schedule", "hour", "weekday"] as const).some((key) => plan[key] !== before[key]);
      const sealed = secret && secretBox.seal(secret, PURPOSE).toString("base64");
      await record.put({
        plan,
        ...(isNewTime ? { planned_at: clock.now() } : {}),
        ...(secret === undefined ? {} : { passphrase: sealed || null }),
      });
      const secrets = secret === undefined ? {} : { secrets: secret !== null };
      audit.record("backup plan changed", "appliance", { ...part, ...secrets });
      schedule.reset();
    },
    /** @throws AppError conflict, unavailable */
    begin(): void {
      backups.requireIdle();
      work.beginMaking();
    },
    /** Reads a backup back. @throws AppError not_found, conflict, unavailable */
    async beginVerifying(id: string): Promise<void> {
      const found = await fileOf(id);
      backups.requireIdle();
      work.beginVerifying(id, found);
    },
    fileOf,
    /** @throws BackupRefused; AppError not_found, conflict, disk_full */
    async restore(id: string, choice: SecretsChoice): Promise<Restored> {
      const { file, bytes } = await fileOf(id);
      const source = fs.createReadStream(file, { highWaterMark: 256 * 1024 });
      try {
        return await backups.restore(source, bytes, choice);
      } finally {
        source.destroy();
      }
    },
    /** Deletes a backup, or the entry of a failed one. @throws AppError not_found, conflict */
    async remove(id: string): Promise<void> {
      backups.requireIdle();
      const { entries } = record.get();
      const failed = entries.find((entry) => entry.id === id && entry.file === null);
      if (failed === undefined) await fs.promises.rm((await fileOf(id)).file);
      await record.put({ entries: entries.filter((entry) => entry.id !== id) });
      audit.record("backup deleted", "appliance", { file: failed === undefined ? id : null });
      events.publish("backup", { change: "deleted", file: id, error: null });
    },
    async noteTaken(file: string): Promise<void> {
      await record.put({ taken: { file, at: clock.now() } });
      events.publish("backup", { change: "made", file, error: null });
    },
  };
}
