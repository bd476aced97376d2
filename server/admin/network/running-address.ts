/**
 * Where the appliance that holds a data folder can be reached: `<dataDir>/running.json`, there from its start to its end. One
 * left by a crash misleads nobody: the folder's lock is asked first, and whoever takes that removes it.
 */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeFileDurably } from "../../storage/disk.ts";

const FILE = "running.json";

const AddressSchema = z.object({ url: z.url(), console_url: z.url(), pid: z.int().nullable().default(null) });

/** Origins of the listeners; pid null where an older Galley wrote the file. */
export interface RunningAddress {
  url: string;
  consoleUrl: string;
  pid: number | null;
}

export async function writeAddress(dataDir: string, at: Omit<RunningAddress, "pid">): Promise<void> {
  const content = JSON.stringify({ url: at.url, console_url: at.consoleUrl, pid: process.pid });
  await writeFileDurably(path.join(dataDir, FILE), `${content}\n`, 0o600);
}

export async function removeAddress(dataDir: string): Promise<void> {
  await fs.promises.rm(path.join(dataDir, FILE), { force: true });
}

/** Null where nobody left one that can be read. */
export function readAddress(dataDir: string): RunningAddress | null {
  try {
    const { url, console_url, pid } = AddressSchema.parse(
      JSON.parse(fs.readFileSync(path.join(dataDir, FILE), "utf8")),
    );
    return { url, consoleUrl: console_url, pid };
  } catch {
    return null;
  }
}
