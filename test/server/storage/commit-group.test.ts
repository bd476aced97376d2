/** Group commit on a real file: batching, rollback of failures, when callers get their results, and the length of the log. */
import fs from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { actor } from "../../../server/storage/audit-log.ts";
import { startCheckpoints } from "../../../server/storage/checkpoints.ts";
import { type CommitGroup, createCommitGroup } from "../../../server/storage/commit-group.ts";
import {
  blockBriefly,
  DATABASE_FILE,
  type Database,
  MAX_LOG_BYTES,
  openDatabase,
} from "../../../server/storage/database.ts";
import { keptLog, type TestClock, temporaryFolder, testClock } from "../../support/appliance.ts";
import { commitsIn } from "../../support/data-folder.ts";
import { valuesIn } from "../../support/newsroom.ts";

let dataDir: string;
let database: Database;
let close: () => void;
let clock: TestClock;
let commits: CommitGroup;
let insert: (name: string) => void;

beforeEach(async () => {
  dataDir = temporaryFolder();
  ({ database, close } = await openDatabase(dataDir, async () => {}));
  database.exec(
    "CREATE TABLE notes (name TEXT PRIMARY KEY, parent TEXT REFERENCES notes (name) DEFERRABLE INITIALLY DEFERRED) STRICT",
  );
  const statement = database.prepare<[string]>("INSERT INTO notes (name) VALUES (?)");
  insert = (name) => void statement.run(name);
  clock = testClock();
  commits = createCommitGroup(database, clock);
});
afterEach(() => close());

const wal = () => path.join(dataDir, "galley.db-wal");
/** The committed names, read over another connection. */
const committed = () => valuesIn(dataDir, "SELECT name FROM notes ORDER BY rowid");
const reasonOf = (promise: Promise<unknown>) => promise.then(() => "committed").catch((error: Error) => error.message);

