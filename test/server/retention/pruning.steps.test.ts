import Sqlite from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { createSiteTimes, STEPS_MS } from "../../../server/deliveries/site-states.ts";
import { createPruning } from "../../../server/retention/pruning.ts";
import { migrate } from "../../../server/storage/database.ts";

const VERSIONS = 110;
const MOST_A_STEP = 40;
const DAYS = 14;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 4, 20, 10, 1);

let database: Sqlite.Database;
beforeEach(() => {
  database = new Sqlite(":memory:");
  migrate(database);
  database.exec(`
    INSERT INTO projects (id, name, environment, api_key, secret, allowed_hosts, settings, enabled, created_at)
      VALUES ('p', 'The Daily', 'dev', 'key', x'00', '[]', '{}', 1, 1);
    INSERT INTO site_states (id, project_id, origin) VALUES (1, 'p', 'http://localhost'), (7, 'p', 'http://other');`);
});

/** An article with its versions, last accessed at `lastAccess`. */
function addSession(id: string, lastAccess: number): void {
  database
    .prepare(
      `INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, current_version, last_access,
         created_at, prunable, metadata) VALUES (?, 'p', ?, ?, 'http://localhost/cb', ?, ?, 0, 1, '{}')`,
    )
    .run(id, id, id, VERSIONS, lastAccess);
  const insert = database.prepare(
    `INSERT INTO versions (id, session_id, number, save_id, size, files, state_hash, created_at, metadata, vms_json, html)
     VALUES (?, ?, ?, ?, 0, 0, '', 0, '{}', '{}', '')`,
  );
  for (let number = 1; number <= VERSIONS; number++) insert.run(`${id}-${number}`, id, number, String(number));
}

const versionsLeft = () => database.prepare("SELECT id FROM versions ORDER BY id").pluck().all();

it("prunes all but the current version in several steps, and returns each article once", () => {
  addSession("a", 1_000);
  addSession("b", 2_000);
  const pruning = createPruning(database);
  const prunedIds: string[] = [];
  let left = versionsLeft().length;
  for (let hasMore = true; hasMore; ) {
    const step = pruning.pruneSessions(DAYS * DAY + 3_000, DAYS);
    prunedIds.push(...step.pruned);
    const now = versionsLeft().length;
    expect(left - now).toBeLessThanOrEqual(MOST_A_STEP);
    left = now;
    hasMore = step.hasMore;
  }
  expect(versionsLeft()).toEqual([`a-${VERSIONS}`, `b-${VERSIONS}`]);
  expect(prunedIds).toEqual(["a", "b"]);
  expect(pruning.pruneSessions(DAYS * DAY + 3_000, DAYS)).toEqual({ pruned: [], hasMore: false });
});

/** Prunes every site, one per step. Returns the ids. */
function pruneAll(): number[] {
  const { pruneSite } = createPruning(database);
  const seen: number[] = [];
  for (let site = pruneSite(NOW); site !== null; site = pruneSite(NOW)) seen.push(site.id);
  return seen;
}

it("keeps five-minute steps for 25 hours, and hourly steps for 400 days", () => {
  const times = createSiteTimes(database);
  for (const age of [0, 24 * HOUR, 26 * HOUR, 399 * DAY, 401 * DAY]) times.note(7, true, 5, NOW - age);
  expect(pruneAll()).toEqual([1, 7]);
  const ages = (step: number) =>
    database
      .prepare<[number, number], number>(
        "SELECT CAST(? - at AS INTEGER) / 3600000 FROM site_times WHERE step_ms = ? ORDER BY at DESC",
      )
      .pluck()
      .all(NOW, step);
  expect(ages(STEPS_MS.minutes)).toEqual([0, 24]);
  expect(ages(STEPS_MS.hours)).toEqual([0, 24, 26, 399 * 24]);
});

it("computes response time percentiles within 15 percent", () => {
  const times = createSiteTimes(database);
  for (let ms = 1; ms <= 1_000; ms++) times.note(1, true, ms, NOW);
  times.note(1, false, null, NOW);
  const { all } = times.results(1, "hours", [NOW - (NOW % HOUR)]);
  expect(all).toMatchObject({ delivered: 1_000, failed: 1 });
  expect(Math.abs((all.p50_ms ?? 0) - 500)).toBeLessThan(75);
  expect(Math.abs((all.p95_ms ?? 0) - 950)).toBeLessThan(143);
});

it("resolves a problem after two weeks without failures, unless pending deliveries have it", () => {
  addSession("s", NOW);
  const at = NOW - 15 * DAY;
  database.exec(`
    INSERT INTO problems (id, site_id, code, first_at, last_at, count, example_delivery_id, facts) VALUES
      (1, 1, 'http_status', 1, ${at}, 1, 'd', '{}'), (2, 1, 'dns_not_found', 1, ${at}, 1, 'd', '{}'),
      (3, 1, 'no_rc', 1, ${NOW - 13 * DAY}, 1, 'd', '{}'), (4, 7, 'http_status', 1, ${at}, 1, 'd', '{}');
    UPDATE problems SET resolved_at = ${NOW - 401 * DAY}, resolved_by = 'Ida' WHERE id = 4;
    INSERT INTO deliveries (id, project_id, session_id, event, version_id, state, origin, reason, code, created_at, latest)
      VALUES ('d', 'p', 's', 'article_saved', 'v', 'exhausted', 'http://localhost', 'saved', 'dns_not_found', 1, 1);`);
  pruneAll();
  expect(database.prepare("SELECT id, resolved_at, resolved_by FROM problems ORDER BY id").all()).toEqual([
    { id: 1, resolved_at: NOW, resolved_by: "Galley" },
    { id: 2, resolved_at: null, resolved_by: null },
    { id: 3, resolved_at: null, resolved_by: null },
  ]);
});
