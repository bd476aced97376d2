import dns from "node:dns";
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { readConfig } from "../../../server/config/config.ts";
import { stderrLog } from "../../../server/core/process.ts";
import { systemClock, systemRandom } from "../../../server/core/runtime.ts";
import { createServices } from "../../../server/services.ts";
import { DATABASE_FILE, migrate, openDatabase } from "../../../server/storage/database.ts";
import { createDatabaseHealth } from "../../../server/storage/database-health.ts";
import { openKeptLog } from "../../../server/storage/kept-log.ts";
import { keptLog, type RunningAppliance, startAppliance, temporaryFolder, testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { startNewsroom } from "../../support/newsroom.ts";

it("refuses a folder that another appliance uses, and opens it once that one has closed", async () => {
  const dataDir = temporaryFolder();
  const first = await startAppliance({ dataDir });
  await expect(startAppliance({ dataDir })).rejects.toThrow("in use by another Galley");
  await first.close();
  await (await startAppliance({ dataDir })).close();
});

it("refuses a damaged key file", async () => {
  const dataDir = temporaryFolder();
  fs.writeFileSync(path.join(dataDir, "secret.key"), "short");
  await expect(startAppliance({ dataDir })).rejects.toThrow("damaged");
});

const { appliance, article } = await startNewsroom();
const other = new Sqlite(path.join(appliance.dataDir, "galley.db"));
afterAll(() => void other.close());

it("a save waits for the lock while other requests are served", async () => {
  const { post } = await article("m");
  other.exec("BEGIN IMMEDIATE");
  const saving = post("Text");
  // The appliance runs in this process, so blocking would prevent the release of the lock.
  for (let n = 0; n < 3; n++) expect((await fetch(`${appliance.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${appliance.url}/readyz`)).status).toBe(503);
  other.exec("ROLLBACK");
  expect((await saving).status).toBe(201);
  expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);
});

it("a direct write of the console is refused with 503", async () => {
  other.exec("BEGIN IMMEDIATE");
  await expect(appliance.createProject()).rejects.toThrow(/status 503: .*busy/);
  other.exec("ROLLBACK");
  await appliance.createProject();
});

it("compiles a statement when it first runs", async () => {
  const { database, close } = await openDatabase(temporaryFolder(), async () => undefined);
  database.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, name TEXT)");
  const wrong = database.prepare("SELECT name FROM no_such_table");
  const names = database.prepare<[], string>("SELECT name, id FROM notes ORDER BY id").pluck();
  const insert = database.prepare<[string], number>("INSERT INTO notes (name) VALUES (?) RETURNING id");
  expect(insert.get("a")).toEqual({ id: 1 });
  expect(insert.pluck().get("b")).toBe(2);
  expect(insert.get("c")).toEqual({ id: 3 });
  expect([...names.iterate()]).toEqual(names.all());
  expect(names.all()).toEqual(["a", "b", "c"]);
  expect(() => wrong.get()).toThrow("no such table");
  close();
});

it("every statement of every service compiles", () => {
  const dataDir = temporaryFolder();
  const log = { ...stderrLog, info: () => {} };
  const runtime = { clock: systemClock, random: systemRandom, log };
  const file = path.join(dataDir, DATABASE_FILE);
  // Plain better-sqlite3 compiles each statement in prepare().
  const database = new Sqlite(file);
  migrate(database);
  const compiled = vi.spyOn(database, "prepare");
  createServices({
    config: readConfig(["--data-dir", dataDir], {}),
    runtime,
    logs: openKeptLog(dataDir, () => {}),
    database,
    health: createDatabaseHealth(file, runtime),
    masterKey: Buffer.alloc(32, 1),
    consoleToken: "token",
    metricsToken: "token",
    version: "0.0.0-test",
    resolve: dns.lookup,
    addresses: () => ({ url: "http://127.0.0.1:1", consoleUrl: "http://127.0.0.1:2", sandboxUrl: null }),
    restartFault: null,
  });
  database.close();
  expect(compiled.mock.calls.length).toBeGreaterThan(200);
});

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../server/storage/migrations");

it("migrations are numbered from 1 without gaps or duplicates", () => {
  const numbers = fs.readdirSync(MIGRATIONS).map((name) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

/** A damaged database, detected at the start or by a later error. */
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
  const response = await fetch(`${appliance.url}/readyz`);
  return [response.status, await response.text()];
}
