import { writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";

it("refuses a folder that another appliance has open, and takes it once that one has ended", async () => {
  const dataDir = temporaryFolder();
  const first = await startAppliance({ dataDir });
  await expect(startAppliance({ dataDir })).rejects.toThrow("in use by another Galley");
  await first.close();
  await (await startAppliance({ dataDir })).close();
});

it("refuses a database that a newer version wrote, and leaves it as it is", async () => {
  const dataDir = temporaryFolder();
  await (await startAppliance({ dataDir })).close();
  const database = new Sqlite(path.join(dataDir, "galley.db"));
  database.pragma("user_version = 9999");
  database.close();
  await expect(startAppliance({ dataDir })).rejects.toThrow("newer Galley (schema 9999");
});

it("refuses a key file that is damaged", async () => {
  const dataDir = temporaryFolder();
  writeFileSync(path.join(dataDir, "secret.key"), "short");
  await expect(startAppliance({ dataDir })).rejects.toThrow("damaged");
});

it("names a port that is taken", async () => {
  const first = await startAppliance();
  const { port } = new URL(first.url);
  await expect(startAppliance({ args: ["--port", port] })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use by`);
  await first.close();
});

it("commits with an fsync and keeps foreign keys", async () => {
  const appliance = await startAppliance();
  const database = new Sqlite(path.join(appliance.dataDir, "galley.db"), { readonly: true });
  expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(database.pragma("foreign_key_check")).toEqual([]);
  database.close();
  await appliance.close();
});
