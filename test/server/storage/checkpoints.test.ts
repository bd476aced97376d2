/** The write-ahead log of a busy appliance stays bounded, except during a long read, and is removed at the end. */
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

it("resets the log during continuous commits by holding them, and after a long read", LIMIT, async () => {
  const dataDir = temporaryFolder();
  const file = path.join(dataDir, DATABASE_FILE);
  const log = keptLog();
  const { database, close } = await openDatabase(dataDir, async () => {});
  const commits = createCommitGroup(database, systemClock);
  const checkpoints = startCheckpoints({ database, file, commits, log });
  database.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT");
  const put = database.prepare<[number, string]>("INSERT OR REPLACE INTO notes (id, text) VALUES (?, ?)");
  const text = "x".repeat(64 * 1024);
  /** Commits this many bytes without a pause. @returns the maximum size of the log */
  const write = async (bytes: number) => {
    let longestLog = 0;
    for (let written = 0; written < bytes; written += text.length) {
      await commits.run(() => put.run((written / text.length) % 100, text));
      longestLog = Math.max(longestLog, sizeOf(`${file}-wal`));
    }
    return longestLog;
  };

  // Twice the limit, because a fast disk writes a lot between two checks of the log.
  expect(await write(2.5 * LONGEST_LOG_BYTES)).toBeLessThan(2 * LONGEST_LOG_BYTES);

  const reader = new Sqlite(file, { readonly: true });
  reader.exec("BEGIN");
  const count = reader.prepare("SELECT count(*) FROM notes").pluck();
  expect(count.get()).toBe(100);
  expect(await write(1.2 * LONGEST_LOG_BYTES)).toBeGreaterThan(LONGEST_LOG_BYTES);
  reader.close();
  await write(LONGEST_LOG_BYTES);
  expect(sizeOf(`${file}-wal`)).toBeLessThanOrEqual(LONGEST_LOG_BYTES);

  await checkpoints.close();
  close();
  expect(fs.existsSync(`${file}-wal`)).toBe(false);
  expect(log.lines.filter((line) => !line.startsWith("info: "))).toEqual([]);
});
