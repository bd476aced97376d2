/**
 * The URLs of the running appliance: `<dataDir>/running.json`, which exists while it runs. A stale file after a crash
 * is harmless: readers check the folder's lock first, and the next lock holder removes it.
 */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeFileDurably } from "../../storage/disk.ts";

const FILE = "running.json";

const RunningUrlsSchema = z
  .object({ url: z.url(), console_url: z.url(), pid: z.int() })
  .transform(({ url, console_url: consoleUrl, pid }) => ({ url, consoleUrl, pid }));

/** Origins of the listeners, and the process. */
export type RunningUrls = z.output<typeof RunningUrlsSchema>;

export async function writeRunningUrls(dataDir: string, at: Omit<RunningUrls, "pid">): Promise<void> {
  const content = JSON.stringify({ url: at.url, console_url: at.consoleUrl, pid: process.pid });
  await writeFileDurably(path.join(dataDir, FILE), `${content}\n`, 0o600);
}

export async function removeRunningUrls(dataDir: string): Promise<void> {
  await fs.promises.rm(path.join(dataDir, FILE), { force: true });
}

/** Null without a readable file. */
export function readRunningUrls(dataDir: string): RunningUrls | null {
  try {
    return RunningUrlsSchema.parse(JSON.parse(fs.readFileSync(path.join(dataDir, FILE), "utf8")));
  } catch {
    return null;
  }
}
