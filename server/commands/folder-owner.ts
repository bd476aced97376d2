/**
 * Commands that root runs on the data folder of another user. Root would leave files there that the service cannot use, and
 * would follow links that this user laid. So the process becomes that user before it opens anything in the folder.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { readDataDir } from "../config/config.ts";
import { AppError } from "../core/errors.ts";
import { asUsage, type CommandIo } from "./command.ts";

/**
 * The data folder that these flags and the environment name, with the rights of its owner from here on. Files of the person
 * who typed the command must be open by now.
 * @throws UsageError for a wrong flag; AppError conflict where root may not become the owner
 */
export function enterDataDir(args: string[], io: CommandIo): string {
  const dataDir = asUsage(() => readDataDir(args, io.env));
  if (process.getuid?.() === 0) becomeOwnerOf(dataDir, io);
  return dataDir;
}

function becomeOwnerOf(dataDir: string, io: CommandIo): void {
  const { uid, gid } = fs.statSync(nearestFolder(dataDir));
  if (uid === 0) return;
  const groups = groupsOf(uid, gid);
  const [primary = gid] = groups;
  io.handOver?.(uid, primary);
  try {
    process.setgroups?.(groups);
    process.setgid?.(primary);
    process.setuid?.(uid);
  } catch (error) {
    throw new AppError(
      "conflict",
      `${dataDir} belongs to uid ${uid}, and root may not become that user here (${(error as NodeJS.ErrnoException).code}). Run the command as that user.`,
    );
  }
}

/** A folder that a command makes belongs to the owner of the folder around it. */
function nearestFolder(folder: string): string {
  const parent = path.dirname(folder);
  return fs.existsSync(folder) || parent === folder ? folder : nearestFolder(parent);
}

/** The primary group first. Of a user whom the system does not know: the folder's group, unless that is root's. */
function groupsOf(uid: number, gid: number): number[] {
  try {
    const known = execFileSync("id", ["-G", String(uid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return known.trim().split(/\s+/).map(Number);
  } catch {
    return [gid === 0 ? uid : gid];
  }
}
