/** Makes and verifies the kept backups, one at a time, and records and publishes the results. */
import fs from "node:fs";
import path from "node:path";
import type { BackupsView } from "../contracts/backups-api.ts";
import type { ConsoleEvents } from "../contracts/console-api.ts";
import { AppError } from "../core/errors.ts";
import { timeInName } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { backupsIn, openFolder, reasonOf, UNKNOWN } from "./backup-folder.ts";
import type { BackupEntry, BackupRecordStore } from "./backup-record.ts";

/** Null if Galley closes before the work ends. */
type Outcome = ConsoleEvents["backup"] | null;

/** @param passphrase returns null for backups without secrets */
export function createBackupWork(
  { runtime, events, audit, backups }: Pick<Services, "runtime" | "events" | "audit" | "backups">,
  record: BackupRecordStore,
  { folder, passphrase }: { folder(): string; passphrase(): string | null },
) {
  const { clock, log } = runtime;
  let busy: BackupsView["busy"] = null;
  let isClosing = false;
  let requested: Promise<unknown> = Promise.resolve();

  const add = (entry: BackupEntry) => record.put({ entries: [entry, ...record.get().entries] });

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
      await add({ id: name, file, bytes, created_at: at, by, ...facts });
      if (by === "hand") audit.record("backup kept", "appliance", { file: name, missing, secrets: secret !== null });
      return { change: "made", file: name, error: null };
    } catch (error) {
      if (isClosing) return null;
      const { detail, code, facts } = reasonOf(error, folder());
      log.error(`The backup was not made. ${detail}`, error instanceof AppError ? undefined : error);
      const reason = { error: detail, error_sentence: { code, facts } };
      await add({ ...UNKNOWN, id: runtime.random.uuid(), created_at: at, by, ...reason });
      return { change: "failed", file: null, error: detail };
    }
  };

  /** Removes the schedule's oldest backups beyond `keep`, after a newer one is complete. */
  const removeOld = async () => {
    const { entries, plan } = record.get();
    const old = entries
      .filter(
        ({ by, file, error }) =>
          by === "schedule" && error === null && file !== null && path.dirname(file) === folder(),
      )
      .slice(plan.keep);
    for (const { id, file } of old) {
      try {
        if (file !== null) await fs.promises.rm(file, { force: true });
        await record.put({ entries: record.get().entries.filter((entry) => entry.id !== id) });
      } catch (error) {
        log.warn(`The old backup ${file} could not be removed (${(error as Error).message}).`);
      }
    }
  };

  const verify = async (id: string, { file, bytes }: { file: string; bytes: number }): Promise<Outcome> => {
    let facts: Pick<BackupEntry, "verified_at" | "error" | "error_sentence" | "with_secrets" | "missing_files">;
    try {
      const { key, missing } = await backups.check(file);
      const known = { with_secrets: key.wrapped !== null, missing_files: missing.length };
      facts = { verified_at: clock.now(), error: null, error_sentence: null, ...known };
    } catch (error) {
      if (isClosing) return null;
      const { detail, code, facts: reasonFacts } = reasonOf(error, folder());
      const reason = { error: detail, error_sentence: { code, facts: reasonFacts } };
      facts = { verified_at: null, with_secrets: null, missing_files: null, ...reason };
    }
    const { entries } = record.get();
    if (entries.some((entry) => entry.id === id))
      await record.put({ entries: entries.map((entry) => (entry.id === id ? { ...entry, bytes, ...facts } : entry)) });
    else {
      const known = (await backupsIn(folder())).find((each) => each.id === id);
      if (known !== undefined) await add({ ...known, ...facts });
    }
    return { change: facts.error === null ? "verified" : "failed", file: id, error: facts.error };
  };

  const begin = (what: NonNullable<BackupsView["busy"]>, work: () => Promise<Outcome>, failed: string) => {
    requested = run(what, work).catch((error) => log.error(failed, error));
  };

  return {
    busy: () => busy,
    /** Null while Galley closes. */
    async makeScheduled(): Promise<boolean | null> {
      const outcome = await run("making", () => make("schedule"));
      const isMade = outcome && outcome.change === "made";
      if (isMade === true) await removeOld();
      return isMade;
    },
    beginMaking(): void {
      begin("making", () => make("hand"), "The backup could not be recorded.");
    },
    beginVerifying(id: string, found: { file: string; bytes: number }): void {
      begin("verifying", () => verify(id, found), "The result of verifying a backup could not be recorded.");
    },
    /** Resolves once the requested work has ended. Later failures are not recorded. */
    async close(): Promise<void> {
      isClosing = true;
      await requested;
    },
  };
}
