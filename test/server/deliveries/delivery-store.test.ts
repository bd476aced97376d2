import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { ALL_DELIVERIES, type DeliveryQuery } from "../../../server/contracts/log-query.ts";
import { createAttention } from "../../../server/deliveries/attention.ts";
import { createDeliveryLists } from "../../../server/deliveries/delivery-lists.ts";
import { createDeliveryStore } from "../../../server/deliveries/delivery-store.ts";
import { createPruning } from "../../../server/retention/pruning.ts";
import { migrate } from "../../../server/storage/database.ts";

/** The statements that `use` prepares, with SQLite's query plans. */
async function plansOf(use: (database: Sqlite.Database) => unknown): Promise<{ sql: string; plan: string }[]> {
  const database = new Sqlite(":memory:");
  migrate(database);
  const prepare = database.prepare.bind(database);
  const prepared: string[] = [];
  const recording: typeof database.prepare = (sql: string) => {
    prepared.push(sql);
    return prepare(sql) as never;
  };
  database.prepare = recording;
  await use(database);
  const plans = prepared.map((sql) => {
    const steps = prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+|\?/g, "1")}`).all() as { detail: string }[];
    return { sql, plan: steps.map(({ detail }) => detail).join("\n") };
  });
  database.close();
  return plans;
}

const BY_STATE = /deliveries_by_(project_)?state/;
const UNFINISHED = /session_id = \+?(\?|@id)[^)]*IN \('pending'/;
const OF_VERSION = /d\.version_id = |max\(d\.bytes\)|d\.complete = 1/;

it.each<[what: string, statements: RegExp, least: number, uses: RegExp, avoids: RegExp]>([
  ["deliveries of a session in any state", /FROM deliveries\s+WHERE session_id = /, 3, /session/, BY_STATE],
  ["sites with pending deliveries", /RECURSIVE/, 1, /deliveries_due \(origin>\?\)/, BY_STATE],
  ["the previous delivery", /SELECT position, latest/, 1, /deliveries_by_session \(session_id=\?\)/, /TEMP B-TREE/],
  ["unfinished deliveries of a session", UNFINISHED, 4, /USING INDEX deliveries_waiting \(session_id=\?\)/, BY_STATE],
  [
    "the delivery of a version and its downloads",
    OF_VERSION,
    4,
    /_by_(version|attempt) \(\w+_id=\?\)/,
    /TEMP|SCAN [ad]\b/,
  ],
])("finds %s by an index", async (_, statements, least, uses, avoids) => {
  const stores = (database: Sqlite.Database) => [createDeliveryStore(database), createPruning(database)];
  const plans = (await plansOf(stores)).filter(({ sql }) => statements.test(sql));
  expect(plans.length).toBeGreaterThanOrEqual(least);
  for (const { sql, plan } of plans) {
    expect(plan, sql).toMatch(uses);
    expect(plan, sql).not.toMatch(avoids);
  }
});

it.each([
  ["session", { session: "a" }, "deliveries_by_session"],
  ["snapshot", { snapshot: "a" }, "deliveries_by_snapshot"],
  ["words", { q: "harbour" }, "deliveries_by_session"],
  ["host", { host: "example" }, "deliveries_by_host"],
  ["code", { code: "timeout" }, "deliveries_by_code"],
  ["warning", { warning: "archive" }, "deliveries_by_warnings"],
  ["fonts", { event: "site_fonts_updated" }, "deliveries_with_fonts"],
] as const)("lists by the index of %s, even if a project and a state are also given", async (_, narrow, index) => {
  const query: DeliveryQuery = { ...ALL_DELIVERIES, project: "p", states: ["delivered"], ...narrow };
  const lists = (
    await plansOf(async (database) => {
      // One delivery that matches every condition, among others of the project and the state.
      database.exec(`
      INSERT INTO projects (id, name, environment, api_key, secret, allowed_hosts, settings, enabled, created_at)
        VALUES ('p', 'The Daily', 'dev', 'key', x'00', '[]', '{}', 1, 1);
      INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, last_access, created_at, metadata)
        SELECT value, 'p', value, value, 'http://localhost/', 1, 1, '{}' FROM json_each('["a", "b"]');
      INSERT INTO session_titles (session_id, title, words) VALUES ('a', 'Harbour fire', 'harbour fire'), ('b', NULL, 'other');
      INSERT INTO font_snapshots (id, project_id, created_at, published_at, tree, css) VALUES ('a', 'p', 1, 1, '{}', '');
      INSERT INTO deliveries (id, project_id, session_id, event, snapshot_id, state, origin, reason, code, created_at,
          warnings)
        VALUES ('1', 'p', 'a', 'site_fonts_updated', 'a', 'delivered', 'http://example.org', 'saved', 'answer_timeout', 1,
          '["archive_refused"]');
      INSERT INTO deliveries (id, project_id, session_id, event, version_id, state, origin, reason, created_at)
        SELECT 'v' || value, 'p', 'b', 'article_saved', 'v', 'delivered', 'http://localhost', 'saved', 1
        FROM json_each('[1, 2, 3]');`);
      expect((await createDeliveryLists(database).page(query, null)).items).toHaveLength(1);
    })
  ).filter(({ sql }) => sql.includes("SELECT * FROM (SELECT d.position"));
  expect(lists.length).toBeGreaterThanOrEqual(1);
  for (const { sql, plan } of lists) {
    expect(plan, sql).toContain(index);
    expect(plan, sql).not.toMatch(BY_STATE);
    expect(plan, sql).not.toMatch(/SCAN d\b/);
  }
});

it("finds and counts the deliveries in need of attention by a partial index", async () => {
  const plans = await plansOf((database) => createAttention(database).page(null));
  expect(plans.length).toBeGreaterThanOrEqual(4);
  for (const { sql, plan } of plans) {
    expect(plan, sql).toMatch(/deliveries_attention|USING COVERING INDEX deliveries_by_state \(state=\?\)/);
    // Only the returned sites are sorted; the index returns their deliveries in groups.
    expect(plan, sql).not.toMatch(/GROUP BY|SCAN d$/m);
    if (!sql.includes("site_states")) expect(plan, sql).not.toMatch(/ORDER BY/);
    if (sql.includes("count(*)")) expect(plan, sql).toMatch(/COVERING INDEX/);
  }
});

it("yields to requests while it searches many articles for words", async () => {
  const database = new Sqlite(":memory:");
  migrate(database);
  database.pragma("foreign_keys = OFF");
  database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
    INSERT INTO session_titles (session_id, title, words) SELECT 's' || i, NULL, 'material ' || i FROM n`);
  const lists = createDeliveryLists(database);
  for (const q of ["nowhere", "7c9e6679-7425-40de-944b-e07fc1f90ae7"])
    for (const ask of [
      () => lists.page({ ...ALL_DELIVERIES, q }, null),
      () => lists.totals({ ...ALL_DELIVERIES, q }),
    ]) {
      let turns = 0;
      let isDone = false;
      const count = () => {
        turns += 1;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      await ask();
      isDone = true;
      expect(turns).toBeGreaterThanOrEqual(2);
    }
  database.close();
});
