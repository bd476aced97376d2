import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { Database } from "../../../server/storage/database.ts";
import type { RunningAppliance } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { inDatabase, startNewsroom, valuesIn } from "../../support/newsroom.ts";
import { cpuSecondsOf } from "../../support/proc.ts";

const MILLION = 1_000_000;
const MOST_MS = 200;
const SESSIONS = 50_000;
const SITES = 500;
/** Bytes of the export between two memory samples. */
const SAMPLE_EVERY = 10e6;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Fills tables by SQL, and waits until the appliance responds again. */
async function fill(appliance: RunningAppliance, insert: (database: Database) => void): Promise<void> {
  inDatabase(appliance.dataDir, (database) => {
    database.pragma("synchronous = OFF");
    database.pragma("cache_size = -400000");
    insert(database);
  });
  // Filling blocks the process for so long that keep-alive connections end.
  await eventually(() => appliance.console("GET", "/me"));
}

/** Expects the least CPU of some calls of each path to be at most its ms. */
async function expectCosts(appliance: RunningAppliance, limits: [path: string, most: number][]): Promise<void> {
  const figures: { path: string; ms: number; most: number }[] = [];
  for (const [path, most] of limits) {
    const each: number[] = [];
    for (let time = 0; time < 5; time++) each.push(1_000 * (await cpuSecondsOf(() => appliance.console("GET", path))));
    figures.push({ path, ms: Math.round(Math.min(...each)), most });
  }
  process.stdout.write(figures.map(({ path, ms, most }) => `${path}: ${ms} ms of ${most}\n`).join(""));
  expect(figures.filter(({ ms, most }) => ms > most)).toEqual([]);
}

