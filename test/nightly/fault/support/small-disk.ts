/** A file system that can be filled to the last byte: a small tmpfs per test file. Linux only, as root or with sudo. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { TestOptions } from "../../../support/appliance.ts";
import { startNewsroom } from "../../../support/newsroom.ts";

export type SmallDisk = ReturnType<typeof mountSmallDisk>;

const PAGE_BYTES = 4_096;

/** Runs a command as root or with sudo without a password. */
function asRoot(command: string, ...args: string[]): void {
  const root = process.getuid?.() === 0;
  execFileSync(root ? command : "sudo", root ? args : ["-n", command, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
}

const mounted = new Set<string>();
process.once("exit", () => {
  for (const folder of mounted) unmount(folder);
});

function unmount(folder: string): void {
  if (!mounted.delete(folder)) return;
  // Lazy, because an ending process may still have a file open.
  asRoot("umount", "--lazy", folder);
  fs.rmdirSync(folder);
}

/** @throws if it cannot be mounted */
export function mountSmallDisk(megabytes: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-small-disk-"));
  const mine = process.getuid === undefined ? "" : `,uid=${process.getuid()}`;
  asRoot("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700${mine}`, "tmpfs", folder);
  mounted.add(folder);
  const data = path.join(folder, "data");
  fs.mkdirSync(data);
  const resize = (bytes: number) => asRoot("mount", "-o", `remount,size=${bytes}`, folder);
  return {
    folder: data,
    /** Shrinks the disk so that only `leaveBytes` are free, rounded up to pages of 4,096 bytes. */
    fill(leaveBytes = 0) {
      const left = Math.ceil(leaveBytes / PAGE_BYTES) * PAGE_BYTES;
      for (let tries = 5; ; tries--) {
        const { blocks, bfree, bsize } = fs.statfsSync(folder);
        try {
          return resize((blocks - bfree) * bsize + left);
        } catch (error) {
          // The disk cannot be smaller than its content, and more was written since.
          if (tries === 0) throw error;
        }
      }
    },
    free: () => resize(megabytes * 1024 * 1024),
    unmount: () => unmount(folder),
  };
}

/** Why a small disk is not available, or null. The reason is printed, because the tests are skipped. */
export const whyNoSmallDisk: string | null = findReason();

function findReason(): string | null {
  try {
    mountSmallDisk(1).unmount();
    return null;
  } catch (error) {
    const reason = String((error as { stderr?: Buffer }).stderr ?? error).trim();
    process.stderr.write(`The tests on a full disk are skipped: a tmpfs cannot be mounted here (${reason}).\n`);
    return reason;
  }
}

/** Starts a newsroom with its data folder on a small disk, which is freed before the test ends. */
export async function startOnSmallDisk(options: TestOptions = {}) {
  const disk = mountSmallDisk(384);
  onTestFinished(disk.unmount);
  const newsroom = await startNewsroom({ ...options, dataDir: disk.folder });
  onTestFinished(disk.free);
  return { disk, ...newsroom };
}
