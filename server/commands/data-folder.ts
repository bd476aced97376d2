/**
 * The data folder of a command. When root runs a command on another user's data folder, the process becomes that user first.
 * Otherwise the service could not use the new files, and root would follow symbolic links of that user.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readDataDir } from "../config/config.ts";
import { AppError } from "../core/errors.ts";
import { DATABASE_FILE, isInUse } from "../storage/database.ts";
import { asUsageError, type CommandIo } from "./command.ts";

/** The data folder of flags and environment. Takes its owner's rights, so open root's files first. @throws UsageError; AppError conflict */
export function resolveDataDir(given: string[] | { "data-dir"?: string | undefined }, io: CommandIo): string {
  const { "data-dir": named } = Array.isArray(given) ? {} : given;
  const args = Array.isArray(given) ? given : named === undefined ? [] : [`--data-dir=${named}`];
  const dataDir = asUsageError(() => readDataDir(args, io.env));
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
      `${dataDir} belongs to uid ${uid}, and root cannot switch to that user here (${(error as NodeJS.ErrnoException).code}). Run the command as that user.`,
    );
  }
  // rclone reads SSH keys and S3 credentials in the home folder.
  io.env.HOME = homeOr(dataDir);
}

/** @param folder fallback for a user without an account */
function homeOr(folder: string): string {
  try {
    return os.userInfo().homedir;
  } catch {
    return folder;
  }
}

/** A new folder belongs to the owner of its parent. */
function nearestFolder(folder: string): string {
  const parent = path.dirname(folder);
  return fs.existsSync(folder) || parent === folder ? folder : nearestFolder(parent);
}

/** The primary group first. Without an account: the folder's group, unless that is root's. */
function groupsOf(uid: number, gid: number): number[] {
  try {
    const known = execFileSync("id", ["-G", String(uid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return known.trim().split(/\s+/).map(Number);
  } catch {
    return [gid === 0 ? uid : gid];
  }
}

/** The data folder in the packages' systemd unit. */
const SERVICE_DIR = "/var/lib/galley";

/** @param otherwise advice for a folder that this user can read */
export function dataFolderAdvice(
  dataDir: string,
  command: string,
  otherwise: string,
  serviceDir = SERVICE_DIR,
): string {
  const asService = `sudo -u galley galley ${command}`;
  const isService = path.resolve(dataDir) === serviceDir;
  if (isClosedToUs(dataDir))
    return `This user cannot read the folder. Run the command as the user that Galley runs as${isService ? `: ${asService}` : "."}`;
  if (!isService && fs.existsSync(serviceDir)) return `${otherwise} For the service on this machine, run: ${asService}`;
  return otherwise;
}

/** @param otherwise see `dataFolderAdvice` @throws AppError not_found without a database in the folder */
export function requireData(dataDir: string, command: string, otherwise: string): void {
  if (fs.existsSync(path.join(dataDir, DATABASE_FILE))) return;
  const advice = dataFolderAdvice(dataDir, command, otherwise);
  throw new AppError("not_found", `No Galley data found in ${dataDir}. ${advice}`);
}

/** Enters the data folder of a running Galley. @throws AppError conflict if Galley is not running there */
export function resolveRunningDataDir(
  flags: { "data-dir"?: string | undefined },
  io: CommandIo,
  command: string,
  otherwise: string,
): string {
  const dataDir = resolveDataDir(flags, io);
  if (isInUse(dataDir)) return dataDir;
  throw new AppError(
    "conflict",
    `Galley is not running on ${dataDir}. ${dataFolderAdvice(dataDir, command, otherwise)}`,
  );
}

function isClosedToUs(folder: string): boolean {
  try {
    fs.readdirSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}
