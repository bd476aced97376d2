/** A real file system that can be filled to the last byte: a small tmpfs, mounted for one test file. Linux, as root or with sudo. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export interface SmallDisk {
  folder: string;
  /** Takes all the room that is left, but for so many bytes (whole pages of 4,096). */
  fill(leaveBytes?: number): void;
  /** Gives it back. */
  free(): void;
  unmount(): void;
}

const PAGE_BYTES = 4_096;
const CHUNK_BYTES = 1024 * 1024;

function findReason(): string | null {
  const reason = tryMount();
  if (reason !== null)
    process.stderr.write(`The tests on a full disk are skipped: a tmpfs cannot be mounted here (${reason}).\n`);
  return reason;
}

function tryMount(): string | null {
  if (process.platform !== "linux") return `this is ${process.platform}`;
  try {
    mountSmallDisk(1).unmount();
    return null;
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? error).trim();
  }
}

/** As root, or as whoever may become root without being asked. */
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
  // Lazily: a process that is just ending may hold a file for a moment longer.
  asRoot("umount", "--lazy", folder);
  fs.rmdirSync(folder);
}

/** @throws where it cannot be mounted */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-small-disk-"));
  const mine = process.getuid === undefined ? "" : `,uid=${process.getuid()}`;
  asRoot("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700${mine}`, "tmpfs", folder);
  mounted.add(folder);
  // Beside the data folder, so that the appliance does not see it.
  const ballast = path.join(folder, "ballast");
  const data = path.join(folder, "data");
  fs.mkdirSync(data);
  return {
    folder: data,
    fill(leaveBytes = 0) {
      const file = fs.openSync(ballast, "a");
      try {
        for (const size of [CHUNK_BYTES, PAGE_BYTES]) {
          try {
            for (;;) fs.writeSync(file, Buffer.alloc(size));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          }
        }
        const full = fs.fstatSync(file).size;
        fs.ftruncateSync(file, full - Math.ceil(leaveBytes / PAGE_BYTES) * PAGE_BYTES);
      } finally {
        fs.closeSync(file);
      }
    },
    free: () => fs.rmSync(ballast, { force: true }),
    unmount: () => unmount(folder),
  };
}

/** Why no small disk can be had here, null where it can. Said aloud, so that nobody takes a skipped test for a passed one. */
export const whyNoSmallDisk: string | null = findReason();
