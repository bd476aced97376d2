/** Makes and verifies the kept backups, one at a time, and records and publishes the outcome. */

import fs from "node:fs";
import path from "node:path";
import type { BackupsView } from "../contracts/backups-api.ts";
import type { ConsoleEvents } from "../contracts/console-api.ts";
import { AppError } from "../core/errors.ts";
import { timeInName } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { backupsIn, openFolder, reasonOf, UNKNOWN } from "./backup-folder.ts";
import type { BackupEntry, BackupRecordStore } from "./backup-record.ts";

/** Null where Galley closes meanwhile. */
type Outcome = ConsoleEvents["backup"] | null;

/** `passphrase` null: without secrets. */
export function createBackupWork(
  { runtime, events, audit, backups }: Pick<Services, "runtime" | "events" | "audit" | "backups">,
  record: BackupRecordStore,
  { folder, passphrase }: { folder(): string; passphrase(): string | null },
) {
  const { clock, log } = runtime;
  let busy: BackupsView["busy"] = null;
  let isClosing = false;
  let requested: Promise<void> = Promise.resolve();

  const note = (entry: BackupEntry) => record.put({ entries: [entry, ...record.get().entries] });

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

  /** Reserves the backups synchronously. Records a failure. */
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
      await note({ id: name, file, bytes, created_at: at, by, ...facts });
      if (by === "hand") audit.record("backup kept", "appliance", { file: name, missing, secrets: secret !== null });
      return { change: "made", file: name, error: null };
    } catch (error) {
      if (isClosing) return null;
      const { detail, code, facts } = reasonOf(error, folder());
      log.error(`The backup was not made. ${detail}`, error instanceof AppError ? undefined : error);
      const reason = { error: detail, error_sentence: { code, facts } };
      await note({ ...UNKNOWN, id: runtime.random.uuid(), created_at: at, by, ...reason });
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
    let found: Pick<BackupEntry, "verified_at" | "error" | "error_sentence" | "with_secrets" | "missing_files">;
    try {
      const { key, missing } = await backups.check(file);
      const facts = { with_secrets: key.wrapped !== null, missing_files: missing.length };
      found = { verified_at: clock.now(), error: null, error_sentence: null, ...facts };
    } catch (error) {
      if (isClosing) return null;
      const { detail, code, facts } = reasonOf(error, folder());
      found = { ...UNKNOWN, error: detail, error_sentence: { code, facts } };
    }
    const { verified_at, error, error_sentence, with_secrets, missing_files } = found;
    const facts = { verified_at, error, error_sentence, with_secrets, missing_files };
    const { entries } = record.get();
    if (entries.some((entry) => entry.id === id))
      await record.put({ entries: entries.map((entry) => (entry.id === id ? { ...entry, bytes, ...facts } : entry)) });
    else {
      const known = (await backupsIn(folder())).find((each) => each.id === id);
      if (known !== undefined) await note({ ...known, ...facts });
    }
    return { change: error === null ? "verified" : "failed", file: id, error };
  };

  return {
    busy: () => busy,
    /** Null while Galley closes. */
    async makeScheduled(): Promise<boolean | null> {
      let isMade: boolean | null = null;
      await run("making", async () => {
        const outcome = await make("schedule");
        isMade = outcome && outcome.change === "made";
        return outcome;
      });
      if (isMade === true) await removeOld();
      return isMade;
    },
    beginMaking(): void {
      requested = run("making", () => make("hand")).then(
        () => undefined,
        (error) => log.error("The backup could not be recorded.", error),
      );
    },
    beginVerifying(id: string, found: { file: string; bytes: number }): void {
      requested = run("verifying", () => verify(id, found)).then(
        () => undefined,
        (error) => log.error("The result of verifying a backup could not be recorded.", error),
      );
    },
    /** From now on, an error is one of closing. Resolves once the requested work has ended. */
    close(): Promise<void> {
      isClosing = true;
      return requested;
    },
  };
}
