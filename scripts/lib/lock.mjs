/** One install or build at a time. The holder touches the lock; a lock that is old or of a dead process is stale. */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Problem, readIfPresent, root, say } from "./project.mjs";

const TOUCH_MS = 2_000;
const STALE_MS = 30_000;
const POLL_MS = 100;

/**
 * Runs `work` while it holds the lock; waits for another holder.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [file] the lock
 * @returns {Promise<T>}
 */
export async function withLock(work, file = path.join(root, "dist", ".lock")) {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
  } catch (error) {
    throw asProblem(error);
  }
  const mark = `${process.pid} ${Date.now()} ${Math.random()}`;
  for (let reported = false; !take(file, mark); await pause(POLL_MS)) {
    const holder = holderOf(file);
    if (holder === undefined) continue;
    if (holder.gone) removeStale(file, holder.mark);
    else if (!reported) {
      say(`Waiting for process ${holder.pid}, which installs or builds in this folder.`);
      reported = true;
    }
  }
  const touch = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), TOUCH_MS);
  touch.unref();
  try {
    return await work();
  } finally {
    clearInterval(touch);
    if (readIfPresent(file) === mark) fs.rmSync(file, { force: true });
  }
}

/** @param {string} file @param {string} mark */
function take(file, mark) {
  try {
    fs.writeFileSync(file, mark, { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw asProblem(error);
  }
}

/** @param {unknown} error */
function asProblem(error) {
  const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
  if (!["EACCES", "EPERM", "EROFS"].includes(code)) return error;
  return new Problem(`This user may not write to ${root} (${code}). Start as the user who owns the folder.`);
}

/** @param {string} file */
function holderOf(file) {
  const mark = readIfPresent(file);
  const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN);
  // An empty lock was just created.
  if (mark === undefined || Number.isNaN(age) || (mark === "" && age < STALE_MS)) return undefined;
  const pid = Number(mark.split(" ")[0]);
  return { mark, pid, gone: age > STALE_MS || !isAlive(pid) };
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** Only one process can rename the lock; one that renamed a fresh lock restores it. @param {string} file @param {string} mark stale */
function removeStale(file, mark) {
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  if (readIfPresent(aside) !== mark && !fs.existsSync(file)) fs.renameSync(aside, file);
  else fs.rmSync(aside, { force: true });
}
