/** `galley backup FILE`: a backup of a data folder, whether or not Galley runs on it. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { MANIFEST_ENTRY, type Manifest } from "../backup/format.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { finishRestore } from "../backup/staged-restore.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { versionOf } from "../config/config.ts";
import { AppError } from "../core/errors.ts";
import { TEMPORARY_FOLDER } from "../storage/blobs.ts";
import { DATABASE_FILE, FolderInUse, holdFolder } from "../storage/database.ts";
import { lostKey } from "../storage/lost-parts.ts";
import { KEY_BYTES, openKeyFile } from "../storage/secret-box.ts";
import { type Arguments, argumentsOf, countsInWords, dataDirOf, missingInWords, sizeInWords } from "./backup-words.ts";
import { type Command, type CommandIo, EXIT, interruptible, readCommand } from "./command.ts";
import { whereElse } from "./nothing-here.ts";
import { fetchBackup } from "./running-appliance.ts";

export const backup: Command = {
  failed: "The backup was not made.",
  async run(args, io) {
    io.out(`${await interruptible((signal) => backUp(args, io, signal))}\n`);
    return EXIT.fine;
  },
};

async function backUp(args: string[], io: CommandIo, signal: AbortSignal): Promise<string> {
  const read = readCommand("backup", args);
  const given = argumentsOf(read);
  const dataDir = dataDirOf(given, io);
  if (!fs.existsSync(dataDir) || !fs.existsSync(path.join(dataDir, DATABASE_FILE)))
    throw new AppError(
      "not_found",
      `No data of Galley was found in ${dataDir}. ${whereElse(dataDir, "backup FILE", "Name its folder with --data-dir.")}`,
    );
  await requireFreePlace(given.file, read.values.force === true);

  const hold = holdUnlessInUse(dataDir);
  io.err(
    hold === null
      ? "Galley is running; it makes the backup.\n"
      : "Galley is not running; making the backup from its data folder.\n",
  );
  const manifest =
    hold === null
      ? await writeBackup(
          given.file,
          await fetchBackup(dataDir, given.passphrase, path.basename(given.file), signal),
          signal,
        )
      : await backUpStopped(dataDir, given, versionOf(io.root), signal).finally(hold.close);
  return [
    `Backed up ${dataDir} to ${given.file} (${sizeInWords(given.file)}): ${countsInWords(manifest)}. It was read back and is whole.`,
    manifest.key.wrapped === null
      ? "Secrets are not in it: on another machine, projects get new ones. --passphrase-file takes them along."
      : "Secrets are in it, under the passphrase.",
    ...missingInWords(manifest),
  ].join("\n");
}

/** Null if an appliance holds the folder. */
function holdUnlessInUse(dataDir: string): { close(): void } | null {
  try {
    return holdFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

async function backUpStopped(
  dataDir: string,
  { file, passphrase }: Arguments,
  galleyVersion: string,
  signal: AbortSignal,
): Promise<Manifest> {
  await finishRestore(dataDir);
  const isKeyLost = lostKey(dataDir) !== null;
  if (isKeyLost && passphrase !== null)
    throw new AppError(
      "conflict",
      "The key to the secrets is missing, so no passphrase can take them along. Make the backup without one.",
    );
  const backup = await makeBackup(
    {
      dataDir,
      // Without its key, a restore gives every project a new secret.
      masterKey: isKeyLost ? randomBytes(KEY_BYTES) : await openKeyFile(dataDir),
      passphrase,
      galleyVersion,
      at: Date.now(),
      // No other process removes blobs.
      holdBlobs: () => () => {},
    },
    signal,
  );
  try {
    return await writeBackup(file, backup.createStream(), signal);
  } finally {
    await backup.discard();
    await fs.promises.rmdir(path.join(dataDir, TEMPORARY_FOLDER)).catch(() => undefined);
  }
}

/** @throws AppError conflict naming what is in the way */
async function requireFreePlace(file: string, mayReplace: boolean): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  try {
    await fs.promises.access(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== "ENOENT";
    throw new AppError("conflict", isThere ? closedTo(folder) : `There is no folder ${folder}.`);
  }
  const stats = await fs.promises.stat(file).catch(() => null);
  if (stats === null) return;
  if (stats.isDirectory()) throw new AppError("conflict", `${file} is a folder. Name a file in it.`);
  if (!(await isBackup(file)))
    throw new AppError("conflict", `${file} exists and is not a backup of Galley. Name another file.`);
  if (!mayReplace)
    throw new AppError("conflict", `${file} exists. Name another file, or replace this backup with --force.`);
}

/** The process already runs as the owner of the data folder. */
function closedTo(folder: string): string {
  const user = process.getuid === undefined ? "" : ` (uid ${process.getuid()})`;
  return `The owner of the data folder${user} may not write in ${folder}. Name a file in a folder of that user.`;
}

async function isBackup(file: string): Promise<boolean> {
  await using handle = await fs.promises.open(file, "r");
  const start = Buffer.alloc(30 + MANIFEST_ENTRY.length);
  await handle.read(start, 0, start.length, 0);
  return start.toString("latin1", 0, 4) === "PK\x03\x04" && start.toString("latin1", 30) === MANIFEST_ENTRY;
}
