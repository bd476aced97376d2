/** `galley backup FILE`: backs up a data folder, whether or not Galley is running on it. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { MANIFEST_ENTRY, type Manifest } from "../backup/format.ts";
import { makeBackup, writeBackup } from "../backup/make-backup.ts";
import { finishRestore } from "../backup/staged-restore.ts";
import { versionOf } from "../config/config.ts";
import { AppError } from "../core/errors.ts";
import { formatBytes, TEMPORARY_FOLDER } from "../storage/blobs.ts";
import { FolderInUse, holdFolder, missingKeyError } from "../storage/database.ts";
import { KEY_BYTES, openKeyFile } from "../storage/secret-box.ts";
import { countsInWords, missingInWords, readPassphrase } from "./backup-words.ts";
import { type Command, type CommandIo, EXIT, interruptible, readCommand } from "./command.ts";
import { requireData, resolveDataDir } from "./data-folder.ts";
import { fetchBytes } from "./running-appliance.ts";

export const backup: Command = {
  failed: "The backup was not made.",
  async run(args, io) {
    io.out(`${await interruptible((signal) => backUp(args, io, signal))}\n`);
    return EXIT.fine;
  },
};

async function backUp(args: string[], io: CommandIo, signal: AbortSignal): Promise<string> {
  const { values, operand: file = "" } = readCommand("backup", args);
  const passphrase = readPassphrase(values);
  const dataDir = resolveDataDir(values, io);
  requireData(dataDir, "backup FILE", "Set the data folder with --data-dir.");
  await requireFreePlace(file, values.force === true);

  const hold = holdUnlessInUse(dataDir);
  io.err(
    hold === null
      ? "Galley is running and is making the backup.\n"
      : "Galley is not running. Making the backup from its data folder.\n",
  );
  const manifest =
    hold === null
      ? await writeBackup(
          file,
          await fetchBytes(dataDir, "/backup", { passphrase, file_name: path.basename(file) }, signal),
          signal,
        )
      : await backUpStopped(dataDir, { file, passphrase, galleyVersion: versionOf(io.root) }, signal).finally(
          hold.close,
        );
  return [
    `Backed up ${dataDir} to ${file} (${formatBytes(fs.statSync(file).size)}): ${countsInWords(manifest)}. The backup was read back and is complete.`,
    manifest.key.wrapped === null
      ? "It does not contain the projects' secrets: on another machine, projects get new ones. To include them, use --passphrase-file."
      : "It contains the projects' secrets, encrypted with the passphrase.",
    ...missingInWords(manifest),
  ].join("\n");
}

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
  { file, ...given }: { file: string; passphrase: string | null; galleyVersion: string },
  signal: AbortSignal,
): Promise<Manifest> {
  await finishRestore(dataDir);
  const isKeyLost = missingKeyError(dataDir) !== null;
  if (isKeyLost && given.passphrase !== null)
    throw new AppError(
      "conflict",
      "The secrets cannot be included, because their key is missing. Make the backup without --passphrase-file.",
    );
  const backup = await makeBackup(
    {
      dataDir,
      // Without its key, a restore gives every project a new secret.
      masterKey: isKeyLost ? randomBytes(KEY_BYTES) : await openKeyFile(dataDir),
      ...given,
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

/** @throws AppError conflict if `file` cannot be written or must not be replaced */
async function requireFreePlace(file: string, mayReplace: boolean): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  try {
    await fs.promises.access(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== "ENOENT";
    throw new AppError("conflict", isThere ? closedTo(folder) : `The folder ${folder} does not exist.`);
  }
  const stats = await fs.promises.stat(file).catch(() => null);
  if (stats === null) return;
  if (stats.isDirectory()) throw new AppError("conflict", `${file} is a folder. Name a file in it.`);
  if (!(await isBackup(file)))
    throw new AppError("conflict", `${file} exists and is not a Galley backup. Name another file.`);
  if (!mayReplace)
    throw new AppError("conflict", `${file} exists. Name another file, or use --force to replace this backup.`);
}

/** The process already runs as the owner of the data folder, see `resolveDataDir`. */
function closedTo(folder: string): string {
  const user = process.getuid === undefined ? "" : ` (uid ${process.getuid()})`;
  return `The owner of the data folder${user} cannot write to ${folder}. Name a file in a folder that this user can write to.`;
}

async function isBackup(file: string): Promise<boolean> {
  await using handle = await fs.promises.open(file, "r");
  const start = Buffer.alloc(30 + MANIFEST_ENTRY.length);
  await handle.read(start, 0, start.length, 0);
  return start.toString("latin1", 0, 4) === "PK\x03\x04" && start.toString("latin1", 30) === MANIFEST_ENTRY;
}
