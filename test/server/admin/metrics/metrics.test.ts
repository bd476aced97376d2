import { spawnSync } from "node:child_process";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { startAppliance, temporaryFolder, testClock, VERSION } from "../../../support/appliance.ts";
import { backUp } from "../../../support/backups.ts";
import { expectPrivate, HAS_MODES } from "../../../support/data-folder.ts";
import { eventually } from "../../../support/eventually.ts";
import { HAS_PROMTOOL, metricsToken, PROMTOOL, scrape, scrapeText } from "../../../support/metrics.ts";
import { fetchWithHost } from "../../../support/network.ts";
import { changeIn, inDatabase, startNewsroom } from "../../../support/newsroom.ts";
import { replicate, whyNoReplica } from "../../../support/replicated.ts";
import { articleOf, editorOf, type Reply } from "../../../support/site.ts";
import { heartbeat, startWriter } from "../../../support/writer.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Of the tests that do not count events. */
const { appliance, project, article } = await startNewsroom();

const refuse: Reply = () => ({ rc: 0, rm: "no" });
/** Waits for these samples: attempts are counted after the response. */
const has = (appliance: Parameters<typeof scrape>[0], samples: Record<string, unknown>) =>
  eventually(async () => expect(await scrape(appliance)).toMatchObject(samples));

it("counts opens, saves, drafts and steps", async () => {
  const { appliance, article } = await startNewsroom();
  await has(appliance, { 'galley_opens_total{change="opened"}': 0, galley_saves_total: 0, galley_drafts_total: 0 });
  const { session, deliver } = await article("ferry");
  await article("ferry");
  await deliver();
  const editor = editorOf(session);
  const draft = { client_id: "anna", base_version: 1, vms_json: articleOf("Unsaved"), steps: 1 };
  expect((await editor("PUT", "/draft", draft)).status).toBe(204);
  await heartbeat(editor, "anna");
  const boris = await startWriter(editor, "boris");
  boris.type("Ahoy");
  await boris.sync();
  await has(appliance, {
    'galley_opens_total{change="opened"}': 1,
    'galley_opens_total{change="reopened"}': 1,
    galley_saves_total: 1,
    galley_drafts_total: 1,
    galley_steps_total: boris.counter,
    galley_open_editors: 2,
    galley_open_articles: 1,
  });
});

it("counts attempts by state and code, their duration, and the queue", async () => {
  // The clock does not advance, so nothing is retried.
  const { appliance, site, article } = await startNewsroom({ clock: testClock(), respond: refuse });
  await (await article("refused")).deliver();
  expect((await fetch(`${appliance.url}/integration/session/open`, { method: "POST", body: "{" })).ok).toBe(false);
  site.respond = (_, res) => void res.writeHead(500).end();
  await (await article("fails")).deliver();
  Object.assign(site, { respond: () => ({ rc: 1, rm: "" }), downloads: false });
  await (await article("confirmed, not downloaded")).deliver();
  await has(appliance, {
    'galley_delivery_attempts_total{state="rejected",code="rejected_by_site"}': 1,
    'galley_requests_total{status="200"}': 3,
    'galley_requests_total{status="422"}': 1,
    'galley_delivery_attempts_total{state="pending",code="http_status"}': 1,
    'galley_delivery_attempts_total{state="delivered",code="archive_not_downloaded"}': 1,
    'galley_delivery_attempt_duration_seconds_bucket{le="+Inf"}': 3,
    galley_delivery_attempt_duration_seconds_count: 3,
    'galley_deliveries_unfinished{state="pending"}': 1,
    'galley_deliveries_unfinished{state="held"}': 0,
    'galley_deliveries_attention{state="rejected",code="rejected_by_site"}': 1,
    'galley_deliveries_attention{state="pending",code="http_status"}': 1,
    'galley_deliveries_attention{state="delivered",code="archive_not_downloaded"}': 1,
    galley_delivery_queue_age_seconds: 0,
    galley_deliveries_paused: 0,
  });
});

