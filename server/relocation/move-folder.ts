/**
 * Moves a closed data folder: copies, verifies, switches, and puts the old data aside. The switch is one rename of a
 * small file: before it, the old folder is in force and untouched. A thread copies (`move-worker.ts`).
 */
import fs from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { isoTime, type Log, timeInName } from "../core/runtime.ts";
import { untilExit } from "../core/worker-thread.ts";
import { formatBytes } from "../storage/blobs.ts";
import { prepareDataFolder } from "../storage/data-folder.ts";
import { holdFolder } from "../storage/database.ts";
import { freeBytes, isDiskFull, syncFolder } from "../storage/disk.ts";
import {
  MOVED_FROM_FILE,
  MOVED_TO_FILE,
  removeMovedFrom,
  removeMovedTo,
  resolveMovedFolder,
  writeMovedFrom,
  writeMovedTo,
} from "../storage/moved-folder.ts";
import { type FolderSize, type MoveMessage, type MoveTask, PROFILE_FOLDER, staysBehind } from "./move-plan.ts";

const WORKER_URL = new URL("./move-worker.ts", import.meta.url);

const SPARE_BYTES = 64 * 1024 * 1024;
const BLOCK_BYTES = 4096;
/** Entries of a mounted disk that do not count as content. */
const OF_A_DISK = /^(lost\+found|\.snapshots?|\.Trash.*|\.DS_Store|System Volume Information|\$RECYCLE\.BIN)$/;

/** A move that is not possible; `message` is for the admin. */
export class MoveRefused extends Error {}

export interface MovePlan {
  from: string;
  to: string;
  standard: string;
}

/** Checks both folders without changes. @throws MoveRefused */
export async function checkMove({ from, to }: MovePlan, signal: AbortSignal): Promise<FolderSize> {
  requireTarget(from, to);
  const extent = await inWorker({ kind: "survey", from }, () => {}, signal);
  const needed = extent.bytes + extent.files * BLOCK_BYTES + SPARE_BYTES;
  const free = await freeBytes(to);
  if (free < needed)
    throw new MoveRefused(
      `The data needs ${formatBytes(needed)}, and ${formatBytes(free)} are free at ${to}. Choose a folder on a larger disk, or free some space there.`,
    );
  return extent;
}

export interface MoveOptions {
  log: Log;
  /** ms since the epoch. */
  at: number;
  /** @param done 0 to 1 */
  onProgress(done: number): void;
  /** Cancels; has no effect after the switch. */
  signal: AbortSignal;
}

/**
 * Moves the data; a failure leaves nothing behind. Returns the folder with the old data. @throws MoveRefused; FolderInUse; the signal's
 * reason
 */
export async function moveDataFolder(plan: MovePlan, options: MoveOptions): Promise<string> {
  const { from, to } = plan;
  const { log, at, signal, onProgress } = options;
  const kept = path.join(from, `before-move-${timeInName(at)}`);
  const hold = holdFolder(from);
  try {
    requireTarget(from, to);
    const hadProfile = fs.existsSync(path.join(to, PROFILE_FOLDER));
    try {
      prepareDataFolder(to);
      await writeMovedFrom(to, { from, kept, isComplete: false });
      await inWorker({ kind: "copy", from, to }, onProgress, signal);
      onProgress(1);
      await writeMovedFrom(to, { from, kept, isComplete: true });
      await switchTo(plan, at, log);
    } catch (error) {
      await undo(plan, hadProfile, log);
      throw asRefused(error, to);
    }
    log.info(`The data folder was moved from ${from} to ${to}.`);
    await putAside(plan, at, kept, log);
    return kept;
  } finally {
    hold.close();
  }
}

