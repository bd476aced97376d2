/** Whether the appliance can store: the database accepts a write and the disk has space. */
import fs from "node:fs";
import path from "node:path";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { DATABASE_FILE, type Database } from "./database.ts";
import type { DatabaseHealth } from "./database-health.ts";
import { LEAST_FREE_BYTES } from "./disk.ts";

export type Readiness = ReturnType<typeof createReadiness>;

export function createReadiness(database: Database, dataDir: string, health: DatabaseHealth) {
  const diskFree = async () => {
    const { bavail, bsize } = await fs.promises.statfs(dataDir);
    return bavail * bsize;
  };
  return {
    diskFree,
    /** @throws AppError unavailable, disk_full; SQLite's errors */
    async check(): Promise<void> {
      // SQLite keeps writing into a deleted file.
      if (!(await isThere(path.join(dataDir, DATABASE_FILE))))
        throw new AppError("unavailable", sentence("storage.folder_gone"));
      health.require();
      database.exec("BEGIN IMMEDIATE; ROLLBACK;");
      const free = await diskFree();
      if (free < LEAST_FREE_BYTES) throw new AppError("disk_full", sentence("storage.little_space", { free }));
    },
  };
}

async function isThere(file: string): Promise<boolean> {
  try {
    await fs.promises.stat(file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  }
}
