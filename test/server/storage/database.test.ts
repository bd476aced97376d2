import dns from "node:dns";
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, expect, it, vi } from "vitest";
import { readConfig } from "../../../server/config/config.ts";
import { stderrLog } from "../../../server/core/process.ts";
import { systemClock, systemRandom } from "../../../server/core/runtime.ts";
import { createServices } from "../../../server/services.ts";
import { DATABASE_FILE, migrate, openDatabase } from "../../../server/storage/database.ts";
import { createDatabaseHealth } from "../../../server/storage/database-health.ts";
import { openKeptLog } from "../../../server/storage/kept-log.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
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

it("a save waits for the lock while other requests are answered", async () => {
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