it("shows how long the oldest due delivery has been due", async () => {
  const clock = testClock();
  const respond: Reply = (_, res) => void res.writeHead(500).end();
  const { appliance, site, article } = await startNewsroom({ clock, respond });
  await (await article("fails")).deliver();
  changeIn(appliance.dataDir, "UPDATE deliveries SET next_attempt_at = ?", clock.now() - 90_000);
  expect(await scrape(appliance)).toMatchObject({ galley_delivery_queue_age_seconds: 90 });
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  await has(appliance, {
    galley_delivery_queue_age_seconds: 0,
    galley_deliveries_paused: 1,
    'galley_deliveries_unfinished{state="held"}': 1,
  });
  expect(site.callbacks).toHaveLength(1);
});

it("counts at most 5,000 deliveries, so that a scrape stays fast", async () => {
  const { appliance, article } = await startNewsroom({ respond: refuse });
  await (await article("refused")).deliver();
  changeIn(
    appliance.dataDir,
    `INSERT INTO deliveries (id, project_id, session_id, event, state, origin, reason, created_at, latest, code, version_id)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10500)
      SELECT 'x' || i, project_id, session_id, event, 'exhausted', origin, reason, created_at, 1, 'dns_not_found', version_id
      FROM deliveries, n`,
  );
  const samples = await scrape(appliance);
  const attention = Object.entries(samples).filter(([name]) => name.startsWith("galley_deliveries_attention{"));
  expect(attention).toEqual([['galley_deliveries_attention{state="exhausted",code="dns_not_found"}', 5_000]]);
});

