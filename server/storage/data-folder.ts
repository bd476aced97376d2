/**
 * The data folder, made and closed to everybody but its owner before anything in it is opened. A folder that
 * was there already is closed too: `install -d /var/lib/galley` leaves it readable for all. It protects whatever lies in
 * it, so only the entries of its first level are looked at, however many blobs there are.
 */
import fs from "node:fs";
import path from "node:path";
import { DatabaseRefused } from "./database.ts";
import { isDiskFull } from "./disk.ts";
import { MOVED_FROM_FILE, MOVED_TO_FILE, requireNotMoved } from "./moved-folder.ts";

/** What others than the owner may do. */
const OTHERS = 0o077;
const STICKY = 0o1000;
/** Names by which a folder is known to be Galley's, whatever else lies in it. */
const SIGNS = [
  "galley.db",
  "galley.lock",
  "secret.key",
  "secret.key.sealed",
  "console-token",
  MOVED_TO_FILE,
  MOVED_FROM_FILE,
];
/** What may lie there before Galley does: a mounted disk's own, and a configuration that an installer wrote. */
const BEFORE_US = new Set(["lost+found", ".snapshot", ".snapshots", ".Trash-0", "config.json"]);

/** Names of Galley's entries that are folders, and of those that are files. */
const FOLDERS = ["blobs", "unknown-files", "tmp", "restore", "backups", "logs", "sandbox-site", "desktop"];
const FILES = ["secret.key", "secret.key.sealed", "console-token"];

/** New files and folders of this process belong to its user alone, wherever they are. */
export function closeNewFiles(): void {
  if (process.platform !== "win32") process.umask(OTHERS);
}

/**
 * Makes the folder where it is missing, takes every right in it from others, and sees that this process may use it.
 * Windows has no such modes: there the profile's own rights hold.
 * @returns the outermost folder that had to be made, null where all were there
 * @throws DatabaseRefused with a sentence where it cannot; ConfigError where the data was moved elsewhere
 */
export function openDataFolder(dataDir: string): string | null {
  const made = prepareDataFolder(dataDir);
  requireNotMoved(dataDir);
  return made;
}

/** The same for a folder that is about to be given data. */
export function prepareDataFolder(dataDir: string): string | null {
  try {
    const made = makeFolder(dataDir);
    for (const name of FOLDERS) requireKind(path.join(dataDir, name), "folder");
    for (const name of FILES) requireKind(path.join(dataDir, name), "file");
    if (process.platform !== "win32") close(dataDir);
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return made;
  } catch (error) {
    throw isDiskFull(error) ? error : unusable(dataDir, error);
  }
}

/** Not `mkdir` with `recursive`, which never returns on a file system in which no folder can be made (/proc). */
function makeFolder(folder: string): string | null {
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return null;
  if (found !== undefined) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR", path: folder });
  const parent = path.dirname(folder);
  const made = parent === folder ? null : makeFolder(parent);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Two starts at the same moment may make it together.
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
  return made ?? folder;
}

function requireKind(entry: string, wanted: "file" | "folder"): void {
  const found = fs.statSync(entry, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory() === (wanted === "folder")) return;
  throw new DatabaseRefused(
    `Galley keeps a ${wanted} at ${entry}, and there is a ${wanted === "file" ? "folder" : "file"} in its place. Move it away and put the ${wanted} back, or start again without it.`,
  );
}

function close(dataDir: string): void {
  const names = fs.readdirSync(dataDir);
  if (isOpen(dataDir)) {
    requireOwn(dataDir, names);
    take(dataDir);
  }
  for (const name of names) {
    const entry = path.join(dataDir, name);
    const found = fs.lstatSync(entry, { throwIfNoEntry: false });
    // A link leads elsewhere, perhaps to what others are meant to read. So its target is not closed: where it is Galley's
    // and open to others, the start is refused.
    if (found?.isSymbolicLink()) requireClosed(entry);
    else if (found !== undefined && (found.mode & OTHERS) !== 0) {
      if (isGalleysName(name)) take(entry);
      else takeIfOwn(entry);
    }
    if (isGalleysName(name)) fs.accessSync(entry, fs.constants.R_OK | fs.constants.W_OK);
  }
}

/** Closing a folder that others live in, `/tmp` or a home, would break the machine: then it is refused. */
function requireOwn(dataDir: string, names: string[]): void {
  const isShared = (fs.statSync(dataDir).mode & STICKY) !== 0;
  const isGalleys = SIGNS.some((name) => names.includes(name));
  const foreign = names.find((name) => !BEFORE_US.has(name) && !isGalleysName(name));
  if (!isShared && (isGalleys || foreign === undefined)) return;
  throw new DatabaseRefused(
    isShared
      ? `${dataDir} is a folder for all users of this machine. Name a folder of Galley's own with --data-dir, such as ${path.join(dataDir, "galley")}.`
      : `${dataDir} holds other things than Galley's (${foreign}) and is open to other users, so it is not made Galley's. Name a folder of its own with --data-dir, or close this one first: chmod 700 ${dataDir}`,
  );
}

