/** The thread that copies a data folder and verifies the copy, which is durable when it reports "done". */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import {
  belongsToProcess,
  type FolderSize,
  type MoveMessage,
  type MoveTask,
  PROFILE_FILES,
  PROFILE_FOLDER,
  staysBehind,
} from "./move-plan.ts";

const DATABASE_FILE = "galley.db";
const CHUNK_BYTES = 1024 * 1024;
/** Smallest progress that is reported. */
const STEP = 1 / 500;

const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
const post = (message: MoveMessage) => void parentPort?.postMessage(message);

class Refused extends Error {}

interface Entry {
  name: string;
  isFolder: boolean;
  size: number;
}

/** Folders precede their content. */
function* entriesOf(from: string): Generator<Entry> {
  for (const name of fs.readdirSync(from)) {
    if (staysBehind(name) || belongsToProcess(name)) continue;
    yield* entriesBelow(from, name);
  }
  for (const file of PROFILE_FILES) {
    const name = path.join(PROFILE_FOLDER, file);
    const size = fs.statSync(path.join(from, name), { throwIfNoEntry: false })?.size;
    if (size === undefined) continue;
    yield { name: PROFILE_FOLDER, isFolder: true, size: 0 };
    yield { name, isFolder: false, size };
  }
}

function* entriesBelow(from: string, name: string): Generator<Entry> {
  const file = path.join(from, name);
  const found = fs.lstatSync(file);
  if (!found.isDirectory() && !found.isFile())
    throw new Refused(
      `${file} is a link or a special file. Quit Galley, move the folder manually, and start Galley with --data-dir.`,
    );
  yield { name, isFolder: found.isDirectory(), size: found.isFile() ? found.size : 0 };
  if (found.isDirectory()) for (const inner of fs.readdirSync(file)) yield* entriesBelow(from, path.join(name, inner));
}

function survey(from: string): FolderSize {
  const extent: FolderSize = { files: 0, bytes: 0 };
  for (const { size } of entriesOf(from)) {
    extent.files += 1;
    extent.bytes += size;
  }
  return extent;
}

function copy(from: string, to: string): FolderSize {
  carryOverLog(path.join(from, DATABASE_FILE));
  const whole = survey(from);
  const folders: string[] = [""];
  // Each byte is read twice. Each file counts 4 kB more than its bytes.
  const work = 2 * (whole.bytes + whole.files * 4096);
  let done = 0;
  let reported = 0;
  const progress = (bytes: number) => {
    done += bytes;
    if (done / work - reported < STEP) return;
    reported = Math.min(done / work, 1);
    post({ kind: "progress", done: reported });
  };
  for (const { name, isFolder } of entriesOf(from)) {
    progress(2 * 4096);
    if (isFolder) {
      fs.mkdirSync(path.join(to, name), { recursive: true, mode: 0o700 });
      folders.push(name);
    } else copyFile(path.join(from, name), path.join(to, name), progress);
  }
  requireWhole(path.join(to, DATABASE_FILE));
  for (const folder of folders) syncFolder(path.join(to, folder));
  return whole;
}

/** Merges the log into the database, so that a single file remains. */
function carryOverLog(file: string): void {
  const database = new Sqlite(file, { fileMustExist: true });
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
}

function copyFile(source: string, target: string, progress: (bytes: number) => void): void {
  const read = hashOf(source, target, progress);
  const written = hashOf(target, null, progress);
  if (read.sha256 !== written.sha256 || read.size !== written.size)
    throw new Refused(`${target} does not match its original. The disk may be damaged; choose another.`);
  // The times of logs and backups are significant.
  const { atime, mtime } = fs.statSync(source);
  fs.utimesSync(target, atime, mtime);
}

/** @param target path of a copy to write and sync; null: only hash */
function hashOf(source: string, target: string | null, progress: (bytes: number) => void) {
  const hash = createHash("sha256");
  let size = 0;
  const input = fs.openSync(source, "r");
  try {
    const output = target === null ? null : fs.openSync(target, "w", 0o600);
    try {
      for (;;) {
        const read = fs.readSync(input, chunk);
        if (read === 0) break;
        const bytes = chunk.subarray(0, read);
        hash.update(bytes);
        if (output !== null) writeAll(output, bytes);
        size += read;
        progress(read);
      }
      if (output !== null) fs.fsyncSync(output);
    } finally {
      if (output !== null) fs.closeSync(output);
    }
  } finally {
    fs.closeSync(input);
  }
  return { sha256: hash.digest("hex"), size };
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
}

/** Also checks that the new disk supports SQLite's locks and shared memory. */
function requireWhole(file: string): void {
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    const found = database.pragma("integrity_check(1)", { simple: true });
    if (found !== "ok")
      throw new Refused(`The database is damaged (${found}). Restore the newest backup before you move the data.`);
    database.pragma("journal_mode = WAL");
    const schema = database.pragma("user_version", { simple: true });
    database.transaction(() => database.pragma(`user_version = ${schema}`)).immediate();
  } finally {
    database.close();
  }
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = fs.openSync(folder, "r");
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

const task = workerData as MoveTask;
try {
  post({ kind: "done", extent: task.kind === "survey" ? survey(task.from) : copy(task.from, task.to) });
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  post(error instanceof Refused ? { kind: "refused", message } : { kind: "failed", message, code });
}
