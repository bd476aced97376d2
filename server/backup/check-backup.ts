/** Reads a finished backup back and says whether a restore would take it. */
import fs from "node:fs";
import path from "node:path";
import { inBackground } from "./background.ts";
import { createFileKeeper } from "./file-keeper.ts";
import type { Manifest } from "./manifest.ts";
import { readBackup } from "./reader.ts";

/**
 * Checks every byte, and the database inside, which is written beside the file for as long as that takes.
 * @throws BackupRefused naming what is wrong; ENOENT and whatever else the disk says
 */
export async function checkBackup(file: string, signal: AbortSignal): Promise<Manifest> {
  const folder = await fs.promises.mkdtemp(`${path.resolve(file)}.check-`);
  const source = fs.createReadStream(file, { highWaterMark: 256 * 1024 });
  try {
    const database = path.join(folder, "galley.db");
    return await readBackup(
      source,
      {
        manifest: async () => undefined,
        async database(bytes) {
          await createFileKeeper(folder).write(database, bytes);
          return database;
        },
        databaseIsWhole: (extracted, manifest) =>
          inBackground("inspectDatabase", { file: extracted, manifest }, signal),
        async blob(_blob, bytes) {
          for await (const _ of bytes);
        },
      },
      signal,
    );
  } finally {
    source.destroy();
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}
