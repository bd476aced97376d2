/**
 * Commands that root runs on the data folder of another user. Files that root creates there would be unusable for the
 * service. Root would also follow symbolic links that this user placed. The process therefore becomes that user before
 * it opens anything in the folder.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { readDataDir } from "../config/config.ts";
import { AppError } from "../core/errors.ts";
import { asUsage, type CommandIo } from "./command.ts";

/**
 * The data folder that the flags and the environment name. The process continues with the rights of the folder's owner.
 * The caller opens files of the person who typed the command before this call.
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

/** A folder that a command creates belongs to the owner of its parent folder. */
function nearestFolder(folder: string): string {
  const parent = path.dirname(folder);
  return fs.existsSync(folder) || parent === folder ? folder : nearestFolder(parent);
}

/** The primary group first. For a user without an account: the folder's group, unless that is root's. */
function groupsOf(uid: number, gid: number): number[] {
  try {
    const known = execFileSync("id", ["-G", String(uid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return known.trim().split(/\s+/).map(Number);
  } catch {
    return [gid === 0 ? uid : gid];
  }
}
