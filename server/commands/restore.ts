/** `galley restore FILE --data-dir DIR`: replaces the data in a folder on which Galley is not running with a backup. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { SecretsChoice } from "../backup/passphrase.ts";
import { checkBackup } from "../backup/reader.ts";
import { commitRestore, finishRestore, type StagedReport, stageRestore } from "../backup/staged-restore.ts";
import { AppError } from "../core/errors.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { holdFolder, LOCK_FILE } from "../storage/database.ts";
import { writeFileDurably } from "../storage/disk.ts";
import { KEY_FILE, openKeyFile, SEALED_KEY_FILE } from "../storage/secret-box.ts";
import { countsInWords, missingInWords, readPassphrase } from "./backup-words.ts";
import { type Command, type CommandIo, EXIT, interruptible, readCommand, wrongUsage } from "./command.ts";
import { resolveDataDir } from "./data-folder.ts";

export const restore: Command = {
  failed: "The backup was not restored.",
  async run(args, io) {
    io.out(`${await interruptible((signal) => checkOrRestore(args, io, signal))}\n`);
    return EXIT.fine;
  },
};

async function checkOrRestore(args: string[], io: CommandIo, signal: AbortSignal): Promise<string> {
  const { values, operand: file = "" } = readCommand("restore", args);
  const choice = { passphrase: readPassphrase(values), newSecrets: values["new-secrets"] === true };
  if (!fs.existsSync(file)) throw new AppError("not_found", `The file ${file} does not exist.`);
  if (values.check === true) {
    const manifest = await checkBackup(file, signal);
    return [`${file} is complete: ${madeInWords(manifest)}.`, ...missingInWords(manifest)].join("\n");
  }
  if (values["data-dir"] === undefined) throw wrongUsage("restore", "--data-dir is required without --check.");
  // Opened before entering the folder, whose owner may not be able to read the backup.
  await using archive = await fs.promises.open(file, "r");
  return await restoreInto(resolveDataDir(values, io), { ...choice, archive }, io, signal);
}

interface Restoring extends SecretsChoice {
  archive: fs.promises.FileHandle;
}

async function restoreInto(dataDir: string, given: Restoring, io: CommandIo, signal: AbortSignal): Promise<string> {
  const lock = path.join(dataDir, LOCK_FILE);
  const created = [...(fs.existsSync(lock) ? [] : [lock]), ...missingFolders(dataDir)];
  openDataFolder(dataDir);
  const hold = holdFolder(dataDir);
  try {
    await finishRestore(dataDir);
    const key = await keyFor(dataDir);
    io.err("Checking the backup.\n");
    const report = await stage(dataDir, given, key.key, signal);
    // The key goes first: data without its key cannot be used.
    if (key.isNew) await writeFileDurably(path.join(dataDir, KEY_FILE), key.key.toString("base64url"), 0o600);
    const aside = await commitRestore(dataDir, Date.now());
    await finishRestore(dataDir);
    created.length = 0;
    return reportInWords(dataDir, path.join(dataDir, aside), report);
  } finally {
    hold.close();
    // A failed restore leaves nothing behind. A folder that is not empty is used by another process.
    for (const entry of created)
      if (entry === lock) fs.rmSync(entry, { force: true });
      else if (fs.readdirSync(entry).length === 0) fs.rmdirSync(entry);
  }
}

/** The folders of a path that do not exist yet, innermost first. */
function missingFolders(folder: string): string[] {
  return fs.existsSync(folder) ? [] : [folder, ...missingFolders(path.dirname(folder))];
}

async function stage(
  dataDir: string,
  { archive, ...choice }: Restoring,
  targetKey: Buffer,
  signal: AbortSignal,
): Promise<StagedReport> {
  const source = archive.createReadStream({ highWaterMark: 256 * 1024, autoClose: false });
  const { size } = await archive.stat();
  try {
    return await stageRestore({ dataDir, targetKey, source, size, at: Date.now(), ...choice }, signal);
  } finally {
    source.destroy();
  }
}

/** Does not write a new key. */
async function keyFor(dataDir: string): Promise<{ key: Buffer; isNew: boolean }> {
  if (fs.existsSync(path.join(dataDir, KEY_FILE))) return { key: await openKeyFile(dataDir), isNew: false };
  if (fs.existsSync(path.join(dataDir, SEALED_KEY_FILE)))
    throw new AppError(
      "conflict",
      `The key of ${dataDir} is in the keychain of the desktop app. Restore in the app's settings, or into another folder.`,
    );
  return { key: randomBytes(32), isNew: true };
}

function madeInWords(manifest: StagedReport["manifest"]): string {
  return `made on ${manifest.created_at} by Galley ${manifest.galley_version}, with ${countsInWords(manifest)}, ${manifest.key.wrapped === null ? "without secrets" : "with encrypted secrets"}`;
}

function reportInWords(dataDir: string, aside: string, report: StagedReport): string {
  const renewed = report.projects_with_new_secrets;
  return [
    `Restored ${dataDir} from a backup ${madeInWords(report.manifest)}.`,
    ...(fs.existsSync(aside) ? [`The previous data is in ${aside}. Delete it when you no longer need it.`] : []),
    ...(renewed.length > 0
      ? [
          `These projects have new secrets, because the key to the old ones is missing: ${renewed.join(", ")}. Copy each new secret from the console to its site.`,
        ]
      : []),
    ...(report.sessions_without_credentials > 0
      ? [
          `${report.sessions_without_credentials} sessions lost their callback credentials. Their sites provide them when they next open the session.`,
        ]
      : []),
    ...missingInWords(report.manifest),
    `Deliveries are on hold (${report.deliveries_held}), because the sites may already have newer articles. Start Galley, review them, and release them under Settings → Deliveries.`,
  ].join("\n");
}
