/** The write-ahead log of a busy appliance stays bounded, and is removed at the end. */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { systemClock } from "../../../server/core/runtime.ts";
import { startCheckpoints } from "../../../server/storage/checkpoints.ts";
import { createCommitGroup } from "../../../server/storage/commit-group.ts";
import { DATABASE_FILE, LONGEST_LOG_BYTES, openDatabase } from "../../../server/storage/database.ts";
import { keptLog, temporaryFolder } from "../../support/appliance.ts";

const LIMIT = { timeout: 60_000 };
const sizeOf = (file: string) => fs.statSync(file).size;

/** A busy database: `write` commits this many bytes without a pause, and returns the maximum size of the log. */
async function openBusy() {
  const dataDir = temporaryFolder();
  const file = path.join(dataDir, DATABASE_FILE);
  const log = keptLog();
  const { database, close } = await openDatabase(dataDir, async () => {});
  const commits = createCommitGroup(database, systemClock);
  const checkpoints = startCheckpoints({ database, file, commits, log });
  database.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT");
  const put = database.prepare<[number, string]>("INSERT OR REPLACE INTO notes (id, text) VALUES (?, ?)");
  const text = "x".repeat(64 * 1024);
  return {
    file,
    log,
    async write(bytes: number) {
      let longestLog = 0;
      for (let written = 0; written < bytes; written += text.length) {
        await commits.run(() => put.run((written / text.length) % 100, text));
        longestLog = Math.max(longestLog, sizeOf(`${file}-wal`));
      }
      return longestLog;
    },
    async close() {
      await checkpoints.close();
      close();
    },
  };
}

it("resets the log during continuous commits by holding them", LIMIT, async () => {
  const { write, close, log, file } = await openBusy();
  const longestLog = await write(3 * LONGEST_LOG_BYTES);
  // Twice the limit, because a fast disk writes a lot between two checks of the log.
  expect(longestLog).toBeLessThan(2 * LONGEST_LOG_BYTES);
  await close();
  expect(fs.existsSync(`${file}-wal`)).toBe(false);
  expect(log.lines.filter((line) => !line.startsWith("info: "))).toEqual([]);
});

it("lets the log grow during a long read, and resets it afterwards", LIMIT, async () => {
  const { write, close, log, file } = await openBusy();
  await write(1);
  const reader = new Sqlite(file, { readonly: true });
  reader.exec("BEGIN");
  expect(reader.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(1);
  expect(await write(1.2 * LONGEST_LOG_BYTES)).toBeGreaterThan(LONGEST_LOG_BYTES);
  expect(reader.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(1);
  reader.close();
  await write(LONGEST_LOG_BYTES);
  expect(sizeOf(`${file}-wal`)).toBeLessThanOrEqual(LONGEST_LOG_BYTES);
  await close();
  expect(log.lines.filter((line) => !line.startsWith("info: "))).toEqual([]);
});
