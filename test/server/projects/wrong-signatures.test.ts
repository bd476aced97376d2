import { expect, it } from "vitest";
import type { ProjectWithSecret, WrongSignatureView } from "../../../server/contracts/projects-api.ts";
import { keptLog } from "../../support/appliance.ts";
import { postOpen } from "../../support/integration.ts";
import { changeIn, startNewsroom } from "../../support/newsroom.ts";
import { signature } from "../../support/site.ts";

const CALLBACK = "http://127.0.0.1:9/galley/callback";
const log = keptLog();
const { appliance } = await startNewsroom({ log });

const open = (project: ProjectWithSecret, given: string, material_id = "tram") =>
  postOpen(appliance.url, { api_key: project.api_key, material_id, callback_url: CALLBACK }, given);
const list = (id: string) => appliance.listAll<WrongSignatureView>(`/projects/${id}/wrong-signatures`);

it("shows the diagnosis in the console and the log, never in the response", async () => {
  const other = await appliance.createProject({ name: "The Other Test" });
  const project = await appliance.createProject();
  const answer = await open(project, signature(other.api_secret, "tram", CALLBACK));
  expect([answer.status, await answer.json()]).toEqual([403, { detail: "Invalid signature" }]);
  const items = await list(project.id);
  const diagnosis = "It looks as if it was made with the secret of another project, “The Other Test”.";
  const request = { route: "session/open", material_id: "tram", url: CALLBACK, client_address: "127.0.0.1" };
  expect(items).toMatchObject([{ ...request, diagnosis }]);
  expect(log.lines.join("\n")).toContain("the secret of another project, “The Other Test”");
  expect(await list(other.id)).toEqual([]);
});

it("never stores a secret that was sent as a signature", async () => {
  const project = await appliance.createProject();
  await open(project, project.api_secret);
  const items = await list(project.id);
  expect(items[0]).toMatchObject({ given: "•••", diagnosis: expect.stringContaining("the API secret instead of") });
  expect(JSON.stringify(items) + log.lines.join()).not.toContain(project.api_secret);
});

it("keeps the newest thousand of each project, and lists the newest first, in pages", async () => {
  const [quiet, busy] = [await appliance.createProject(), await appliance.createProject()];
  await open(quiet, "wrong", "the only one");
  await open(busy, "wrong", "the oldest");
  changeIn(
    appliance.dataDir,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
     INSERT INTO wrong_signatures (project_id, at, route, material_id, url, given, client_address, diagnosis)
     SELECT project_id, at, route, 'material-' || i, url, given, client_address, diagnosis
     FROM n, wrong_signatures WHERE project_id = ?`,
    busy.id,
  );
  await open(busy, "wrong", "the newest");
  const materials = (await list(busy.id)).map(({ material_id }) => material_id);
  expect(materials).toEqual(["the newest", ...Array.from({ length: 999 }, (_, n) => `material-${999 - n}`)]);
  expect(await list(quiet.id)).toHaveLength(1);
  await expect(list("unknown")).rejects.toThrow("404");
});
