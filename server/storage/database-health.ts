/**
 * Whether the database works: its check at start, then of every logged error; whether it accepts writes; its size. Galley
 * does not start on a damaged database.
 */
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError, isDatabaseDamage } from "../core/errors.ts";
import type { Clock, Log } from "../core/runtime.ts";
import { DATABASE_FILE, type Database, damagedDatabase, statements } from "./database.ts";
import { findDatabaseDamage } from "./database-check.ts";
import type { CheckResponse } from "./database-check-worker.ts";
import { freeBytes, MIN_FREE_BYTES } from "./disk.ts";

const WORKER_URL = new URL("./database-check-worker.ts", import.meta.url);

const MAX_WAIT_MS = 3_000;
/** Bytes, with the log. Checking a smaller database is as fast as starting a thread. */
const CHECKED_DIRECTLY = 8_000_000;
/** Bytes. A larger database is checked only after a crash. */
const CHECKED_ALWAYS = 256_000_000;
/** Bytes. A larger database is checked only by `galley doctor` and backups. */
const CHECKED_AFTER_CRASH = 20_000_000_000;

const DAMAGED = new AppError("unavailable", sentence("storage.damaged"));
const CHECKING = new AppError("unavailable", sentence("storage.checking"));

export type DatabaseHealth = ReturnType<typeof createDatabaseHealth>;

/** @param file absolute path of the database */
export function createDatabaseHealth(file: string, { clock, log }: { clock: Clock; log: Log }) {
  let isDamaged = false;
  let checking: Promise<void> | null = null;

  const findDamage = (detail: string): string => {
    const sentence = damagedDatabase(file, detail);
    if (!isDamaged) log.error(sentence);
    isDamaged = true;
    return sentence;
  };
  const responseOf = async (worker: Worker): Promise<string | null> => {
    try {
      const [{ fault }] = (await once(worker, "message")) as [CheckResponse];
      return fault;
    } catch (error) {
      log.warn(`The database could not be checked (${(error as Error).message}). Run galley doctor.`);
      return null;
    }
  };

  return {
    /** The damage as a sentence, or null. Waits at most three seconds. @param wasClosed whether the previous process closed it */
    async check(wasClosed: boolean): Promise<string | null> {
      const { size } = fs.statSync(file);
      if (size > (wasClosed ? CHECKED_ALWAYS : CHECKED_AFTER_CRASH)) return null;
      const { size: logged } = fs.statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? { size: 0 };
      if (size + logged <= CHECKED_DIRECTLY) {
        const fault = findDatabaseDamage(file);
        return fault === null ? null : findDamage(fault);
      }
      const worker = new Worker(WORKER_URL, { name: "database-check", workerData: file, execArgv: [] });
      const waited = Promise.withResolvers<null>();
      const cancel = clock.after(MAX_WAIT_MS, () => {
        // Not earlier: until here, the worker may be all that keeps the process alive.
        worker.unref();
        waited.resolve(null);
      });
      const found = responseOf(worker);
      checking = found.then((fault) => {
        checking = null;
        if (fault !== null) findDamage(fault);
      });
      const fault = await Promise.race([found, waited.promise]);
      cancel();
      return fault === null ? null : damagedDatabase(file, fault);
    },
    settled: async (): Promise<void> => checking ?? undefined,
    /** Call it with every logged error. */
    see(error: unknown): void {
      if (isDatabaseDamage(error)) findDamage((error as Error).message);
    },
    /** @throws AppError unavailable while it is damaged or being checked */
    require(): void {
      if (isDamaged) throw DAMAGED;
      if (checking !== null) throw CHECKING;
    },
  };
}

/** Whether the appliance can save: the database accepts a write and the disk has space. */
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
      if (free < MIN_FREE_BYTES) throw new AppError("disk_full", sentence("storage.little_space", { free }));
    },
  };
}

/** Sizes of the stored data, without iterating over files or rows. */
export function createDatabaseSizes(database: Database, dataDir: string) {
  const { row } = statements(database);
  const blobBytes = row<[], { value: number }>("SELECT value FROM sums WHERE name = 'blob_bytes'");
  const file = path.join(dataDir, DATABASE_FILE);
  const sizeOf = (name: string) =>
    fs.promises.stat(name).then(
      ({ size }) => size,
      () => 0,
    );
  return {
    databaseBytes: () => sizeOf(file),
    logBytes: () => sizeOf(`${file}-wal`),
    blobBytes: (): number => blobBytes()?.value ?? 0,
  };
}
