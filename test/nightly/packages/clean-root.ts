/** Creates a minimal Debian in a folder and runs commands in it. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { missing, tool } from "./steps.ts";

/** Path of the project inside, for the stand-in. */
export const PROJECT_INSIDE = "/mnt";

/** @returns why no such root can be created; null if it can */
export async function noCleanRoot(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "only root can create one";
  return (
    (await missing("mmdebstrap", "mmdebstrap")) ??
    (await missing("unshare", "util-linux")) ??
    (spawnSync("unshare", ["--mount", "true"]).status === 0
      ? null
      : "this machine does not allow root to mount file systems")
  );
}

/**
 * @param folder created by this call
 * @param suite release of Debian, downloaded
 */
export async function makeCleanRoot(folder: string, suite: string): Promise<void> {
  const flags = ["--quiet", "--variant=minbase", "--include=apparmor,systemd", "--skip=cleanup/apt"];
  await tool("mmdebstrap", [...flags, suite, folder]);
}

/**
 * Arguments of `unshare` for a command that runs inside. The command replaces the process, so it receives signals.
 * @param root the folder
 * @param project mounted at PROJECT_INSIDE
 * @param user user and group of the command
 */
export function inside(root: string, project: string, user: string, command: string[]): string[] {
  const script = `
    mount --bind "$1" "$2${PROJECT_INSIDE}" && mount -t proc proc "$2/proc" || exit 1
    root=$2 user=$3; shift 3
    exec chroot --userspec="$user" "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"`;
  return ["--mount", "sh", "-c", script, "sh", project, root, user, ...command];
}

/** Runs a command inside as root. @returns its output. @throws Error with the output if it fails */
export function runInside(root: string, project: string, command: string[]): Promise<string> {
  return tool("unshare", inside(root, project, "root:root", ["DEBIAN_FRONTEND=noninteractive", ...command]));
}

/** Copies a file into /root. @returns its path inside */
export function copyIn(root: string, file: string): string {
  const name = path.basename(file);
  fs.copyFileSync(file, path.join(root, "root", name));
  return `/root/${name}`;
}