function requireTarget(from: string, to: string): void {
  if (!fs.statSync(to, { throwIfNoEntry: false })?.isDirectory())
    throw new MoveRefused(`The folder ${to} does not exist. Choose an existing, empty folder.`);
  const [source, target] = [fs.realpathSync(from), fs.realpathSync(to)];
  if (source === target) throw new MoveRefused(`The data is already in ${to}.`);
  if (isIn(source, target) || isIn(target, source))
    throw new MoveRefused(`One of the folders ${from} and ${to} contains the other. Choose a separate folder.`);
  const names = fs.readdirSync(to);
  if (names.includes(MOVED_FROM_FILE))
    throw new MoveRefused(
      `${to} contains the rest of a failed move. Delete its content${names.includes(MOVED_TO_FILE) ? ` except ${MOVED_TO_FILE}, which Galley needs to find its data` : ""}, or choose another folder.`,
    );
  const isOldFolder = names.includes(MOVED_TO_FILE);
  const foreign = names.find((name) => !OF_A_DISK.test(name) && !(isOldFolder && staysBehind(name)));
  if (foreign !== undefined)
    throw new MoveRefused(`${to} is not empty (it contains ${foreign}). Choose an empty folder, or create one.`);
}

function isIn(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative !== "" && relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}

const isSame = (one: string, other: string) => path.relative(one, other) === "";

/** The switch is one rename or one removal; a failed sync does not undo it. */
async function switchTo({ to, standard }: MovePlan, at: number, log: Log): Promise<void> {
  const isHome = isSame(to, standard);
  if (!isHome) await removeMovedTo(to);
  try {
    if (isHome) await removeMovedTo(standard);
    else {
      fs.mkdirSync(standard, { recursive: true, mode: 0o700 });
      await writeMovedTo(standard, { to, at: isoTime(at) });
    }
  } catch (error) {
    if (!isSame(resolveMovedFolder(standard), to)) throw error;
    log.warn(`The note that the data folder has moved may not be durable yet. ${String(error)}`);
  }
}

/** The move has succeeded: failures are only logged. */
async function putAside({ from, to, standard }: MovePlan, at: number, kept: string, log: Log): Promise<void> {
  try {
    if (!isSame(from, standard)) await writeMovedTo(from, { to, at: isoTime(at) });
    fs.mkdirSync(kept, { mode: 0o700 });
    for (const name of fs.readdirSync(from))
      if (!staysBehind(name)) fs.renameSync(path.join(from, name), path.join(kept, name));
    await syncFolder(kept);
    await syncFolder(from);
  } catch (error) {
    log.warn(`Some of the old data could not be moved to ${kept} and is still in ${from}. ${String(error)}`);
  }
}

/** Removes only entries that a failed move wrote. */
async function undo({ from, to }: MovePlan, hadProfile: boolean, log: Log): Promise<void> {
  try {
    for (const name of fs.readdirSync(from))
      if (!staysBehind(name)) await fs.promises.rm(path.join(to, name), { recursive: true, force: true });
    if (!hadProfile) await fs.promises.rm(path.join(to, PROFILE_FOLDER), { recursive: true, force: true });
    await removeMovedFrom(to);
  } catch (error) {
    // The copy is marked as unfinished, so Galley never opens it.
    log.warn(`The unfinished copy in ${to} could not be removed. You can delete it. ${String(error)}`);
  }
}

function asRefused(error: unknown, to: string): unknown {
  if (isDiskFull(error)) return new MoveRefused(`The disk of ${to} is full. Choose a folder on a larger disk.`);
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? new MoveRefused(`The data could not be copied to ${to} (${message}).`) : error;
}

async function inWorker(task: MoveTask, onProgress: (done: number) => void, signal: AbortSignal): Promise<FolderSize> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER_URL, { name: "move", workerData: task, execArgv: [] });
  let last: MoveMessage | null = null;
  const follow = (message: MoveMessage) => {
    if (message.kind === "progress") onProgress(message.done);
    else last = message;
  };
  await untilExit(worker, follow, signal);
  signal.throwIfAborted();
  return extentOf(last);
}

function extentOf(message: MoveMessage | null): FolderSize {
  if (message?.kind === "done") return message.extent;
  if (message?.kind === "refused") throw new MoveRefused(message.message);
  if (message?.kind === "failed") throw Object.assign(new Error(message.message), { code: message.code });
  throw new Error("The thread that moves the data ended without a result.");
}
