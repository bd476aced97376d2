import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import type { ProjectHoldings, ProjectView, ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import type { SessionRow } from "../../../server/contracts/sessions-api.ts";
import { keptLog, type RunningAppliance, startAppliance, type TestOptions } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { openRequest, postOpen } from "../../support/integration.ts";
import { articleOfKeys, changeIn, inDatabase, type Newsroom, startNewsroom } from "../../support/newsroom.ts";
import { ttf } from "../../support/sample-fonts.ts";

let appliance: RunningAppliance;
let dataDir: string;
let { project, site } = {} as Newsroom;
let other: ProjectWithSecret;
beforeEach(async () => {
  ({ appliance, project, site } = await startNewsroom({ name: "Old Gazette" }));
  other = await appliance.createProject({ name: "Herald" });
  dataDir = appliance.dataDir;
});
async function start(options: TestOptions = {}): Promise<void> {
  appliance = await startAppliance({ dataDir, ...options });
  onTestFinished(appliance.close);
}

async function write(by: ProjectWithSecret, material: string) {
  const { editor, save, upload } = await articleOfKeys(appliance, by, material, site.callbackUrl);
  await save();
  const file = await upload("a.txt", Buffer.from("a"));
  const doc = { type: "doc", content: [{ type: "fileDownload", attrs: { file } }] };
  const snippet = { id: material, name: material, kind: "blocks", doc, author: "" };
  expect((await editor("POST", "/snippets", snippet)).status).toBe(201);
}
const holdings = (id: string) => appliance.console<ProjectHoldings>("GET", `/projects/${id}/holdings`);
const remove = (id: string, name: string) =>
  appliance.console("DELETE", `/projects/${id}?name=${encodeURIComponent(name)}`);
const projects = async () => (await appliance.console<Page<ProjectView>>("GET", "/projects")).items;
const sessions = async () => (await appliance.console<Page<SessionRow>>("GET", "/sessions")).items;

/** Table → number of a project's rows, if it has any; except in the audit log, which keeps them. The appliance must be closed. */
function rowsOf(id: string): Record<string, number> {
  return inDatabase(dataDir, (database) => {
    const tables = database.prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%project_id TEXT%' AND name <> 'audit_log'",
    );
    const count = (name: string) =>
      database.prepare<[string], number>(`SELECT count(*) FROM ${name} WHERE project_id = ?`).pluck().get(id) ?? 0;
    const counts = tables
      .pluck()
      .all()
      .map((name) => [name, count(name)] as const);
    return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
  });
}

it("shows contents and open deliveries before a removal, which requires the name and no sample site", async () => {
  site.respond = (_callback, res) => void res.writeHead(500).end();
  await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  await publish(appliance, project.id);
  await write(project, "front-page");
  await eventually(async () => expect(site.callbacks.length).toBeGreaterThan(0));
  const callback_host = new URL(site.callbackUrl).host;
  expect(await holdings(project.id)).toMatchObject({
    sessions: 1,
    versions: 1,
    deliveries: 1,
    open_deliveries: 1,
    font_files: 1,
    font_snapshots: 1,
    open: [{ material_id: "front-page", title: "Words", event: "article_saved", callback_host }],
    is_sandbox: false,
  });
  await expect(remove(project.id, "Gazette")).rejects.toThrow("type its name: Old Gazette");
  const sandbox = await appliance.sandboxProject();
  expect(await holdings(sandbox.id)).toMatchObject({ is_sandbox: true });
  await expect(remove(sandbox.id, sandbox.name)).rejects.toThrow("409");
  expect(await projects()).toHaveLength(3);
});

it("removes all data of the project and none of another", async () => {
  await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  for (const material of ["a", "b", "c"]) await write(project, material);
  await publish(appliance, project.id);
  await write(other, "kept");
  await site.received(5);
  await appliance.console("POST", `/projects/${project.id}/rotate-secret`, {});
  const { body, signature } = openRequest(project);
  expect((await postOpen(appliance.url, body, "0".repeat(64))).status).toBe(403);

  await remove(project.id, " Old Gazette ");
  expect((await projects()).map(({ name }) => name)).not.toContain("Old Gazette");
  const refused = await postOpen(appliance.url, body, signature);
  expect([refused.status, await refused.json()]).toEqual([403, { detail: "Unknown API key" }]);
  await expect(appliance.console("GET", `/projects/${project.id}`)).rejects.toThrow("404");
  await expect(appliance.console("PATCH", `/projects/${project.id}`, { enabled: true })).rejects.toThrow("404");
  await eventually(async () => expect((await sessions()).map(({ material_id }) => material_id)).toEqual(["kept"]));

  const { items } = await appliance.console<Page<AuditRow>>("GET", "/audit");
  expect(items[0]).toMatchObject({
    action: "project deleted",
    subject: project.id,
    detail: { name: "Old Gazette", sessions: 3, versions: 3 },
  });
  await appliance.close();
  expect(rowsOf(project.id)).toEqual({});
  expect(rowsOf(other.id)).toMatchObject({ sessions: 1, deliveries: 1 });
});

it("continues after an interruption", async () => {
  await write(project, "a");
  await appliance.close();
  changeIn(dataDir, "UPDATE projects SET deleting = 1, enabled = 0 WHERE id = ?", project.id);
  await start();
  await eventually(async () => expect(await sessions()).toEqual([]));
  await appliance.close();
  expect(rowsOf(project.id)).toEqual({});
});

it("yields to requests between its steps", async () => {
  await appliance.close();
  inDatabase(dataDir, (database) =>
    database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, current_version, last_access, created_at, metadata)
      SELECT 's' || i, '${project.id}', 'm' || i, 'f' || i, 'http://127.0.0.1/', 1, i, i, '{}' FROM n;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
    INSERT INTO versions (id, session_id, number, save_id, size, files, state_hash, created_at, metadata, vms_json, html)
      SELECT 'v' || i, 's' || (1 + i % 3000), 1 + i / 3000, 'x' || i, 1, 0, 'h', i, '{}', '{}', hex(randomblob(100)) FROM n;`),
  );
  await start();
  expect(await holdings(project.id)).toMatchObject({ sessions: 3_000, versions: 10_000, counted_to: 10_000 });
  await remove(project.id, project.name);
  const [{ detail } = {}] = await appliance.audit("project deleted");
  expect(detail).toMatchObject({ sessions: 3_000, versions: "10000+" });
  let responded = 0;
  while ((await sessions()).some(({ project_id }) => project_id === project.id)) responded += 1;
  expect(responded).toBeGreaterThan(20);
}, 60_000);

it("tolerates a site that responds after the removal", async () => {
  const [asked, response] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  site.respond = async () => {
    asked.resolve();
    await response.promise;
    return { rc: 1, rm: "", data: {} };
  };
  await appliance.close();
  const log = keptLog();
  await start({ log });
  await write(project, "a");
  await asked.promise;
  await remove(project.id, project.name);
  await eventually(async () => expect(await sessions()).toEqual([]));
  response.resolve();
  await site.received(1);
  await write(other, "b");
  await site.received(2);
  await appliance.close();
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});
