/** A damaged database: found at the start, or later by the error that it causes. */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { openDatabase } from "../../../server/storage/database.ts";
import { createDatabaseHealth } from "../../../server/storage/database-health.ts";
import { keptLog, spawnAppliance, startAppliance, temporaryFolder, testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";

const PAGE_BYTES = 4_096;
let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  file = path.join(dataDir, "galley.db");
});

/** Brings all of the log into the database, and tells the number of a table's first page. */
function pageOf(table: string): number {
  const database = new Sqlite(file);
  const root = database.prepare<[string], number>("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck();
  const page = root.get(table);
  // What another connection has written makes the appliance read the pages anew.
  database.pragma("application_id = 1");
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  return page ?? 0;
}

function overwrite(page: number): void {
  const handle = fs.openSync(file, "r+");
  fs.writeSync(handle, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, PAGE_BYTES * (page - 1));
  fs.closeSync(handle);
}

/** More than is checked without a thread. */
function makeLarge(): void {
  const database = new Sqlite(file);
  database.exec("CREATE TABLE large (bytes BLOB); INSERT INTO large VALUES (zeroblob(9000000))");
  database.close();
}

it.each([
  ["in order", "small"],
  ["in order", "large"],
  ["by kill -9", "small"],
  ["by kill -9", "large"],
])("refuses the start after an end %s, a %s database", async (end, size) => {
  const appliance = await spawnAppliance({ dataDir });
  if (size === "large") makeLarge();
  const page = pageOf("comments");
  await appliance.createProject();
  await (end === "in order" ? appliance.close() : appliance.kill());
  expect(fs.existsSync(`${file}-wal`)).toBe(end !== "in order");
  overwrite(page);
  await expect(startAppliance({ dataDir })).rejects.toThrow(
    /galley\.db is damaged: .*\. Copy the data folder first, then restore the newest backup: galley restore/,
  );
});

it("is not ready once an error shows damage, and the log says once what to do", async () => {
  const log = keptLog();
  const appliance = await startAppliance({ dataDir, log });
  try {
    overwrite(pageOf("projects"));
    await expect(appliance.console("GET", "/projects")).rejects.toThrow(/answered 503: .*is damaged/);
    await expect(appliance.console("GET", "/projects")).rejects.toThrow(/answered 503/);
    const ready = await fetch(`${appliance.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("is damaged")]);
    const said = log.lines.filter((line) =>
      /^error: .*galley\.db is damaged: .* Copy the data folder first/.test(line),
    );
    expect(said).toHaveLength(1);
  } finally {
    await appliance.close();
  }
});

it("is not ready while a check takes longer than a start waits, and is afterwards", async () => {
  const { close } = await openDatabase(dataDir, async () => {});
  makeLarge();
  const clock = testClock();
  const health = createDatabaseHealth(file, { clock, log: keptLog() });
  const waiting = health.check(false);
  clock.advance(3_000);
  expect(await waiting).toBe(null);
  expect(() => health.require()).toThrow(/is being checked/);
  await health.settled();
  await eventually(async () => expect(() => health.require()).not.toThrow());
  close();
});
