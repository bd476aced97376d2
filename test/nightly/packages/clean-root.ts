/** A Debian with nothing in it but the base, in a folder, to install into. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { missing, tool } from "./steps.ts";

/** Where the project is seen from inside, for the stand-in. */
export const PROJECT_INSIDE = "/mnt";

/** @returns why no such root can be made here; null where it can */
export async function noCleanRoot(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "only root can make one";
  return (
    (await missing("mmdebstrap", "mmdebstrap")) ??
    (await missing("unshare", "util-linux")) ??
    (spawnSync("unshare", ["--mount", "true"]).status === 0 ? null : "this machine lets not even root mount anything")
  );
}

/**
 * @param folder is made
 * @param suite of Debian; its packages come over the network
 */
export async function makeCleanRoot(folder: string, suite: string): Promise<void> {
  await tool("mmdebstrap", [
    "--quiet",
    "--variant=minbase",
    "--include=apparmor,systemd",
    "--skip=cleanup/apt",
    suite,
    folder,
  ]);
}

/**
 * The arguments of a command that runs inside, for `unshare`. The process it starts is the command's own: signals reach it.
 * @param root the folder
 * @param project is seen at PROJECT_INSIDE
 * @param user who it runs as
 */
export function inside(root: string, project: string, user: string, command: string[]): string[] {
  const script = `
    mount --bind "$1" "$2${PROJECT_INSIDE}" && mount -t proc proc "$2/proc" || exit 1
    root=$2 user=$3; shift 3
    exec chroot --userspec="$user" "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"`;
  return ["--mount", "sh", "-c", script, "sh", project, root, user, ...command];
}

/** Runs a command inside as root. @returns what it wrote. @throws Error with that when it fails */
export function runInside(root: string, project: string, command: string[]): Promise<string> {
  return tool("unshare", inside(root, project, "root:root", ["DEBIAN_FRONTEND=noninteractive", ...command]));
}

/** A file from outside, put into the root's /root. @returns where it is seen inside */
export function bring(root: string, file: string): string {
  const name = path.basename(file);
  fs.copyFileSync(file, path.join(root, "root", name));
  return `/root/${name}`;
}
