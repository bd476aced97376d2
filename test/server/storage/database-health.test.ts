/** A damaged database, detected at the start or by a later error. */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../server/storage/database.ts";
import { createDatabaseHealth } from "../../../server/storage/database-health.ts";
import { keptLog, type RunningAppliance, startAppliance, temporaryFolder, testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";

const PAGE_BYTES = 4_096;
let dataDir: string;
let file: string;
const use = (folder: string) => {
  dataDir = folder;
  file = path.join(dataDir, "galley.db");
};
beforeEach(() => use(temporaryFolder()));

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

async function start(log = keptLog()): Promise<RunningAppliance> {
  const appliance = await startAppliance({ dataDir, log });
  onTestFinished(appliance.close);
  return appliance;
}

it.each([
  ["a clean stop", "small"],
  ["a clean stop", "large"],
  ["kill -9", "small"],
  ["kill -9", "large"],
])("after %s, refuses to start on a damaged %s database", async (end, size) => {
  const appliance = await startAppliance({ dataDir });
  if (size === "large") makeLarge();
  const page = pageOf("comments");
  await appliance.createProject();
  // A killed process leaves the files as they were while it ran.
  const killed = temporaryFolder();
  if (end === "kill -9") fs.cpSync(dataDir, killed, { recursive: true });
  await appliance.close();
  if (end === "kill -9") use(killed);
  expect(fs.existsSync(`${file}-wal`)).toBe(end === "kill -9");
  overwrite(page);
  await expect(start()).rejects.toThrow(
    /galley\.db is damaged: .*\. Copy the data folder first, then restore the newest backup: galley restore/,
  );
});

it("is not ready after an error shows damage, and logs once what to do", async () => {
  const log = keptLog();
  const appliance = await start(log);
  overwrite(pageOf("projects"));
  await expect(appliance.console("GET", "/projects")).rejects.toThrow(/status 503: .*is damaged/);
  await expect(appliance.console("GET", "/projects")).rejects.toThrow(/status 503/);
  expect(await readiness(appliance)).toEqual([503, expect.stringContaining("is damaged")]);
  const errors = log.lines.filter((line) =>
    /^error: .*galley\.db is damaged: .* Copy the data folder first/.test(line),
  );
  expect(errors).toHaveLength(1);
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

it.skipIf(process.platform === "win32").each([
  ["the data folder", ""],
  ["galley.db", "galley.db"],
])("is not ready while %s is missing", async (_which, name) => {
  const appliance = await start();
  const at = path.join(dataDir, name);
  fs.renameSync(at, `${at}.elsewhere`);
  expect(await readiness(appliance)).toEqual([503, expect.stringContaining("put the folder back")]);
  fs.renameSync(`${at}.elsewhere`, at);
  expect(await readiness(appliance)).toEqual([200, expect.any(String)]);
});

async function readiness(appliance: RunningAppliance) {
  const answer = await fetch(`${appliance.url}/readyz`);
  return [answer.status, await answer.text()];
}
