/** `npm run backup -- FILE`: a backup of a data folder, whether or not Galley runs on it. */
import fs from "node:fs";
import path from "node:path";
import { AppError } from "../core/errors.ts";
import { TEMPORARY_FOLDER } from "../storage/blobs.ts";
import { DATABASE_FILE, FolderInUse, holdFolder } from "../storage/database.ts";
import { openKeyFile } from "../storage/secret-box.ts";
import { countsInWords, dataDirOf, missingInWords, readArguments, runCommand, say, sizeInWords } from "./command.ts";
import { MANIFEST_ENTRY, type Manifest } from "./format.ts";
import { makeBackup } from "./make-backup.ts";
import { fetchBackup } from "./running-appliance.ts";
import { finishRestore } from "./staged-restore.ts";
import { writeBackup } from "./write-backup.ts";

const USAGE = "npm run backup -- FILE [--data-dir DIR] [--passphrase-file FILE]";
const ROOT = path.resolve(import.meta.dirname, "../..");

runCommand("The backup was not made.", async (signal) => {
  const given = readArguments(process.argv.slice(2), USAGE, []);
  const dataDir = dataDirOf(given);
  if (!fs.existsSync(dataDir) || !fs.existsSync(path.join(dataDir, DATABASE_FILE)))
    throw new AppError("not_found", `There is no data of Galley in ${dataDir}. Name its folder with --data-dir.`);
  await requireFreePlace(given.file);

  const hold = holdUnlessInUse(dataDir);
  say(
    hold === null
      ? "Galley is running; it makes the backup."
      : "Galley is not running; making the backup from its data folder.",
  );
  const manifest =
    hold === null
      ? await writeBackup(given.file, await fetchBackup(dataDir, given.passphrase, signal), signal)
      : await backUpStopped(dataDir, given.file, given.passphrase, signal).finally(hold.close);
  return [
    `Backed up ${dataDir} to ${given.file} (${sizeInWords(given.file)}): ${countsInWords(manifest)}. It was read back and is whole.`,
    manifest.key.wrapped === null
      ? "Secrets are not in it: on another machine, projects get new ones. --passphrase-file takes them along."
      : "Secrets are in it, under the passphrase.",
    ...missingInWords(manifest),
  ].join("\n");
});

/** Null where an appliance holds the folder. */
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
  file: string,
  passphrase: string | null,
  signal: AbortSignal,
): Promise<Manifest> {
  await finishRestore(dataDir);
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as { version: string };
  const backup = await makeBackup(
    {
      dataDir,
      masterKey: await openKeyFile(dataDir),
      passphrase,
      galleyVersion: version,
      at: Date.now(),
      // Nobody else is there to remove any.
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

/**
 * Whether a backup may be written there.
 * @throws AppError conflict, naming what is in the way
 */
async function requireFreePlace(file: string): Promise<void> {
  const folder = await fs.promises.stat(path.dirname(path.resolve(file))).catch(() => null);
  if (!folder?.isDirectory()) throw new AppError("conflict", `There is no folder ${path.dirname(path.resolve(file))}.`);
  const stats = await fs.promises.stat(file).catch(() => null);
  if (stats === null) return;
  if (stats.isDirectory()) throw new AppError("conflict", `${file} is a folder. Name a file in it.`);
  if (!(await isBackup(file)))
    throw new AppError("conflict", `${file} is there already and is no backup of Galley, so it is not replaced.`);
}

async function isBackup(file: string): Promise<boolean> {
  const handle = await fs.promises.open(file, "r");
  try {
    const start = Buffer.alloc(30 + MANIFEST_ENTRY.length);
    await handle.read(start, 0, start.length, 0);
    return start.toString("latin1", 0, 4) === "PK\x03\x04" && start.toString("latin1", 30) === MANIFEST_ENTRY;
  } finally {
    await handle.close();
  }
}