/** Takes every right from others, and checks that: a file system without rights accepts the change and does nothing. */
function take(entry: string): void {
  const { mode } = fs.statSync(entry);
  try {
    fs.chmodSync(entry, mode & 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "EACCES" && code !== "EROFS") throw error;
    throw new DatabaseRefused(
      `Other users of this machine can read ${entry}, and this user may not change that, because it belongs to somebody else. Give the whole data folder to the user that runs Galley (chown -R), or name another with --data-dir.`,
    );
  }
  if (isOpen(entry))
    throw new DatabaseRefused(
      `Other users of this machine can read ${entry}, and its file system does not let that be changed. Name a folder on another disk with --data-dir.`,
    );
}

/** What belongs to somebody else is left as it is: the closed folder keeps others away from it. */
function takeIfOwn(entry: string): void {
  if (fs.statSync(entry).uid === process.getuid?.()) take(entry);
}

function requireClosed(link: string): void {
  const target = fs.statSync(link, { throwIfNoEntry: false });
  if (target !== undefined && (target.mode & OTHERS) !== 0 && isGalleysName(path.basename(link)))
    throw new DatabaseRefused(
      `${link} leads to ${fs.realpathSync(link)}, which other users of this machine can read. Close that first: chmod 700 ${fs.realpathSync(link)}`,
    );
}

function isGalleysName(name: string): boolean {
  return (
    SIGNS.includes(name) ||
    /^(galley\.db.*|blobs|unknown-files|tmp|restore|before-restore-.*|backups|backups\.json|logs|sandbox-site|desktop|before-move-.*)$/.test(
      name,
    )
  );
}

function isOpen(entry: string): boolean {
  return (fs.statSync(entry).mode & OTHERS) !== 0;
}

/** What stands in the way of keeping a folder to its owner, found without changing anything. Empty on Windows. */
export interface Rights {
  /** uid of the folder's owner. */
  owner: number;
  /** Whether others may enter it. */
  isOpen: boolean;
  /** Names of its entries that others may read or write; harmless while the folder is closed. */
  open: string[];
  /** Names of Galley's entries that belong to somebody else than the folder. */
  foreign: string[];
  /** Names of Galley's entries that this process may not read and write. */
  unusable: string[];
}

export function rightsOf(dataDir: string): Rights {
  const { uid: owner } = fs.statSync(dataDir);
  const entries = fs.readdirSync(dataDir).flatMap((name) => {
    const found = fs.lstatSync(path.join(dataDir, name), { throwIfNoEntry: false });
    return found === undefined || found.isSymbolicLink() ? [] : [{ name, mode: found.mode, uid: found.uid }];
  });
  const namesOf = (wanted: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(wanted).map(({ name }) => name);
  return {
    owner,
    isOpen: process.platform !== "win32" && isOpen(dataDir),
    open: process.platform === "win32" ? [] : namesOf(({ mode }) => (mode & OTHERS) !== 0),
    foreign: namesOf(({ name, uid }) => isGalleysName(name) && uid !== owner),
    unusable: namesOf(({ name }) => isGalleysName(name) && !mayUse(path.join(dataDir, name))),
  };
}

function mayUse(entry: string): boolean {
  try {
    fs.accessSync(entry, fs.constants.R_OK | fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What the system said, as a sentence that says what to do. */
function unusable(dataDir: string, error: unknown): Error {
  if (error instanceof DatabaseRefused) return error;
  const { code = "", path: at = dataDir, message } = error as NodeJS.ErrnoException;
  const other = "or name another folder with --data-dir.";
  switch (code) {
    case "EACCES":
    case "EPERM":
      return new DatabaseRefused(
        `This user may not use the data folder ${dataDir} (${code} at ${at}). Give it to the user that runs Galley, ${other}`,
      );
    case "ENOTDIR":
    case "EEXIST":
      return new DatabaseRefused(
        `The data folder ${dataDir} cannot be made: there is a file in its way (${at}). Move that, ${other}`,
      );
    case "EROFS":
      return new DatabaseRefused(
        `The data folder ${dataDir} is on a disk that is read-only. Make it writable, ${other}`,
      );
    case "ENOENT":
      return new DatabaseRefused(
        `No folder can be made at ${at}, so there is no place for the data. Name another folder with --data-dir.`,
      );
    default:
      return new DatabaseRefused(`The data folder ${dataDir} cannot be used (${message}). Put that right, ${other}`);
  }
}
