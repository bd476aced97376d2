/** Whether the appliance can save: the database accepts a write and the disk has space. */
import fs from "node:fs";
import path from "node:path";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { DATABASE_FILE, type Database } from "./database.ts";
import type { DatabaseHealth } from "./database-health.ts";
import { freeBytes, LEAST_FREE_BYTES } from "./disk.ts";

export type Readiness = ReturnType<typeof createReadiness>;

export function createReadiness(database: Database, dataDir: string, health: DatabaseHealth) {
  const diskFree = () => freeBytes(dataDir);
  return {
    diskFree,
    /** @throws AppError unavailable, disk_full; SQLite's errors */
    async check(): Promise<void> {
      // SQLite would keep writing to a deleted file.
      const why = await fs.promises.stat(path.join(dataDir, DATABASE_FILE)).then(
        () => null,
        (error: NodeJS.ErrnoException) => error.code,
      );
      if (why === "ENOENT" || why === "ENOTDIR") throw new AppError("unavailable", sentence("storage.folder_gone"));
      health.require();
      database.exec("BEGIN IMMEDIATE; ROLLBACK;");
      const free = await diskFree();
      if (free < LEAST_FREE_BYTES) throw new AppError("disk_full", sentence("storage.little_space", { free }));
    },
  };
}
