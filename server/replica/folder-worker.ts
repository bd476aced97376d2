/** The thread that reads and writes a target folder: if a network file system hangs, only this thread hangs. */
import fs from "node:fs";
import path from "node:path";
import { workerData } from "node:worker_threads";
import { respondToMessages } from "../core/worker-thread.ts";

const MAX_TEXT = 64 * 1024;
const root = workerData as string;
const at = (name: string) => path.join(root, name);

const TASKS = {
  list: (folder: string) => entriesOf(at(folder)).map((entry) => entry.name + (entry.isDirectory() ? "/" : "")),
  read: (name: string) => textOf(at(name)),
  copyFiles,
  copyFolder,
  remove(names: readonly string[]) {
    for (const name of names) fs.rmSync(at(name), { force: true, recursive: true });
  },
  removeOlder: (folder: string, before: number) => removeOlder(at(folder), before),
};
export type FolderTasks = typeof TASKS;

export interface FolderRequest {
  name: keyof FolderTasks;
  args: unknown[];
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function textOf(file: string): string | null {
  try {
    if (fs.statSync(file).size > MAX_TEXT) throw new Error(`${path.basename(file)} is too long`);
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Paths are absolute. */
function copyFiles(files: readonly { from: string; to: string }[]): void {
  const folders = new Set<string>();
  for (const { from, to } of files) if (copyOne(from, to) !== null) folders.add(path.dirname(to));
  for (const folder of folders) syncFolder(folder);
}

/** Copies the files of one folder and returns the names of its subfolders. Paths are absolute. */
function copyFolder(from: string, to: string): { bytes: number; files: number; names: string[] } {
  const present = new Map(entriesOf(to).map(({ name }) => [name, sizeOf(path.join(to, name))]));
  const done = { bytes: 0, files: 0, names: [] as string[] };
  for (const entry of entriesOf(from)) {
    if (entry.isDirectory()) done.names.push(entry.name);
    if (!entry.isFile() || entry.name.endsWith(".part")) continue;
    const source = path.join(from, entry.name);
    const known = sizeOf(source);
    const size = present.get(entry.name) === known ? known : copyOne(source, path.join(to, entry.name));
    if (size === null) continue;
    done.bytes += size;
    done.files += 1;
  }
  if (done.files > 0) syncFolder(to);
  return done;
}

function sizeOf(file: string): number | null {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

/** Copies to a temporary name first, so that the target has only complete files. Returns the size; null if the source is gone. */
function copyOne(from: string, to: string): number | null {
  const part = `${to}.part`;
  try {
    fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
    fs.copyFileSync(from, part);
    const descriptor = fs.openSync(part, "r+");
    try {
      const { size, atime, mtime } = fs.statSync(from);
      // Litestream restores to a point in time by file times.
      fs.futimesSync(descriptor, atime, mtime);
      fs.fsyncSync(descriptor);
      fs.renameSync(part, to);
      return size;
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    if (!isGone(error) || fs.existsSync(from)) throw error;
    return null;
  }
}

function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function removeOlder(folder: string, before: number): void {
  for (const entry of entriesOf(folder)) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) removeOlder(name, before);
    else if (fs.statSync(name).mtimeMs < before) fs.rmSync(name);
  }
}

respondToMessages(({ name, args }: FolderRequest) => {
  // Fails if the target is not mounted, instead of writing to the disk below.
  fs.statSync(root);
  return (TASKS[name] as (...given: unknown[]) => unknown)(...args);
});
