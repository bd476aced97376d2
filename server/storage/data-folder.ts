/** Creates the data folder and removes other users' rights at its first level, which protects the content. */
import fs from "node:fs";
import path from "node:path";
import { DatabaseRefused } from "./database.ts";
import { isDiskFull } from "./disk.ts";
import { MOVED_FROM_FILE, MOVED_TO_FILE, requireNotMoved } from "./moved-folder.ts";

/** Rights of group and others. */
const OTHERS = 0o077;
const STICKY = 0o1000;
/** Entries that identify a data folder. */
const SIGNS = [
  "galley.db",
  "galley.lock",
  "secret.key",
  "secret.key.sealed",
  "console-token",
  MOVED_TO_FILE,
  MOVED_FROM_FILE,
];
/** Entries that may precede Galley's: those of a mounted disk, and a configuration written by an installer. */
const BEFORE_US = new Set(["lost+found", ".snapshot", ".snapshots", ".Trash-0", "config.json"]);

/** Galley's folders and files. An entry of the other kind refuses the start. */
const FOLDERS = /^(blobs|unknown-files|tmp|restore|backups|logs|replica|standby|sandbox-site|desktop)$/;
const FILES = /^(secret\.key|secret\.key\.sealed|console-token|metrics-token|replica\.json)$/;

/** Restricts new files of this process to its user. */
export function closeNewFiles(): void {
  if (process.platform !== "win32") process.umask(OTHERS);
}

/**
 * Creates the folder if needed, removes the rights of others, and checks access. On Windows, the profile's rights apply.
 * @throws DatabaseRefused; ConfigError if the data was moved elsewhere
 */
export function openDataFolder(dataDir: string): void {
  requireNotMoved(dataDir);
  try {
    makeFolder(dataDir);
    for (const name of fs.readdirSync(dataDir)) requireKind(path.join(dataDir, name));
    if (process.platform !== "win32") close(dataDir);
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw isDiskFull(error) ? error : unusable(dataDir, error);
  }
}

/** Replaces recursive `mkdir`, which never returns where no folder can be created (/proc). */
function makeFolder(folder: string): void {
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found !== undefined) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR", path: folder });
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Two concurrent starts may create it.
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

function requireKind(entry: string): void {
  const name = path.basename(entry);
  const kind = FOLDERS.test(name) ? "folder" : FILES.test(name) ? "file" : null;
  const found = kind && fs.statSync(entry, { throwIfNoEntry: false });
  if (!found || found.isDirectory() === (kind === "folder")) return;
  throw new DatabaseRefused(
    `${entry} is a ${kind === "file" ? "folder" : "file"}, but Galley needs a ${kind} there. Move it away, then restore the ${kind} or start without it.`,
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
    // Others may use the target of a link, so its rights stay. If Galley's own data is readable there, it refuses to start.
    if (found?.isSymbolicLink()) requireClosed(entry);
    else if (found !== undefined && (found.mode & OTHERS) !== 0) {
      // The private folder protects the entries of other users.
      if (isGalleysName(name) || fs.statSync(entry).uid === process.getuid?.()) take(entry);
    }
    if (isGalleysName(name)) fs.accessSync(entry, fs.constants.R_OK | fs.constants.W_OK);
  }
}

/** Refuses shared folders such as `/tmp` or a home: changing their rights would break the machine. */
function requireOwn(dataDir: string, names: string[]): void {
  const isShared = (fs.statSync(dataDir).mode & STICKY) !== 0;
  const isGalleys = SIGNS.some((name) => names.includes(name));
  const foreign = names.find((name) => !BEFORE_US.has(name) && !isGalleysName(name));
  if (!isShared && (isGalleys || foreign === undefined)) return;
  throw new DatabaseRefused(
    isShared
      ? `${dataDir} is shared by all users of this machine. Name a separate folder with --data-dir, such as ${path.join(dataDir, "galley")}.`
      : `${dataDir} contains other files (${foreign}) and is open to other users. Name a separate folder with --data-dir, or restrict this one first: chmod 700 ${dataDir}`,
  );
}

/** Removes the rights of others and verifies it, because file systems without rights ignore the change. */
function take(entry: string): void {
  const { mode } = fs.statSync(entry);
  try {
    fs.chmodSync(entry, mode & 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "EACCES" && code !== "EROFS") throw error;
    throw new DatabaseRefused(
      `Other users of this machine can read ${entry}, and it belongs to another user. Give the whole data folder to the user that runs Galley (chown -R), or name another with --data-dir.`,
    );
  }
  if (isOpen(entry))
    throw new DatabaseRefused(
      `Other users of this machine can read ${entry}, and its file system cannot restrict that. Name a folder on another disk with --data-dir.`,
    );
}

function requireClosed(link: string): void {
  const target = fs.statSync(link, { throwIfNoEntry: false });
  if (target !== undefined && (target.mode & OTHERS) !== 0 && isGalleysName(path.basename(link)))
    throw new DatabaseRefused(
      `${link} points to ${fs.realpathSync(link)}, which other users of this machine can read. Restrict it first: chmod 700 ${fs.realpathSync(link)}`,
    );
}

function isGalleysName(name: string): boolean {
  return [FOLDERS, FILES, /^(galley\.(db.*|lock)|before-(restore|move)-.*|backups\.json|moved-(to|from)\.json)$/].some(
    (names) => names.test(name),
  );
}

function isOpen(entry: string): boolean {
  return (fs.statSync(entry).mode & OTHERS) !== 0;
}

/** Problems with the rights of a folder. Empty on Windows. */
export interface FolderPermissions {
  /** uid. */
  owner: number;
  isOpen: boolean;
  /** Entries that others could read or write if the folder were open. */
  open: string[];
  /** Galley's entries of another owner. */
  foreign: string[];
  /** Galley's entries that this process cannot read and write. */
  unusable: string[];
}

export function readPermissions(dataDir: string): FolderPermissions {
  const { uid: owner } = fs.statSync(dataDir);
  const entries = fs.readdirSync(dataDir).flatMap((name) => {
    const found = fs.lstatSync(path.join(dataDir, name), { throwIfNoEntry: false });
    return found === undefined || found.isSymbolicLink() ? [] : [{ name, mode: found.mode, uid: found.uid }];
  });
  const namesOf = (matches: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(matches).map(({ name }) => name);
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

function unusable(dataDir: string, error: unknown): Error {
  if (error instanceof DatabaseRefused) return error;
  const { code = "", path: at = dataDir, message } = error as NodeJS.ErrnoException;
  const other = "or name another folder with --data-dir.";
  switch (code) {
    case "EACCES":
    case "EPERM":
      return new DatabaseRefused(
        `This user cannot use the data folder ${dataDir} (${code} at ${at}). Give it to the user that runs Galley, ${other}`,
      );
    case "ENOTDIR":
    case "EEXIST":
      return new DatabaseRefused(
        `The data folder ${dataDir} cannot be created: a file is in the way (${at}). Move it, ${other}`,
      );
    case "EROFS":
      return new DatabaseRefused(`The data folder ${dataDir} is on a read-only disk. Make it writable, ${other}`);
    case "ENOENT":
      return new DatabaseRefused(`No folder can be created at ${at}. Name another data folder with --data-dir.`);
    default:
      return new DatabaseRefused(`The data folder ${dataDir} cannot be used (${message}). Fix the cause, ${other}`);
  }
}
