/** The thread that reads and writes a target folder: if a network file system hangs, only this thread hangs. */
import fs from "node:fs";
import path from "node:path";
import { workerData } from "node:worker_threads";
import { respondToMessages } from "../core/worker-thread.ts";

export type FolderRequest =
  | { do: "list"; folder: string }
  | { do: "read"; name: string }
  /** Paths are absolute. */
  | { do: "copyFiles"; files: readonly { from: string; to: string }[] }
  /** Copies the files of one folder and returns the names of its subfolders. Paths are absolute. */
  | { do: "copy"; from: string; to: string }
  | { do: "remove"; names: readonly string[] }
  | { do: "removeOlder"; folder: string; before: number };

export interface FolderResponse {
  names: string[];
  text: string | null;
  bytes: number;
  files: number;
}

const MAX_TEXT = 64 * 1024;
const root = workerData as string;
const at = (name: string) => path.join(root, name);

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

function respond(request: FolderRequest): Partial<FolderResponse> {
  // Fails if the target is not mounted, instead of writing to the disk below.
  fs.statSync(root);
  switch (request.do) {
    case "list":
      return { names: entriesOf(at(request.folder)).map((entry) => entry.name + (entry.isDirectory() ? "/" : "")) };
    case "read":
      return { text: textOf(at(request.name)) };
    case "copyFiles":
      return copyFiles(request.files);
    case "copy":
      return copyFolder(request.from, request.to);
    case "remove":
      for (const name of request.names) fs.rmSync(at(name), { force: true, recursive: true });
      return {};
    case "removeOlder":
      removeOlder(at(request.folder), request.before);
      return {};
  }
}

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

function copyFiles(files: readonly { from: string; to: string }[]): Partial<FolderResponse> {
  let bytes = 0;
  let count = 0;
  const folders = new Set<string>();
  for (const { from, to } of files) {
    const size = copyOne(from, to);
    if (size === null) continue;
    folders.add(path.dirname(to));
    bytes += size;
    count += 1;
  }
  for (const folder of folders) syncFolder(folder);
  return { bytes, files: count };
}

function copyFolder(from: string, to: string): Partial<FolderResponse> {
  const present = new Map<string, number>();
  for (const entry of entriesOf(to)) present.set(entry.name, fs.statSync(path.join(to, entry.name)).size);
  let bytes = 0;
  let files = 0;
  const names: string[] = [];
  for (const entry of entriesOf(from)) {
    if (entry.isDirectory()) names.push(entry.name);
    if (!entry.isFile() || entry.name.endsWith(".part")) continue;
    const source = path.join(from, entry.name);
    const size =
      present.get(entry.name) === sizeOf(source) ? sizeOf(source) : copyOne(source, path.join(to, entry.name));
    if (size === null) continue;
    bytes += size;
    files += 1;
  }
  if (files > 0) syncFolder(to);
  return { bytes, files, names };
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

const NOTHING: FolderResponse = { names: [], text: null, bytes: 0, files: 0 };

respondToMessages((request: FolderRequest): FolderResponse => ({ ...NOTHING, ...respond(request) }));
