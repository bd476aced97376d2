/** Another program holds the write lock of the database, such as `sqlite3 galley.db` with an open transaction. */
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, expect, it } from "vitest";
import { startNewsroom } from "../../support/newsroom.ts";

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
