/**
 * Moves a data folder that nobody has open: copied, verified, switched to, and the old data put aside in the old folder.
 * Up to the switch, which is one rename of one small file, the old folder is untouched and in force; from then on the
 * new one is. A thread does the copying (`move-worker.ts`).
 */
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { isoTime, type Log } from "../core/runtime.ts";
import { formatBytes } from "../storage/blobs.ts";
import { prepareDataFolder } from "../storage/data-folder.ts";
import { holdFolder } from "../storage/database.ts";
import { isDiskFull, syncFolder } from "../storage/disk.ts";
import {
  followMove,
  MOVED_FROM_FILE,
  MOVED_TO_FILE,
  removeMovedFrom,
  removeMovedTo,
  writeMovedFrom,
  writeMovedTo,
} from "../storage/moved-folder.ts";
import { type Extent, type MoveMessage, type MoveTask, PROFILE_FOLDER, staysBehind } from "./move-plan.ts";

/** The bundle makes an entry of its own of it. */
const WORKER_URL = new URL("./move-worker.ts", import.meta.url);

/** Bytes left on the new disk, so that Galley can begin to work there. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** What a file takes beside its bytes, on most disks. */
const BLOCK_BYTES = 4096;
/** What a disk that counts as empty has of its own. */
const OF_A_DISK = /^(lost\+found|\.snapshots?|\.Trash.*|\.DS_Store|System Volume Information|\$RECYCLE\.BIN)$/;

/** A move that cannot be; `message` is for the person who wants it. */
export class MoveRefused extends Error {}

export interface MovePlan {
  /** Absolute paths. */
  from: string;
  to: string;
  /** The folder that Galley looks into by itself, and that remembers the move. */
  standard: string;
}

/**
 * Looks at both folders, and changes nothing.
 * @throws MoveRefused
 */
export async function surveyMove({ from, to }: MovePlan, signal: AbortSignal): Promise<Extent> {
  requireTarget(from, to);
  const extent = await inWorker({ kind: "survey", from }, () => {}, signal);
  const needed = extent.bytes + extent.files * BLOCK_BYTES + SPARE_BYTES;
  const { bavail, bsize } = await fs.promises.statfs(to);
  if (bavail * bsize < needed)
    throw new MoveRefused(
      `The data takes ${formatBytes(needed)}, and ${formatBytes(bavail * bsize)} are free at ${to}. Choose a folder on a larger disk, or free some space there.`,
    );
  return extent;
}

export interface MoveOptions {
  log: Log;
  /** ms since the epoch. */
  at: number;
  /** @param done 0 to 1 */
  onProgress(done: number): void;
  /** Gives the move up; too late once it is switched. */
  signal: AbortSignal;
}

/**
 * Moves the data. Whatever fails before the switch leaves nothing of it in the new folder, and the old one in force.
 * @returns where the old data lies
 * @throws MoveRefused; FolderInUse; the signal's reason
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
      await takeBack(plan, hadProfile, log);
      throw asRefused(error, to);
    }
    log.info(`The data folder was moved from ${from} to ${to}.`);
    await putAside(plan, at, kept, log);
    return kept;
  } finally {
    hold.close();
  }
}

/** Such as 2026-01-31T12-00-00Z. */
function timeInName(at: number): string {
  return new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
}

