/** The scheduled and manual backups that Galley keeps in a folder: plan, list, make, verify, restore, delete. */
import fs from "node:fs";
import path from "node:path";
import type { BackupPlanPatch, BackupsView } from "../contracts/backups-api.ts";
import type { ConsoleEvents } from "../contracts/console-api.ts";
import type { Overview } from "../contracts/overview-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { isoTime, timeInName } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import {
  backupsIn,
  isOnSameDisk,
  listBackups,
  NAME,
  newestOf,
  openFolder,
  reasonOf,
  requireFolder,
  rowOf,
  UNKNOWN,
} from "./backup-folder.ts";
import { createBackupSchedule, nextDue } from "./backup-plan.ts";
import { type BackupEntry, openBackupRecord } from "./backup-record.ts";
import type { Restored } from "./backups.ts";
import type { SecretsChoice } from "./passphrase.ts";

const DEFAULT_FOLDER = "backups";
const PURPOSE = "backup passphrase";

/** Null if Galley closes before the work ends. */
type Outcome = ConsoleEvents["backup"] | null;

export function createKeptBackups(
  services: Pick<Services, "runtime" | "events" | "audit" | "backups" | "secretBox" | "config">,
) {
  const { runtime, events, audit, backups, secretBox, config } = services;
  const { dataDir } = config;
  const { clock, log } = runtime;
  const record = openBackupRecord(dataDir, log);
  const folder = () => record.get().plan.folder ?? path.join(dataDir, DEFAULT_FOLDER);
  const passphrase = (): string | null => {
    const { passphrase: sealed } = record.get();
    return sealed === null ? null : secretBox.open(Buffer.from(sealed, "base64"), PURPOSE);
  };
  let busy: BackupsView["busy"] = null;
  let isClosing = false;
  let requested: Promise<unknown> = Promise.resolve();

  /** Adds or replaces an entry; the newest is first. */
  const store = (entry: BackupEntry) => {
    const others = record.get().entries.filter(({ id }) => id !== entry.id);
    return record.put({ entries: [entry, ...others].sort((a, b) => b.created_at - a.created_at) });
  };
  const failureOf = (error: unknown) => {
    const { detail, code, facts } = reasonOf(error, folder());
    return { error: detail, error_sentence: { code, facts } };
  };

  const run = async (what: NonNullable<BackupsView["busy"]>, work: () => Promise<Outcome>): Promise<Outcome> => {
    busy = what;
    events.publish("backup", { change: "begun", file: null, error: null });
    let outcome: Outcome = null;
    try {
      outcome = await work();
    } finally {
      busy = null;
    }
    if (outcome !== null) events.publish("backup", outcome);
    return outcome;
  };
  const begin = (what: NonNullable<BackupsView["busy"]>, work: () => Promise<Outcome>) => {
    requested = run(what, work).catch((error) => log.error("The result of a backup could not be recorded.", error));
  };

  /** Reserves `backups` synchronously. Records a failure instead of throwing. */
  const make = async (by: BackupEntry["by"]): Promise<Outcome> => {
    const at = clock.now();
    const name = `galley-${by === "schedule" ? "auto-" : ""}${timeInName(at)}.zip`;
    const file = path.join(folder(), name);
    try {
      const secret = passphrase();
      const isDefault = record.get().plan.folder === null;
      const { manifest, bytes } = await backups.write(file, secret, () =>
        openFolder(path.dirname(file), isDefault, at),
      );
      const missing = manifest.missing.length;
      const facts = { with_secrets: secret !== null, missing_files: missing, verified_at: clock.now(), error: null };
      await store({ id: name, file, bytes, created_at: at, by, ...facts });
      if (by === "hand") audit.record("backup kept", "appliance", { file: name, missing, secrets: secret !== null });
      return { change: "made", file: name, error: null };
    } catch (error) {
      if (isClosing) return null;
      const failure = failureOf(error);
      log.error(`The backup was not made. ${failure.error}`, error instanceof AppError ? undefined : error);
      await store({ ...UNKNOWN, id: runtime.random.uuid(), created_at: at, by, ...failure });
      return { change: "failed", file: null, error: failure.error };
    }
  };
  /** Null while Galley closes, otherwise whether it was made. */
  const makeScheduled = async (): Promise<boolean | null> => {
    const outcome = await run("making", () => make("schedule"));
    if (outcome?.change === "made") await removeOld();
    return outcome && outcome.change === "made";
  };

  /** Removes the schedule's oldest backups beyond `keep`, after a newer one is complete. */
  const removeOld = async () => {
    const { entries, plan } = record.get();
    const own = entries.filter(
      ({ by, file, error }) => by === "schedule" && error === null && file !== null && path.dirname(file) === folder(),
    );
    for (const { id, file } of own.slice(plan.keep)) {
      try {
        if (file !== null) await fs.promises.rm(file, { force: true });
        await record.put({ entries: record.get().entries.filter((entry) => entry.id !== id) });
      } catch (error) {
        log.warn(`The old backup ${file} could not be removed (${(error as Error).message}).`);
      }
    }
  };

  const verify = async (id: string, { file, bytes }: { file: string; bytes: number }): Promise<Outcome> => {
    let found: Pick<BackupEntry, "verified_at" | "with_secrets" | "missing_files" | "error" | "error_sentence">;
    try {
      // Reserves `backups` synchronously.
      const { key, missing } = await backups.check(file);
      const facts = { with_secrets: key.wrapped !== null, missing_files: missing.length };
      found = { ...facts, verified_at: clock.now(), error: null, error_sentence: null };
    } catch (error) {
      if (isClosing) return null;
      found = { with_secrets: null, missing_files: null, verified_at: null, ...failureOf(error) };
    }
    const { entries } = record.get();
    const known =
      entries.find((entry) => entry.id === id) ?? (await backupsIn(folder())).find((each) => each.id === id);
    if (known !== undefined) await store({ ...known, bytes, ...found });
    return { change: found.error === null ? "verified" : "failed", file: id, error: found.error };
  };

  const schedule = createBackupSchedule(runtime, record, {
    isBusy: () => busy !== null || backups.isBusy(),
    make: makeScheduled,
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
    /** Resolves once the requested work has ended. Later failures are not recorded. */
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all([requested, schedule.close()]);
    },
    secrets: (): string[] => [passphrase() ?? ""].filter((secret) => secret !== ""),
    last(): Overview["backup"] {
      const { entries, taken } = record.get();
      const newest = newestOf(entries, taken);
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
        last: newestOf(rows, taken),
        next_at: next === null ? null : isoTime(next),
        busy,
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
    beginMaking(): void {
      backups.requireIdle();
      begin("making", () => make("hand"));
    },
    /** Reads a backup back. @throws AppError not_found, conflict, unavailable */
    async beginVerifying(id: string): Promise<void> {
      const found = await fileOf(id);
      backups.requireIdle();
      begin("verifying", () => verify(id, found));
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
