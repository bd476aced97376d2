/** Runs a command on the data folder of a Galley that is not running. */
import { finishRestore } from "../backup/staged-restore.ts";
import { type Config, readConfig } from "../config/config.ts";
import { stderrLog } from "../core/process.ts";
import { type Runtime, systemClock, systemRandom } from "../core/runtime.ts";
import { requireOwnKey } from "../projects/own-key.ts";
import { type AuditLog, createAuditLog } from "../storage/audit-log.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { type Database, openDatabase } from "../storage/database.ts";
import { createSecretBox, openKeyFile, type SecretBox } from "../storage/secret-box.ts";
import { asUsageError, type CommandIo } from "./command.ts";
import { requireData } from "./data-folder.ts";

export interface StoppedFolder {
  config: Config;
  database: Database;
  runtime: Runtime;
  secretBox: SecretBox;
  audit: AuditLog;
}

/** Holds the folder during `work`, audited as the owner. @param command for advice @throws AppError not_found; DatabaseRefused */
export async function withStoppedFolder<T>(
  dataDir: string,
  io: CommandIo,
  command: string,
  work: (folder: StoppedFolder) => T | Promise<T>,
): Promise<T> {
  // A new database would lack the sample site and hide a misspelled folder.
  requireData(dataDir, command, "Start Galley once to create it, or set the data folder with --data-dir.");
  const config = asUsageError(() => readConfig(["--data-dir", dataDir], io.env));
  openDataFolder(dataDir);
  const masterKey = await openKeyFile(dataDir);
  const { database, close } = await openDatabase(dataDir, finishRestore);
  try {
    requireOwnKey(database, masterKey, dataDir);
    const runtime: Runtime = { clock: systemClock, random: systemRandom, log: stderrLog };
    const audit = createAuditLog(database, runtime.clock);
    const folder = { config, database, runtime, secretBox: createSecretBox(masterKey), audit };
    return await audit.actingAs({ address: null, person: null }, () => work(folder));
  } finally {
    close();
  }
}
