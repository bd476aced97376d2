/** Sizes of the stored data, without iterating over files or rows. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { DATABASE_FILE, type Database } from "./database.ts";

export type DatabaseSizes = ReturnType<typeof createDatabaseSizes>;

export function createDatabaseSizes(database: Database, dataDir: string) {
  const blobBytes = database.prepare<[], { value: number }>("SELECT value FROM sums WHERE name = 'blob_bytes'");
  const file = path.join(dataDir, DATABASE_FILE);
  const sizeOf = (name: string) =>
    stat(name).then(
      ({ size }) => size,
      () => 0,
    );
  return {
    databaseBytes: () => sizeOf(file),
    /** The write-ahead log. */
    logBytes: () => sizeOf(`${file}-wal`),
    blobBytes: (): number => blobBytes.get()?.value ?? 0,
  };
}
