/** Whether the appliance can store what it is given: the database takes a write and the disk has room. */
import fs from "node:fs";
import { AppError } from "../core/errors.ts";
import type { Database } from "./database.ts";

export type Readiness = ReturnType<typeof createReadiness>;

/** Room for SQLite's own work and a few saves. */
export const LEAST_FREE_BYTES = 32 * 1024 * 1024;

export function createReadiness(database: Database, dataDir: string) {
  const diskFree = async () => {
    const { bavail, bsize } = await fs.promises.statfs(dataDir);
    return bavail * bsize;
  };
  return {
    /** Bytes free on the disk of the data folder. */
    diskFree,
    /** @throws AppError disk_full, or what SQLite says */
    async check(): Promise<void> {
      database.exec("BEGIN IMMEDIATE; ROLLBACK;");
      const free = await diskFree();
      if (free < LEAST_FREE_BYTES)
        throw new AppError(
          "disk_full",
          `Only ${Math.floor(free / 1024 / 1024)} MB are free on the disk of this service; saves need more.`,
        );
    },
  };
}
