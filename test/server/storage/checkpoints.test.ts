/** The write-ahead log of a busy appliance: bounded while requests follow each other without a pause, and gone at the end. */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { systemClock } from "../../../server/core/runtime.ts";
import { startCheckpoints } from "../../../server/storage/checkpoints.ts";
import { createCommitGroup } from "../../../server/storage/commit-group.ts";
import { DATABASE_FILE, LONGEST_LOG_BYTES, openDatabase } from "../../../server/storage/database.ts";
import { keptLog, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { articleOf, editorOf, openSession } from "../../support/site.ts";

const LIMIT = { timeout: 60_000 };
const MB = 1024 * 1024;

const logOf = (dataDir: string) => path.join(dataDir, `${DATABASE_FILE}-wal`);
const sizeOf = (file: string) => fs.statSync(file).size;

it("begins anew while drafts come without a pause, far below its limit", LIMIT, async () => {
  const log = keptLog();
  const appliance = await startAppliance({ log });
  const project = await appliance.createProject();
  const wal = logOf(appliance.dataDir);
  const text = "x".repeat(250_000);
  let left = Math.ceil((3 * LONGEST_LOG_BYTES) / text.length);
  let longest = 0;
  const work = async (tab: number) => {
    const opening = { material_id: `article-${tab}`, callback_url: "http://127.0.0.1:9/callback" };
    const editor = editorOf(await openSession(appliance.url, project, opening));
    for (; left > 0; left--) {
      const body = { client_id: "tab", vms_json: articleOf(`${left} ${text}`), base_version: null };
      expect((await editor("PUT", "/draft", body)).status).toBe(204);
      longest = Math.max(longest, sizeOf(wal));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, tab) => work(tab)));
  process.stdout.write(`drafts without a pause: the log was at most ${Math.round(longest / MB)} MB\n`);
  expect(longest).toBeLessThan(LONGEST_LOG_BYTES);
  await appliance.close();
  expect(fs.existsSync(wal)).toBe(false);
  expect(log.lines.filter((line) => !line.startsWith("info: "))).toEqual([]);
});

/** A database at work: `write` commits so many bytes, one commit right after the other, and tells how long the log was. */
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
      const done = { longestLog: 0, longestCommitMs: 0 };
      for (let written = 0; written < bytes; written += text.length) {
        const started = performance.now();
        await commits.run(() => put.run((written / text.length) % 100, text));
        done.longestCommitMs = Math.max(done.longestCommitMs, performance.now() - started);
        done.longestLog = Math.max(done.longestLog, sizeOf(logOf(dataDir)));
      }
      return done;
    },
    async close() {
      await checkpoints.close();
      close();
    },
  };
}

it("begins anew though no moment is without a commit: they are held for it", LIMIT, async () => {
  const { write, close, log } = await openBusy();
  const { longestLog, longestCommitMs } = await write(4 * LONGEST_LOG_BYTES);
  process.stdout.write(
    `commits without a pause: the log was at most ${Math.round(longestLog / MB)} MB, a commit took at most ${Math.round(longestCommitMs)} ms\n`,
  );
  // As fast as the disk takes it, which on a quick one is more between two looks at the log than anybody's work makes.
  expect(longestLog).toBeLessThan(2 * LONGEST_LOG_BYTES);
  await close();
  expect(log.lines.filter((line) => !line.startsWith("info: "))).toEqual([]);
});

it("grows while somebody reads an old state, and is cut once that has ended", LIMIT, async () => {
  const { write, close, log, file } = await openBusy();
  await write(1);
  const reader = new Sqlite(file, { readonly: true });
  reader.exec("BEGIN");
  expect(reader.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(1);
  expect((await write(2 * LONGEST_LOG_BYTES)).longestLog).toBeGreaterThan(LONGEST_LOG_BYTES);
  expect(reader.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(1);
  reader.close();
  await write(2 * LONGEST_LOG_BYTES);
  expect(sizeOf(`${file}-wal`)).toBeLessThanOrEqual(LONGEST_LOG_BYTES);
  await close();
  expect(log.lines.filter((line) => !line.startsWith("info: "))).toEqual([]);
});
