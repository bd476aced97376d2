/** Whether the appliance can store what it is given: the database takes a write and the disk has room. */
import fs from "node:fs";
import { AppError } from "../core/errors.ts";
import type { Database } from "./database.ts";

export interface Readiness {
  /** @throws AppError disk_full, or what SQLite says */
  check(): Promise<void>;
  /** Bytes free on the disk of the data folder. */
  diskFree(): Promise<number>;
}

/** Room for SQLite's own work and a few saves. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

export function createReadiness(database: Database, dataDir: string): Readiness {
  const diskFree = async () => {
    const { bavail, bsize } = await fs.promises.statfs(dataDir);
    return bavail * bsize;
  };
  return {
    diskFree,
    async check() {
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