/** @throws MoveRefused where the folder cannot take the data */
function requireTarget(from: string, to: string): void {
  if (!fs.statSync(to, { throwIfNoEntry: false })?.isDirectory())
    throw new MoveRefused(`There is no folder ${to}. Choose one that is there, and empty.`);
  const [source, target] = [fs.realpathSync(from), fs.realpathSync(to)];
  if (source === target) throw new MoveRefused(`The data is in ${to} already.`);
  if (isIn(source, target) || isIn(target, source))
    throw new MoveRefused(`One of the folders ${from} and ${to} lies in the other. Choose one beside it.`);
  const names = fs.readdirSync(to);
  if (names.includes(MOVED_FROM_FILE))
    throw new MoveRefused(
      `${to} holds what an earlier move left there before it broke off. Delete what is in it${names.includes(MOVED_TO_FILE) ? ` but ${MOVED_TO_FILE}, by which Galley finds its data` : ""}, or choose another folder.`,
    );
  const wasLeft = names.includes(MOVED_TO_FILE);
  const foreign = names.find((name) => !OF_A_DISK.test(name) && !(wasLeft && staysBehind(name)));
  if (foreign !== undefined)
    throw new MoveRefused(`${to} is not empty (there is ${foreign} in it). Choose an empty folder, or make a new one.`);
}

function isIn(outer: string, inner: string): boolean {
  const way = path.relative(outer, inner);
  return way !== "" && way.split(path.sep)[0] !== ".." && !path.isAbsolute(way);
}

const isSame = (one: string, other: string) => path.relative(one, other) === "";

/** The switch itself is one rename, or one removal. What only its way to the disk says cannot undo it. */
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
    if (!isSame(followMove(standard), to)) throw error;
    log.warn(`That the data folder has moved may not be on the disk yet. ${String(error)}`);
  }
}

/** The move has succeeded by now: what fails here is told and changes nothing. */
async function putAside({ from, to, standard }: MovePlan, at: number, kept: string, log: Log): Promise<void> {
  try {
    if (!isSame(from, standard)) await writeMovedTo(from, { to, at: isoTime(at) });
    fs.mkdirSync(kept, { mode: 0o700 });
    for (const name of fs.readdirSync(from))
      if (!staysBehind(name)) fs.renameSync(path.join(from, name), path.join(kept, name));
    await syncFolder(kept);
    await syncFolder(from);
  } catch (error) {
    log.warn(`Not everything of the old data could be put into ${kept}; the rest lies in ${from}. ${String(error)}`);
  }
}

/** Removes what a failed move wrote, and nothing that it did not: all of it has a name of the old folder. */
async function takeBack({ from, to }: MovePlan, hadProfile: boolean, log: Log): Promise<void> {
  try {
    for (const name of fs.readdirSync(from))
      if (!staysBehind(name)) await fs.promises.rm(path.join(to, name), { recursive: true, force: true });
    if (!hadProfile) await fs.promises.rm(path.join(to, PROFILE_FOLDER), { recursive: true, force: true });
    await removeMovedFrom(to);
  } catch (error) {
    // It is marked as unfinished, so nobody takes it for the data.
    log.warn(`The unfinished copy in ${to} could not be removed; it can be deleted. ${String(error)}`);
  }
}

function asRefused(error: unknown, to: string): unknown {
  if (isDiskFull(error)) return new MoveRefused(`The disk of ${to} is full. Choose a folder on a larger disk.`);
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? new MoveRefused(`The data could not be copied to ${to} (${message}).`) : error;
}

/** Runs a task in a thread of its own: the process answers meanwhile. */
async function inWorker(task: MoveTask, onProgress: (done: number) => void, signal: AbortSignal): Promise<Extent> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER_URL, { name: "move", workerData: task, execArgv: [] });
  const stop = () => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  let last: MoveMessage | null = null;
  worker.on("message", (message: MoveMessage) => {
    if (message.kind === "progress") onProgress(message.done);
    else last = message;
  });
  try {
    await once(worker, "exit");
  } finally {
    signal.removeEventListener("abort", stop);
  }
  signal.throwIfAborted();
  return extentOf(last);
}

function extentOf(message: MoveMessage | null): Extent {
  if (message?.kind === "done") return message.extent;
  if (message?.kind === "refused") throw new MoveRefused(message.message);
  if (message?.kind === "failed") throw Object.assign(new Error(message.message), { code: message.code });
  throw new Error("The thread that moves the data ended without an answer.");
}
