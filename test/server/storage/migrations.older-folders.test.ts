import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { beforeAll, expect, it, vi } from "vitest";
import { createAuditTrail } from "../../../server/admin/audit/audit-trail.ts";
import { isoTime } from "../../../server/core/runtime.ts";
import { createAttention } from "../../../server/deliveries/attention.ts";
import { createSiteStates, createSiteTimes } from "../../../server/deliveries/site-states.ts";
import { SECRET_PURPOSE } from "../../../server/projects/projects.ts";
import { copiesBeforeUpdates, dropOldCopies } from "../../../server/storage/copy-before-update.ts";
import { DATABASE_FILE, migrate, newestSchema, openDatabase } from "../../../server/storage/database.ts";
import { createSecretBox, openKeyFile } from "../../../server/storage/secret-box.ts";
import { keptLog, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { expectPrivate, rebuildInSchema } from "../../support/data-folder.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { openSession } from "../../support/site.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../server/storage/migrations");

/** A database with the schema before migration `number`, by default in memory. */
function databaseBefore(number: number, file = ":memory:"): Sqlite.Database {
  const database = new Sqlite(file);
  for (const name of fs.readdirSync(MIGRATIONS).sort())
    if (Number(name.slice(0, 4)) < number) database.exec(fs.readFileSync(path.join(MIGRATIONS, name), "utf8"));
  database.pragma(`user_version = ${number - 1}`);
  return database;
}

/** Adds a project with sessions. */
function addSessions(database: Sqlite.Database, ...ids: string[]): void {
  database.exec(`
    INSERT INTO projects (id, name, environment, api_key, secret, allowed_hosts, settings, enabled, created_at)
      VALUES ('p', 'The Daily', 'dev', 'key', x'00', '[]', '{}', 1, 1);
    INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, last_access, created_at, metadata)
      SELECT value, 'p', 'article ' || value, 'f' || value, 'http://localhost:9/cb', 1, 1, '{}'
      FROM json_each('${JSON.stringify(ids)}')`);
}

it("migration 5 marks older deliveries that need attention", () => {
  const database = databaseBefore(5);
  addSessions(database, "s1", "s2", "s3");
  database.exec(`
    INSERT INTO font_snapshots (id, project_id, created_at, published_at, tree, css)
      VALUES ('old', 'p', 1, 1, '{}', ''), ('new', 'p', 2, 2, '{}', '');
    INSERT INTO deliveries (id, project_id, session_id, event, version_id, snapshot_id, state, origin, reason, code, created_at)
      VALUES
      ('rejected, then delivered', 'p', 's1', 'article_saved', 'v1', NULL, 'rejected', 'o', 'saved', 'rejected_by_site', 1),
      ('fonts rejected, then published again', 'p', 's1', 'site_fonts_updated', NULL, 'old', 'rejected', 'o', 'published', 'rejected_by_site', 1),
      ('delivered', 'p', 's1', 'article_saved', 'v2', NULL, 'delivered', 'o', 'saved', NULL, 2),
      ('delivered, then rejected', 'p', 's2', 'article_saved', 'v3', NULL, 'delivered', 'o', 'saved', NULL, 3),
      ('rejected', 'p', 's2', 'article_saved', 'v4', NULL, 'rejected', 'o', 'saved', 'rejected_by_site', 4),
      ('failing', 'p', 's3', 'article_saved', 'v5', NULL, 'pending', 'o', 'saved', 'dns_not_found', 5),
      ('new fonts failing', 'p', 's2', 'site_fonts_updated', NULL, 'new', 'pending', 'o', 'published', 'dns_not_found', 6),
      ('new fonts delivered', 'p', 's3', 'site_fonts_updated', NULL, 'new', 'delivered', 'o', 'published', NULL, 6);`);
  migrate(database);
  const { attention, attention_count } = createAttention(database).page(null);
  expect(attention.map(({ delivery_id, state }) => [delivery_id, state])).toEqual([
    ["new fonts failing", "retrying"],
    ["failing", "retrying"],
    ["rejected", "rejected"],
  ]);
  expect(attention_count).toEqual({ articles: 2, fonts: 1 });
  expect(database.prepare("SELECT count(*) AS count FROM deliveries").get()).toEqual({ count: 8 });
  database.close();
});

it("migration 11 sums up older attempts by hour and site, and the size of blobs", () => {
  const database = databaseBefore(11);
  const now = Date.now();
  const hoursAgo = (hours: number) => now - hours * 3_600_000;
  addSessions(database, "s1", "s2", "s3");
  database.exec(`
    INSERT INTO deliveries (id, project_id, session_id, event, version_id, state, origin, reason, code, last_status, created_at, latest)
      VALUES
      ('delivered', 'p', 's1', 'article_saved', 'v1', 'delivered', 'http://localhost:9', 'saved', NULL, 200, ${hoursAgo(30)}, 1),
      ('rejected', 'p', 's2', 'article_saved', 'v2', 'rejected', 'http://localhost:9', 'saved', 'rejected_by_site', 200, ${hoursAgo(3)}, 1),
      ('failing', 'p', 's3', 'article_saved', 'v3', 'pending', 'http://localhost:9', 'saved', 'http_status', 500, ${hoursAgo(1)}, 1);
    INSERT INTO attempts (delivery_id, number, reason, started_at, duration_ms, error_code, content_url, request)
      VALUES
      ('delivered', 1, 'saved', ${hoursAgo(30)}, 5, NULL, '', '{}'),
      ('rejected', 1, 'saved', ${hoursAgo(3)}, 5, 'rejected_by_site', '', '{}'),
      ('failing', 1, 'saved', ${hoursAgo(3)}, 5, 'interrupted', '', '{}'),
      ('failing', 2, 'retry', ${hoursAgo(1)}, 5, 'http_status', '', '{}'),
      ('failing', 3, 'retry', ${hoursAgo(0)}, NULL, NULL, '', '{}');
    INSERT INTO blobs (sha256, size, crc32, created_at) VALUES ('aa', 1000, 0, 0), ('bb', 234, 0, 0);`);
  migrate(database);
  const hours = createSiteStates(database).lastDay(now);
  expect(hours.filter(({ delivered, failed }) => delivered + failed > 0)).toEqual(
    [3, 1].map((ago) => ({ hour: hoursAgo(ago) - (hoursAgo(ago) % 3_600_000), delivered: 0, failed: 1 })),
  );
  expect(createAttention(database).sites()).toMatchObject({
    sites: [{ waiting: 2, is_failing: true, code: "http_status", last_status: 500, since: isoTime(hoursAgo(3)) }],
    site_count: 1,
  });
  expect(database.prepare("SELECT value FROM sums WHERE name = 'blob_bytes'").get()).toEqual({ value: 1_234 });
  database.close();
});

it("migration 2 keeps accepting both secrets of a rotation, and signs with the current one", async () => {
  const dataDir = temporaryFolder();
  const box = createSecretBox(await openKeyFile(dataDir));
  const sealed = (secret: string) => box.seal(secret, SECRET_PURPOSE);
  const database = databaseBefore(2, path.join(dataDir, "galley.db"));
  const insert = database.prepare(
    `INSERT INTO projects (id, name, environment, api_key, secret, previous_secret, previous_secret_expires_at,
       allowed_hosts, settings, created_at) VALUES (?, ?, 'dev', ?, ?, ?, ?, '[]', '{}', 1)`,
  );
  insert.run("p", "Rotated", "key", sealed("new"), sealed("former"), Date.now() + 3_600_000);
  insert.run("q", "Never rotated", "other", sealed("only"), null, null);
  database.close();
  const { appliance, site } = await startNewsroom({ dataDir });
  const about = { material_id: "m", callback_url: site.callbackUrl };
  for (const api_secret of ["former", "new"]) await openSession(appliance.url, { api_key: "key", api_secret }, about);
  await openSession(appliance.url, { api_key: "other", api_secret: "only" }, about);
  await expect(openSession(appliance.url, { api_key: "other", api_secret: "new" }, about)).rejects.toThrow("403");
  expect(await appliance.console("GET", "/projects/p")).toMatchObject({
    previous_secret_signs: false,
    previous_secret_expires_at: expect.any(String),
  });
});

it("migration 34 adds the actor and the project to older audit log entries", () => {
  const database = databaseBefore(34);
  addSessions(database, "s");
  database.exec(`
    INSERT INTO audit_log (at, action, subject, detail) VALUES
      (1, 'secret revealed', 'gone', '{"asked_from":"10.0.0.7"}'),
      (2, 'version restored', 's', '{"material_id":"article s","restored":3}'),
      (3, 'taken over', 'appliance', '{"from":"old-machine"}'),
      (4, 'delivery sent again', 'd', '{"from":"editor"}');`);
  migrate(database);
  const trail = createAuditTrail({ database });
  const any = { person: null, action: null, project: null, from: null, to: null, q: null };
  expect(trail.page(any, null).items.map(({ person, project_id }) => [person.id, project_id])).toEqual([
    ["editor", null],
    ["galley", null],
    ["owner", "p"],
    ["owner", "gone"],
  ]);
  expect(trail.page({ ...any, project: "p", q: "article s" }, null).items).toHaveLength(1);
  expect(trail.page({ ...any, q: "10.0.0.7" }, null).items).toMatchObject([{ address: "10.0.0.7" }]);
  database.close();
});

it("migration 32 derives results, problems and reported failures of each site from older attempts", () => {
  const database = databaseBefore(32);
  const hour = 3_600_000;
  const now = Date.now() - (Date.now() % hour);
  addSessions(database, "s1", "s2", "s3");
  database.exec(`
    INSERT INTO site_states VALUES ('p', 'http://localhost:9', ${now}, 'http_status', 500, ${now}, NULL);
    INSERT INTO deliveries (id, project_id, session_id, event, version_id, state, origin, reason, code, facts, created_at, latest)
      VALUES
      ('delivered', 'p', 's1', 'article_saved', 'v1', 'delivered', 'http://localhost:9', 'saved', NULL, '{}', ${now}, 1),
      ('failing', 'p', 's2', 'article_saved', 'v2', 'pending', 'http://localhost:9', 'saved', 'http_status', '{"status": 500}', ${now}, 1),
      ('never sent', 'p', 's3', 'article_saved', 'v3', 'held', 'http://other:9', 'saved', NULL, '{}', ${now}, 1);
    INSERT INTO attempts (delivery_id, number, reason, started_at, duration_ms, status, error_code, content_url, request)
      VALUES
      ('delivered', 1, 'saved', ${now}, 100, 200, NULL, '', '{}'),
      ('failing', 1, 'saved', ${now}, 5, NULL, 'dns_not_found', '', '{}'),
      ('failing', 2, 'retry', ${now - hour}, 100, 500, 'http_status', '', '{}'),
      ('failing', 3, 'retry', ${now - hour}, 0, NULL, 'interrupted', '', '{}'),
      ('delivered', 2, 'retry', ${now - 40 * 24 * hour}, 100, 200, NULL, '', '{}');
    INSERT INTO notification_conditions (name, since, told_at, facts) VALUES
      ('site http://localhost:9', 1, 2, '{}'), ('site http://gone:9', 1, 2, '{}'), ('disk', 1, 2, '{}');`);
  migrate(database);
  expect(database.prepare("SELECT id, origin, failing_since, held_at FROM site_states ORDER BY id").all()).toEqual([
    { id: 1, origin: "http://localhost:9", failing_since: now, held_at: null },
    { id: 2, origin: "http://other:9", failing_since: null, held_at: null },
  ]);
  const { steps } = createSiteTimes(database).results(1, "hours", [now - hour, now]);
  expect(steps).toMatchObject([
    { delivered: 0, failed: 1 },
    { delivered: 1, failed: 1 },
  ]);
  for (const { p50_ms } of steps) expect(Math.abs((p50_ms ?? 0) - 100)).toBeLessThan(15);
  expect(database.prepare("SELECT site_id, code, count, example_delivery_id, facts FROM problems").all()).toEqual([
    { site_id: 1, code: "http_status", count: 1, example_delivery_id: "failing", facts: '{"status": 500}' },
  ]);
  const conditions = database.prepare<[], string>("SELECT name FROM notification_conditions ORDER BY name").pluck();
  expect(conditions.all()).toEqual(["disk", "site 1"]);
  database.close();
});

const MB = 1024 * 1024;

it.each([
  ["a 200 MB", 200 * MB, 20 * MB],
  ["a 20 MB", 20 * MB, 20 * MB],
  ["no", null, 6 * MB],
])("opens an old data folder with %s limit for the body of an open", async (_which, stored, now) => {
  const dataDir = temporaryFolder();
  await openKeyFile(dataDir);
  // Later schemas limit the setting to 20 MB.
  const database = databaseBefore(4, path.join(dataDir, DATABASE_FILE));
  if (stored !== null)
    database.prepare("INSERT INTO settings (key, value) VALUES ('open_limit_bytes', ?)").run(String(stored));
  database.close();
  const { appliance } = await startNewsroom({ dataDir });
  const { settings } = await appliance.console<{ settings: { open_limit_bytes: number } }>("GET", "/settings");
  expect(settings.open_limit_bytes).toBe(now);
});

const open = (dataDir: string) => openDatabase(dataDir, async () => undefined);
const copies = (dataDir: string) => copiesBeforeUpdates(dataDir).map(({ file }) => path.basename(file));
const OLD = newestSchema() - 2;
const COPY = `galley.db.before-${String(OLD + 1).padStart(4, "0")}`;

/** The data folder of an older Galley, with one project. */
const template = temporaryFolder();
beforeAll(async () => {
  const appliance = await startAppliance({ dataDir: template });
  await appliance.createProject({ name: "The Daily" });
  await appliance.close();
  rebuildInSchema(template, OLD, ["projects", "settings"], () => {});
});
function olderFolder(): string {
  const dataDir = temporaryFolder();
  fs.cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

function contentOf(file: string) {
  const database = new Sqlite(file, { readonly: true });
  const schema = database.pragma("user_version", { simple: true });
  const integrity = database.pragma("integrity_check", { simple: true });
  const projects = database.prepare("SELECT name FROM projects WHERE name = 'The Daily'").pluck().all();
  database.close();
  return { schema, projects, integrity };
}
const before = { schema: OLD, projects: ["The Daily"], integrity: "ok" };
const updated = { ...before, schema: newestSchema() };

it("keeps a private copy of the database before an update, and logs where it is", async () => {
  const dataDir = olderFolder();
  const log = keptLog();
  const appliance = await startAppliance({ dataDir, log });
  const copy = path.join(dataDir, COPY);
  expect(log.lines.join("\n")).toContain(`The previous database is in ${copy}`);
  expect(contentOf(copy)).toEqual(before);
  expectPrivate(copy);
  await appliance.close();
  expect(fs.readdirSync(dataDir).filter((name) => /-(wal|shm)$|\.tmp$/.test(name))).toEqual([]);
  expect(contentOf(path.join(dataDir, "galley.db"))).toEqual(updated);

  // No update, no copy.
  const written = fs.statSync(copy).mtimeMs;
  (await open(dataDir)).close();
  expect(fs.statSync(copy).mtimeMs).toBe(written);

  // A restored copy opens and is updated again.
  fs.copyFileSync(copy, path.join(dataDir, "galley.db"));
  (await open(dataDir)).close();
  expect(contentOf(path.join(dataDir, "galley.db"))).toEqual(updated);
});

it("makes no copy of a new database", async () => {
  const dataDir = temporaryFolder();
  (await open(dataDir)).close();
  expect(copies(dataDir)).toEqual([]);
});

it("changes nothing without disk space for the copy, and reports how much it needs", async () => {
  const dataDir = olderFolder();
  const file = path.join(dataDir, "galley.db");
  const real = await fs.promises.statfs(dataDir);
  vi.spyOn(fs.promises, "statfs").mockResolvedValue({ ...real, bavail: 1 } as never);
  await expect(open(dataDir)).rejects.toThrow(/first copies the database .* The copy needs \d.*Nothing was changed/);
  expect(contentOf(file)).toEqual(before);
  expect(copies(dataDir)).toEqual([]);
});

it("leaves the database untouched when the copy fails, and copies again at the next start", async () => {
  const dataDir = olderFolder();
  // Left by a process that was killed while it copied.
  fs.writeFileSync(path.join(dataDir, `${COPY}.tmp`), "half a copy");
  const rename = vi.spyOn(fs, "renameSync").mockImplementation(() => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  await expect(open(dataDir)).rejects.toThrow("Nothing was changed");
  expect(contentOf(path.join(dataDir, "galley.db"))).toEqual(before);
  expect(fs.readdirSync(dataDir).filter((name) => name.startsWith(COPY))).toEqual([]);
  rename.mockRestore();
  (await open(dataDir)).close();
  expect(copies(dataDir)).toEqual([COPY]);
});

it("keeps the newest two copies", () => {
  const dataDir = temporaryFolder();
  for (const [number, at] of Object.entries({ "0003": 3, "0005": 1, "0009": 2 })) {
    const file = path.join(dataDir, `galley.db.before-${number}`);
    fs.writeFileSync(file, "");
    fs.utimesSync(file, at, at);
  }
  dropOldCopies(dataDir);
  expect(copies(dataDir)).toEqual(["galley.db.before-0003", "galley.db.before-0009"]);
});

it("names the copy in the error when an older Galley opens a newer database", async () => {
  const dataDir = olderFolder();
  (await open(dataDir)).close();
  const database = new Sqlite(path.join(dataDir, "galley.db"));
  database.pragma("user_version = 9999");
  database.close();
  await expect(open(dataDir)).rejects.toThrow(
    new RegExp(`newer Galley \\(schema 9999.*${COPY} \\(docs/operating\\.md, Upgrades\\)`),
  );
});
