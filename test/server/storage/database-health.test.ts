/** A damaged database, detected at the start or by a later error. */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { openDatabase } from "../../../server/storage/database.ts";
import { createDatabaseHealth } from "../../../server/storage/database-health.ts";
import { keptLog, spawnAppliance, startAppliance, temporaryFolder, testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const PAGE_BYTES = 4_096;
let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  file = path.join(dataDir, "galley.db");
});

/** Checkpoints the log into the database, and returns the number of a table's first page. */
function pageOf(table: string): number {
  const database = new Sqlite(file);
  const root = database.prepare<[string], number>("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck();
  const page = root.get(table);
  // A write by another connection makes the appliance read the pages again.
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

/** Makes the database so large that a thread checks it. */
function makeLarge(): void {
  const database = new Sqlite(file);
  database.exec("CREATE TABLE large (bytes BLOB); INSERT INTO large VALUES (zeroblob(9000000))");
  database.close();
}

it.each([
  ["a clean stop", "small"],
  ["a clean stop", "large"],
  ["kill -9", "small"],
  ["kill -9", "large"],
])("after %s, refuses to start on a damaged %s database", async (end, size) => {
  const appliance = await spawnAppliance({ dataDir });
  if (size === "large") makeLarge();
  const page = pageOf("comments");
  await appliance.createProject();
  await (end === "kill -9" ? appliance.kill() : appliance.close());
  expect(fs.existsSync(`${file}-wal`)).toBe(end === "kill -9");
  overwrite(page);
  await expect(startAppliance({ dataDir })).rejects.toThrow(
    /galley\.db is damaged: .*\. Copy the data folder first, then restore the newest backup: galley restore/,
  );
});

it("is not ready after an error shows damage, and logs once what to do", async () => {
  const log = keptLog();
  const appliance = await startAppliance({ dataDir, log });
  try {
    overwrite(pageOf("projects"));
    await expect(appliance.console("GET", "/projects")).rejects.toThrow(/status 503: .*is damaged/);
    await expect(appliance.console("GET", "/projects")).rejects.toThrow(/status 503/);
    const ready = await fetch(`${appliance.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("is damaged")]);
    const errors = log.lines.filter((line) =>
      /^error: .*galley\.db is damaged: .* Copy the data folder first/.test(line),
    );
    expect(errors).toHaveLength(1);
  } finally {
    await appliance.close();
  }
});

it("is not ready while a slow check outlasts the start, and ready afterwards", async () => {
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

const { appliance } = await startNewsroom();

async function ready(): Promise<{ code: number; detail?: string }> {
  const answer = await fetch(`${appliance.url}/readyz`);
  return { code: answer.status, detail: ((await answer.json()) as { detail?: string }).detail ?? "" };
}

it.skipIf(process.platform === "win32").each([
  ["the data folder", ""],
  ["galley.db", "galley.db"],
])("returns 503 with a sentence while %s is missing", async (_name, file) => {
  expect(await ready()).toMatchObject({ code: 200 });
  const at = path.join(appliance.dataDir, file);
  fs.renameSync(at, `${at}.elsewhere`);
  try {
    expect(await ready()).toMatchObject({ code: 503, detail: expect.stringContaining("put the folder back") });
  } finally {
    fs.renameSync(`${at}.elsewhere`, at);
  }
  expect(await ready()).toMatchObject({ code: 200 });
});
