/** A real file system that can be filled to the last byte: a small tmpfs, mounted for one test file. Linux, as root or with sudo. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { TestOptions } from "../../../support/appliance.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import type { Answer } from "../../../support/site.ts";

export interface SmallDisk {
  folder: string;
  /** Takes all the room that is left, but for so many bytes (whole pages of 4,096): the disk itself becomes smaller. */
  fill(leaveBytes?: number): void;
  free(): void;
  unmount(): void;
}

const PAGE_BYTES = 4_096;

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
  const data = path.join(folder, "data");
  fs.mkdirSync(data);
  const resize = (bytes: number) => asRoot("mount", "-o", `remount,size=${bytes}`, folder);
  return {
    folder: data,
    fill(leaveBytes = 0) {
      const left = Math.ceil(leaveBytes / PAGE_BYTES) * PAGE_BYTES;
      for (let tries = 5; ; tries--) {
        const { blocks, bfree, bsize } = fs.statfsSync(folder);
        try {
          return resize((blocks - bfree) * bsize + left);
        } catch (error) {
          // More was written since: the disk cannot be smaller than what is on it.
          if (tries === 0) throw error;
        }
      }
    },
    free: () => resize(megabytes * 1024 * 1024),
    unmount: () => unmount(folder),
  };
}

/** Why no small disk can be had here, null where it can. Said aloud, so that nobody takes a skipped test for a passed one. */
export const whyNoSmallDisk: string | null = findReason();

/** A newsroom whose data folder is on a small disk of its own; the disk has room again before the test ends. */
export async function startOnSmallDisk(options: TestOptions & { answer?: Answer } = {}) {
  const disk = mountSmallDisk(384);
  onTestFinished(disk.unmount);
  const newsroom = await startNewsroom({ ...options, dataDir: disk.folder });
  onTestFinished(disk.free);
  return { disk, ...newsroom };
}
