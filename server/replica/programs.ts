/** Finds the programs that replication runs: Litestream copies the database, rclone copies files to another machine. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const VERSION_MS = 5_000;
const THIS_SYSTEM = `${process.platform}-${process.arch}`;

/** The binary from npm, else version 0.3 on PATH; null without one, as on Windows. @param system such as linux-x64 */
export function findLitestream(env: NodeJS.ProcessEnv = process.env, system = THIS_SYSTEM): string | null {
  const installed = installedLitestream(system);
  if (installed !== null) return installed;
  const found = onPath("litestream", env, system);
  return found !== null && isKnownFormat(found) ? found : null;
}

/** @returns null if it is not on PATH */
export function findRclone(env: NodeJS.ProcessEnv = process.env, system = THIS_SYSTEM): string | null {
  return onPath("rclone", env, system);
}

function installedLitestream(system: string): string | null {
  try {
    const file = createRequire(import.meta.url).resolve(`@flydotio/litestream-${system}/litestream`);
    // The desktop app's archive lists the program, but the system can run only the unpacked file.
    const unpacked = file.replace(/(?<=[\\/])app\.asar(?=[\\/])/, "app.asar.unpacked");
    return isProgram(unpacked) ? unpacked : null;
  } catch {
    return null;
  }
}

function onPath(name: string, env: NodeJS.ProcessEnv, system: string): string | null {
  if (system.startsWith("win32-")) return null;
  // A relative entry would run a program from the working directory.
  const folders = (env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, name)).find(isProgram) ?? null;
}

/** Litestream 0.5 writes another format. */
function isKnownFormat(litestream: string): boolean {
  try {
    return /^v?0\.3\./.test(execFileSync(litestream, ["version"], { encoding: "utf8", timeout: VERSION_MS }));
  } catch {
    return false;
  }
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
