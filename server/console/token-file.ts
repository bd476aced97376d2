/** The console token of a data folder: made once, readable by its owner alone. */
import fs from "node:fs";
import path from "node:path";
import type { Random } from "../core/runtime.ts";
import { writeFileDurably } from "../storage/disk.ts";

const TOKEN_BYTES = 24;

/** Reads `<dataDir>/console-token`, making it when missing. */
export async function openConsoleToken(dataDir: string, random: Random): Promise<string> {
  const file = path.join(dataDir, "console-token");
  if (!fs.existsSync(file)) await writeFileDurably(file, random.token(TOKEN_BYTES), 0o600);
  return (await fs.promises.readFile(file, "utf8")).trim();
}
