/** Another program holds the write lock of the database, such as `sqlite3 galley.db` with an open transaction. */
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningAppliance, startAppliance } from "../../support/appliance.ts";
import { articleOf, editorOf, openSession } from "../../support/site.ts";

let appliance: RunningAppliance;
let other: Sqlite.Database;
beforeEach(async () => {
  appliance = await startAppliance();
  other = new Sqlite(path.join(appliance.dataDir, "galley.db"));
});
afterEach(async () => {
  other.close();
  await appliance.close();
});

it("a save waits for it, while others are answered", async () => {
  const project = await appliance.createProject();
  const session = await openSession(appliance.url, project, {
    material_id: "m",
    callback_url: "http://localhost:9/callback",
  });
  other.exec("BEGIN IMMEDIATE");
  const saving = editorOf(session)("POST", "/versions", {
    save_id: "s",
    vms_json: articleOf("Text"),
    base_version: null,
  });
  // In this process the appliance would keep the lock from being let go, were it to wait for it.
  for (let n = 0; n < 3; n++) expect((await fetch(`${appliance.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${appliance.url}/readyz`)).status).toBe(503);
  other.exec("ROLLBACK");
  expect((await saving).status).toBe(201);
  expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);
});

it("what the console writes directly is refused with 503", async () => {
  other.exec("BEGIN IMMEDIATE");
  await expect(appliance.createProject()).rejects.toThrow(/answered 503: .*busy/);
  other.exec("ROLLBACK");
  await appliance.createProject();
});
