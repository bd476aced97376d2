/** Litestream creates two tables in the database. replica-screens.test.ts checks their names. */
import path from "node:path";
import { expect, it } from "vitest";
import type { SessionDetail } from "../../../server/contracts/sessions-api.ts";
import type { Database } from "../../../server/storage/database.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { backUp, command, newFile } from "../../support/backups.ts";
import { rebuildInSchema } from "../../support/data-folder.ts";
import { inDatabase, startNewsroom, valuesIn } from "../../support/newsroom.ts";

const OLD_SCHEMA = 24;

/** The tables of Litestream 0.3.13. */
const addTables = (database: Database) =>
  database.exec(`CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
    INSERT INTO _litestream_seq VALUES (1, 7); CREATE TABLE _litestream_lock (id INTEGER)`);

async function versionsIn(dataDir: string): Promise<number> {
  const appliance = await startAppliance({ dataDir });
  const { items } = await appliance.console<{ items: { id: string }[] }>("GET", "/sessions");
  const { versions } = await appliance.console<SessionDetail>("GET", `/sessions/${items[0]?.id}`);
  await appliance.close();
  return versions.length;
}

it("backup, restore, doctor and an update work with Litestream's tables in the database", async () => {
  const { appliance, article } = await startNewsroom();
  const { dataDir } = appliance;
  await (await article("m")).save("Words");
  inDatabase(dataDir, addTables);

  const examined = await command("doctor", ["--data-dir", dataDir]);
  expect(examined.stdout).toMatch(/galley\.db .* is intact[\s\S]*0 problems/);
  const byConsole = await backUp(appliance);
  const byCommand = newFile();
  const made = await command("backup", [byCommand, "--data-dir", dataDir]);
  expect(made.stdout).toContain("The backup was read back and is complete");
  for (const file of [byConsole, byCommand]) {
    const restored = path.join(temporaryFolder(), "data");
    expect(await command("restore", [file, "--data-dir", restored])).toMatchObject({ code: 0 });
    expect(valuesIn(restored, "SELECT name FROM sqlite_schema WHERE name LIKE '_litestream%'")).toEqual([]);
    expect(await versionsIn(restored)).toBe(1);
  }

  await appliance.close();
  rebuildInSchema(dataDir, OLD_SCHEMA, ["projects", "settings", "sessions", "versions"], addTables);
  expect(await versionsIn(dataDir)).toBe(1);
});