it("shows sizes, the process, the build and the last backup", async () => {
  const before = await scrape(appliance);
  expect(before).not.toHaveProperty("galley_backup_timestamp_seconds");
  await backUp(appliance);
  const samples = await eventually(async () => {
    const found = await scrape(appliance);
    expect(Math.abs((found.galley_backup_timestamp_seconds ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    return found;
  });
  expect(samples[`galley_build_info{version="${VERSION}",node="${process.version}"}`]).toBe(1);
  const bytes = "galley_database galley_wal galley_disk_free process_resident_memory nodejs_heap_size_used";
  for (const name of bytes.split(" ")) expect([name, (samples[`${name}_bytes`] ?? 0) > 10_000]).toEqual([name, true]);
  expect(samples.process_cpu_seconds_total).toBeGreaterThan(0);
  expect(samples.process_start_time_seconds).toBeLessThanOrEqual(Date.now() / 1000);
});

it.runIf(whyNoReplica === null)("shows the state and lag of the replica, and its last drill", async () => {
  const { appliance } = await startNewsroom();
  const before = await scrape(appliance);
  expect(before).toMatchObject({ 'galley_replica_state{state="off"}': 1, 'galley_replica_state{state="ok"}': 0 });
  for (const name of ["galley_replica_lag_seconds", "galley_replica_drill_ok"]) expect(before).not.toHaveProperty(name);
  await replicate(appliance, temporaryFolder());
  await appliance.console("POST", "/replica/drill");
  const samples = await scrape(appliance);
  expect(samples).toMatchObject({
    'galley_replica_state{state="off"}': 0,
    'galley_replica_state{state="ok"}': 1,
    galley_replica_drill_ok: 1,
  });
  expect(samples.galley_replica_lag_seconds).toBeGreaterThanOrEqual(0);
  expect(samples.galley_replica_drill_timestamp_seconds).toBeGreaterThan(1.7e9);
});

it("measures the longest delay of the event loop between two scrapes", async () => {
  await scrape(appliance);
  // The appliance runs in this process. Measuring starts at the end of the first turn.
  for (let turn = 1; turn <= 3; turn++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
    await setImmediate();
  }
  expect((await scrape(appliance)).nodejs_eventloop_lag_max_seconds).toBeGreaterThan(0.1);
});

it("accepts only its own token and the console token", async () => {
  const metrics = (headers: Record<string, string>, method = "GET") =>
    fetch(`${appliance.consoleUrl}/metrics`, { method, headers });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const editorToken = (await article("ferry")).session.url.split("#t=")[1] ?? "";
  for (const headers of [{}, bearer("wrong"), bearer(project.api_key), bearer(editorToken), { cookie: "a=b" }]) {
    const refused = await metrics(headers);
    const detail = expect.stringContaining("metrics-token");
    expect([refused.status, await refused.json()]).toMatchObject([401, { detail }]);
  }
  const token = metricsToken(appliance);
  expect(token).toMatch(/^[\w-]{32}$/);
  const { status, headers } = await metrics(bearer(token));
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  expect((await metrics(bearer(appliance.consoleToken))).status).toBe(200);
  expect((await metrics(bearer(token), "POST")).status).toBe(405);
  expect((await fetch(`${appliance.consoleUrl}/metrics/more`, { headers: bearer(token) })).status).toBe(404);
  expect((await fetch(`${appliance.url}/metrics`, { headers: bearer(token) })).status).toBe(404);
  // The metrics token gives access to nothing else.
  expect((await fetch(`${appliance.consoleUrl}/api/me`, { headers: bearer(token) })).status).toBe(401);
});

it("refuses unknown host names, and too many wrong tokens", async () => {
  const { appliance } = await startNewsroom();
  const status = async (headers: Record<string, string>) =>
    (await fetchWithHost(`${appliance.consoleUrl}/metrics`, { headers })).status;
  expect(await status({ host: "evil.example", authorization: `Bearer ${metricsToken(appliance)}` })).toBe(403);
  for (let wrong = 1; wrong <= 60; wrong++) expect(await status({ authorization: "Bearer wrong" })).toBe(401);
  expect(await status({ authorization: "Bearer wrong" })).toBe(429);
  expect(await status({ authorization: `Bearer ${metricsToken(appliance)}` })).toBe(200);
});

it.runIf(HAS_MODES)("keeps the token in a private file, also after a restart", async () => {
  const first = await startAppliance();
  const token = metricsToken(first);
  expectPrivate(path.join(first.dataDir, "metrics-token"));
  await first.close();
  const { appliance } = await startNewsroom({ dataDir: first.dataDir });
  expect(metricsToken(appliance)).toBe(token);
});

it.runIf(HAS_PROMTOOL)("passes the check of promtool", async () => {
  const { appliance, article } = await startNewsroom({ respond: refuse });
  await (await article("refused")).deliver();
  const checked = spawnSync(PROMTOOL, ["check", "metrics"], { input: await scrapeText(appliance), encoding: "utf8" });
  expect([checked.status, checked.stderr, checked.stdout]).toEqual([0, "", ""]);
});

it("stores opens and saves per hour, once a minute and when Galley stops", async () => {
  const clock = testClock();
  const { appliance, article } = await startNewsroom({ clock });
  const hours = () =>
    inDatabase(appliance.dataDir, (database) =>
      database.prepare("SELECT sum(opens) AS opens, sum(saves) AS saves FROM delivery_hours").get(),
    );
  const { save } = await article("ferry");
  await save();
  await has(appliance, { galley_saves_total: 1 });
  clock.advance(60_000);
  await eventually(() => expect(hours()).toEqual({ opens: 1, saves: 1 }));
  await article("ferry");
  await appliance.close();
  expect(hours()).toEqual({ opens: 2, saves: 1 });
});

it("keeps hourly sums for 400 days", async () => {
  const clock = testClock();
  const { appliance, article } = await startNewsroom({ clock });
  const newest = clock.now() - (clock.now() % HOUR_MS);
  const old = () =>
    inDatabase(appliance.dataDir, (database) =>
      database.prepare("SELECT hour FROM delivery_hours WHERE opens = 7 ORDER BY 1 DESC").pluck().all(),
    );
  const insert = "INSERT INTO delivery_hours (hour, delivered, failed, opens) VALUES (?, 1, 0, 7)";
  for (const days of [399, 401]) changeIn(appliance.dataDir, insert, newest - days * DAY_MS);
  const { deliver } = await article("ferry");
  expect(old()).toHaveLength(2);
  await deliver();
  expect(old()).toEqual([newest - 399 * DAY_MS]);
});