/** Referenced bytes inside and outside the heap. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it("filters a million audit log entries in 0.2 s of CPU, exports in bounded memory", { timeout: 900_000 }, async () => {
  const { appliance } = await startNewsroom();
  const first = Date.now() - MILLION * 30_000;
  await fill(appliance, (database) => {
    // The owner has every second entry but never "settings changed", so both filters together match nothing.
    database
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MILLION - 1})
         INSERT INTO audit_log (at, action, subject, detail, person_id, person, project_id)
         SELECT ${first} + i * 30000,
           CASE WHEN i % 1000 = 0 THEN 'secret revealed' WHEN i % 2 = 0 THEN 'delivery sent again' ELSE 'settings changed' END,
           'subject-' || i,
           json_object('file', 'font-' || (i % 5000) || '.woff2', 'subject_name', 'harbour-' || i, 'asked_from', '10.0.' || (i % 200) || '.7'),
           CASE WHEN i % 2 = 0 THEN 'owner' WHEN i < 10 THEN 'rare' ELSE 'person-' || (i % 20) END,
           iif(i % 2 = 0, NULL, 'Person ' || (i % 20)),
           iif(i % 3 = 0, 'project-' || (i % 30), NULL) FROM n`,
      )
      .run();
  });
  const day = new Date(first + 1_000_000 * 30).toISOString();
  const FILTERS: Record<string, string>[] = [
    {},
    { person: "owner" },
    { person: "rare" },
    { action: "secret revealed" },
    { project: "project-3" },
    { from: day, to: new Date(first + 2_000_000_000).toISOString() },
    { from: day, person: "rare" },
    { person: "owner", action: "settings changed" },
    { person: "person-3", action: "settings changed", project: "project-3" },
    { q: "harbour" },
    { q: "harbour-4711" },
    { q: "10.0.7" },
    { q: "nowhere" },
    { q: "woff2", person: "rare" },
    { q: "woff2", person: "owner", action: "settings changed" },
  ];
  const paths = FILTERS.map((filter) => `/audit?${new URLSearchParams(filter).toString()}`);
  await expectCosts(
    appliance,
    ["/audit/facets", ...paths].map((path) => [path, MOST_MS]),
  );

  const before = process.cpuUsage();
  const response = await appliance.request("GET", "/audit.csv");
  const memoryBefore = memoryInUse();
  let [lines, bytes, most, nextSample] = [0, 0, 0, SAMPLE_EVERY];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (bytes < nextSample) continue;
    most = Math.max(most, memoryInUse());
    nextSample += SAMPLE_EVERY;
  }
  const { user } = process.cpuUsage(before);
  process.stdout.write(
    `export: ${lines} lines, ${Math.round(bytes / 1e6)} MB, ${Math.round(user / 1e6)} s, ${Math.round((most - memoryBefore) / 1e6)} MB more memory\n`,
  );
  // All rows in memory would need several times as much.
  expect(most - memoryBefore).toBeLessThan(60e6);
  // The header, the entries, and entries of this test's own requests.
  expect(lines).toBeGreaterThan(MILLION);
});

it("lists, shows and searches sites in 0.5 s of CPU with a million attempts and requests", {
  timeout: 900_000,
}, async () => {
  const { appliance, article, project, site } = await startNewsroom();
  await (await article("model")).deliver();
  const origin = new URL(site.callbackUrl).origin;
  await fill(appliance, (database) => {
    const now = Date.now();
    const numbers = (count: number) =>
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
    const common = { project: project.id, origin, now, url: site.callbackUrl };
    const run = (sql: string) => {
      const names = [...new Set(sql.match(/@\w+/g) ?? [])].map((name) => name.slice(1) as keyof typeof common);
      database.prepare(sql).run(Object.fromEntries(names.map((name) => [name, common[name]])));
    };
    database.exec("BEGIN");
    run(`${numbers(SITES)} INSERT INTO site_states (project_id, origin, last_attempt_at, failing_since)
      SELECT @project, 'https://cms' || i || '.example.org', @now, iif(i % 3 = 0, @now, NULL) FROM n`);
    run(`${numbers(SESSIONS)} INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, last_access, created_at, metadata)
      SELECT 's' || i, @project, 'article ' || i, 'f' || i, @url, @now, @now, '{}' FROM n`);
    // A fifth of the site's articles need attention; each article has twenty deliveries.
    run(`${numbers(MILLION)} INSERT INTO deliveries (id, project_id, session_id, event, version_id, state, origin, reason, code, attempts, created_at, finished_at, latest)
      SELECT 'd' || i, @project, 's' || (i % ${SESSIONS} + 1), 'article_saved', 'v' || i,
        iif(i > ${MILLION - SESSIONS} AND i % 5 = 0, 'exhausted', 'delivered'), @origin, 'saved',
        iif(i > ${MILLION - SESSIONS} AND i % 5 = 0, 'http_status', NULL), 1, @now - ${MILLION} + i, @now - ${MILLION} + i, i > ${MILLION - SESSIONS}
      FROM n`);
    run(`${numbers(MILLION)} INSERT INTO attempts (delivery_id, number, reason, started_at, duration_ms, status, content_url, request)
      SELECT 'd' || i, 1, 'saved', @now - ${MILLION} + i, i % 900, 200, '', '{}' FROM n`);
    run(`${numbers(MILLION)} INSERT INTO requests (at, project_id, material_id, host, method, path, status, code, client_address, duration_ms, request_bytes, response_bytes)
      SELECT @now - ${MILLION} + i, @project, 'article ' || i, 'cms.example.org', 'POST', '/integration/session/open',
        iif(i % 3 = 0, 403, 200), CASE i % 9 WHEN 0 THEN 'wrong_signature' WHEN 3 THEN 'forbidden' WHEN 6 THEN 'invalid' END,
        '127.0.0.1', 5, 1000, 1000 FROM n`);
    run("INSERT INTO request_words (rowid, words) SELECT id, material_id || ' ' || coalesce(code, '') FROM requests");
    run(`INSERT INTO site_times SELECT id, 3600000, @now - @now % 3600000 - i * 3600000, 100, 3, '{"10":60,"17":30,"22":13}'
      FROM site_states, (${numbers(9_600)} SELECT i FROM n) WHERE origin = @origin`);
    run(`INSERT INTO problems (site_id, code, first_at, last_at, count, example_delivery_id, facts)
      SELECT site_states.id, value, @now, @now, 5, 'd7', '{}' FROM site_states, json_each('["http_status", "no_rc", "dns_not_found"]')`);
    database.exec("COMMIT");
  });
  const [id] = valuesIn(appliance.dataDir, "SELECT id FROM site_states WHERE origin = ?", origin);
  await expectCosts(appliance, [
    [`/sites/${id}`, 300],
    ["/sites", 200],
    ["/sites?sort=undelivered", 200],
    ["/sites?q=cms4", 200],
    [`/deliveries?site=${id}&q=article%204711`, 500],
    [`/deliveries?site=${id}&state=exhausted`, 500],
    [`/deliveries/totals?site=${id}`, 500],
    ["/requests?q=wrong_signature%204716", 500],
  ]);
});