describe("group commit", () => {
  it("writes all work of one turn in one commit, in order of arrival", async () => {
    // On a busy machine, 50 writes may take longer than a group may.
    const now = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => now.mockRestore());
    const before = commitsIn(wal());
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => commits.run(() => insert(`note ${n}`)).then(() => order.push(n))),
    );
    expect(commitsIn(wal()) - before).toBe(1);
    expect(order).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(committed()).toHaveLength(50);
  });

  it("resolves after the commit, which other connections can then read, with no transaction open", async () => {
    const write = async (name: string) => {
      await commits.run(() => insert(name));
      return { names: committed(), isOpen: database.inTransaction };
    };
    const all = ["a", "b", "c"].map(write);
    expect(database.inTransaction).toBe(false);
    expect(await Promise.all(all)).toEqual(Array(3).fill({ names: ["a", "b", "c"], isOpen: false }));
  });

  it("runs each task for its own caller, which the audit log names", async () => {
    const address = () => commits.run(() => actor.getStore()?.address);
    const runAs = (from: string) => actor.run({ address: from, person: null }, address);
    const all = [runAs("192.0.2.1"), address(), runAs("192.0.2.2")];
    expect(await Promise.all(all)).toEqual(["192.0.2.1", undefined, "192.0.2.2"]);
  });

  it("rolls back only the failed work, and rejects with its error", async () => {
    const works = [["first"], ["half", "first"], ["last"]].map((names) => commits.run(() => names.forEach(insert)));
    const results = await Promise.all(works.map(reasonOf));
    expect(results).toEqual(["committed", "UNIQUE constraint failed: notes.name", "committed"]);
    expect(committed()).toEqual(["first", "last"]);
  });

  it("shows later work the rows that earlier work of the same commit wrote", async () => {
    const count = database.prepare<[], number>("SELECT count(*) FROM notes").pluck();
    const works = ["a", "b", "c"].map((name) => () => {
      insert(name);
      return count.get();
    });
    expect(await Promise.all(works.map(commits.run))).toEqual([1, 2, 3]);
  });

  it("acknowledges and stores nothing if the commit fails", async () => {
    const orphan = database.prepare("INSERT INTO notes (name, parent) VALUES ('orphan', 'missing')");
    const events: string[] = [];
    const all = [
      commits.run(() => insert("before")).then(() => events.push("before")),
      commits.run(() => void orphan.run()),
      commits.run(() => insert("after")).then(() => events.push("after")),
    ];
    // The commit checks the foreign key, not the statement.
    expect(await Promise.all(all.map(reasonOf))).toEqual(Array(3).fill("FOREIGN KEY constraint failed"));
    expect([events, committed(), database.inTransaction]).toEqual([[], [], false]);
    await commits.run(() => insert("next"));
    expect(committed()).toEqual(["next"]);
  });

  it("yields to the event loop every few milliseconds, and completes all work", async () => {
    const before = commitsIn(wal());
    const slowly = (name: string) => () => {
      const end = performance.now() + 4;
      while (performance.now() < end);
      insert(name);
    };
    let turns = 0;
    let isDone = false;
    const works = Array.from({ length: 20 }, (_, n) => commits.run(slowly(`note ${n}`)));
    const all = Promise.all(works).finally(() => {
      isDone = true;
    });
    for (; !isDone; turns++) await nextTurn();
    await all;
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(commitsIn(wal()) - before).toBeGreaterThanOrEqual(5);
    expect(committed()).toHaveLength(20);
  });

  it("commits nothing while held, and everything afterwards", async () => {
    const release = commits.hold();
    const writing = commits.run(() => insert("later"));
    await nextTurn();
    await nextTurn();
    expect(committed()).toEqual([]);
    release();
    await writing;
    expect(committed()).toEqual(["later"]);
  });

  describe("behind another process's write lock", () => {
    let other: Sqlite.Database;
    beforeEach(() => {
      blockBriefly(database);
      other = new Sqlite(path.join(dataDir, "galley.db"));
      other.exec("BEGIN IMMEDIATE");
    });
    afterEach(() => other.close());

    it("waits without blocking, then writes in order of arrival", async () => {
      const order: string[] = [];
      const writing = ["a", "b"].map((name) => commits.run(() => insert(name)).then(() => order.push(name)));
      await nextTurn();
      const later = commits.run(() => insert("c")).then(() => order.push("c"));
      await nextTurn();
      other.exec("ROLLBACK");
      clock.advance(100);
      await Promise.all([...writing, later]);
      expect([order, committed()]).toEqual(Array(2).fill(["a", "b", "c"]));
    });

    it("refuses only the work that has waited for five seconds", async () => {
      const pass = async (ms: number) => {
        await nextTurn();
        clock.advance(ms);
        await nextTurn();
      };
      const first = reasonOf(commits.run(() => insert("first")));
      await pass(4_000);
      const second = reasonOf(commits.run(() => insert("second")));
      await pass(1_000);
      expect(await first).toBe("database is locked");
      other.exec("ROLLBACK");
      clock.advance(100);
      expect(await second).toBe("committed");
      expect(committed()).toEqual(["second"]);
    });
  });

  it("settles once all work is written", async () => {
    const writing = commits.run(() => insert("a"));
    await commits.settled();
    expect(committed()).toEqual(["a"]);
    await writing;
  });

  it("writes nothing for work that only reads", async () => {
    const size = fs.statSync(wal()).size;
    const count = database.prepare("SELECT count(*) FROM notes");
    await Promise.all([commits.run(() => count.get()), commits.run(() => count.get())]);
    expect(fs.statSync(wal()).size).toBe(size);
  });
});

it("resets the log during continuous commits by holding them, and after a long read", { timeout: 60_000 }, async () => {
  const file = path.join(dataDir, DATABASE_FILE);
  const log = keptLog();
  const checkpoints = startCheckpoints({ database, file, commits, log });
  database.exec("CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT) STRICT");
  const put = database.prepare<[number, string]>("INSERT OR REPLACE INTO texts (id, text) VALUES (?, ?)");
  const text = "x".repeat(64 * 1024);
  /** Commits this many bytes without a pause. @returns the maximum size of the log */
  const write = async (bytes: number) => {
    let longestLog = 0;
    for (let written = 0; written < bytes; written += text.length) {
      await commits.run(() => put.run((written / text.length) % 100, text));
      longestLog = Math.max(longestLog, fs.statSync(wal()).size);
    }
    return longestLog;
  };

  // Twice the limit, because a fast disk writes a lot between two checks of the log.
  expect(await write(2.5 * MAX_LOG_BYTES)).toBeLessThan(2 * MAX_LOG_BYTES);

  const reader = new Sqlite(file, { readonly: true });
  reader.exec("BEGIN");
  expect(reader.prepare("SELECT count(*) FROM texts").pluck().get()).toBe(100);
  expect(await write(1.2 * MAX_LOG_BYTES)).toBeGreaterThan(MAX_LOG_BYTES);
  reader.close();
  await write(MAX_LOG_BYTES);
  expect(fs.statSync(wal()).size).toBeLessThanOrEqual(MAX_LOG_BYTES);

  await checkpoints.close();
  close();
  expect(fs.existsSync(wal())).toBe(false);
  expect(log.lines.filter((line) => !line.startsWith("info: "))).toEqual([]);
});
