/**
 * Where the appliance that holds a data folder can be reached: `<dataDir>/running.json`, there from its start to its
 * end. One left by a crash misleads nobody, because the folder's lock is asked first.
 */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeFileDurably } from "../storage/durable-file.ts";

const FILE = "running.json";

const AddressSchema = z.object({ url: z.url(), console_url: z.url() });

export async function writeAddress(dataDir: string, at: { url: string; consoleUrl: string }): Promise<void> {
  const content = JSON.stringify({ url: at.url, console_url: at.consoleUrl });
  await writeFileDurably(path.join(dataDir, FILE), `${content}\n`, 0o600);
}

export async function removeAddress(dataDir: string): Promise<void> {
  await fs.promises.rm(path.join(dataDir, FILE), { force: true });
}

/** The console's origin; null where nobody left one. */
export function readConsoleUrl(dataDir: string): string | null {
  try {
    return AddressSchema.parse(JSON.parse(fs.readFileSync(path.join(dataDir, FILE), "utf8"))).console_url;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
