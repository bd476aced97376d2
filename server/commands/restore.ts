/** `galley restore FILE --data-dir DIR`: puts a backup in the place of a data folder on which no Galley runs. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { checkBackup } from "../backup/reader.ts";
import { commitRestore, finishRestore, type StagedReport, stageRestore } from "../backup/staged-restore.ts";
import { AppError } from "../core/errors.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { holdFolder, LOCK_FILE } from "../storage/database.ts";
import { writeFileDurably } from "../storage/disk.ts";
import { KEY_FILE, openKeyFile, SEALED_KEY_FILE } from "../storage/secret-box.ts";
import { type Arguments, argumentsOf, countsInWords, dataDirOf, missingInWords } from "./backup-words.ts";
import { type Command, type CommandIo, EXIT, interruptible, readCommand, UsageError } from "./command.ts";
import { usageOf } from "./help.ts";

export const restore: Command = {
  failed: "The backup was not restored.",
  async run(args, io) {
    io.out(`${await interruptible((signal) => checkOrRestore(args, io, signal))}\n`);
    return EXIT.fine;
  },
};

async function checkOrRestore(args: string[], io: CommandIo, signal: AbortSignal): Promise<string> {
  const read = readCommand("restore", args);
  const given = { ...argumentsOf(read), newSecrets: read.values["new-secrets"] === true };
  if (!fs.existsSync(given.file)) throw new AppError("not_found", `There is no file ${given.file}.`);
  if (read.values.check === true) {
    const manifest = await checkBackup(given.file, signal);
    return [`${given.file} is whole: ${madeInWords(manifest)}.`, ...missingInWords(manifest)].join("\n");
  }
  if (given.dataDir === null)
    throw new UsageError(`Say which data folder is to be replaced. Usage: ${usageOf("restore")}`);
  // Opened first, because the folder's owner may have no right to read it.
  await using archive = await fs.promises.open(given.file, "r");
  return await restoreInto(dataDirOf(given, io), { ...given, archive }, io, signal);
}

interface Restoring extends Arguments {
  newSecrets: boolean;
  archive: fs.promises.FileHandle;
}

async function restoreInto(dataDir: string, given: Restoring, io: CommandIo, signal: AbortSignal): Promise<string> {
  const made = openDataFolder(dataDir);
  const hadLock = fs.existsSync(path.join(dataDir, LOCK_FILE));
  const hold = holdFolder(dataDir);
  let done = false;
  try {
    await finishRestore(dataDir);
    const key = await keyFor(dataDir);
    io.err("Checking the backup.\n");
    const report = await stage(dataDir, given, key.key, signal);
    // A key without data does no harm; data without its key would.
    if (key.isNew) await writeFileDurably(path.join(dataDir, KEY_FILE), key.key.toString("base64url"), 0o600);
    const aside = await commitRestore(dataDir, Date.now());
    await finishRestore(dataDir);
    done = true;
    return reportInWords(dataDir, path.join(dataDir, aside), report);
  } finally {
    hold.close();
    // A refused restore leaves nothing behind.
    if (!done && !hadLock) fs.rmSync(path.join(dataDir, LOCK_FILE), { force: true });
    if (!done && made !== null) removeMade(made, dataDir);
  }
}

async function stage(dataDir: string, given: Restoring, targetKey: Buffer, signal: AbortSignal): Promise<StagedReport> {
  const source = given.archive.createReadStream({ highWaterMark: 256 * 1024, autoClose: false });
  const { size } = await given.archive.stat();
  try {
    return await stageRestore(
      {
        dataDir,
        targetKey,
        source,
        size,
        at: Date.now(),
        passphrase: given.passphrase,
        newSecrets: given.newSecrets,
      },
      signal,
    );
  } finally {
    source.destroy();
  }
}

/** A new key is not written yet. */
async function keyFor(dataDir: string): Promise<{ key: Buffer; isNew: boolean }> {
  if (fs.existsSync(path.join(dataDir, KEY_FILE))) return { key: await openKeyFile(dataDir), isNew: false };
  if (fs.existsSync(path.join(dataDir, SEALED_KEY_FILE)))
    throw new AppError(
      "conflict",
      `The key of ${dataDir} is in the keychain of the desktop app. Start that and restore in its settings, or restore into another folder.`,
    );
  return { key: randomBytes(32), isNew: true };
}

/** `made`: the outermost folder that did not exist before. */
function removeMade(made: string, dataDir: string): void {
  for (let folder = dataDir; folder.length >= made.length; folder = path.dirname(folder)) {
    // Another process has put something into it.
    if (fs.readdirSync(folder).length > 0) return;
    fs.rmdirSync(folder);
  }
}

function madeInWords(manifest: StagedReport["manifest"]): string {
  return `made ${manifest.created_at} by Galley ${manifest.galley_version}, with ${countsInWords(manifest)}, ${manifest.key.wrapped === null ? "without secrets" : "with secrets under a passphrase"}`;
}

function reportInWords(dataDir: string, aside: string, report: StagedReport): string {
  const renewed = report.projects_with_new_secrets;
  return [
    `Restored ${dataDir} from a backup ${madeInWords(report.manifest)}.`,
    ...(fs.existsSync(aside) ? [`The data of before is in ${aside}; delete it once you do not need it.`] : []),
    ...(renewed.length > 0
      ? [
          `New secrets, because the key of the old ones is not here: ${renewed.join(", ")}. Reveal each in the console and give it to its site.`,
        ]
      : []),
    ...(report.sessions_without_credentials > 0
      ? [
          `${report.sessions_without_credentials} sessions lost the credentials for callbacks; their sites give them again at the next opening.`,
        ]
      : []),
    ...missingInWords(report.manifest),
    `Deliveries are held (${report.deliveries_held} wait), because the sites may have newer articles by now. Start Galley, look at them, and release them in the console's settings.`,
  ].join("\n");
}
