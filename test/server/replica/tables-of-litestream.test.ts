/** Litestream keeps two tables of its own in the database. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { SessionDetail } from "../../../server/contracts/sessions-api.ts";
import { spawnAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { backUp, command, newFile } from "../../support/backups.ts";
import { startNewsroom, valuesIn } from "../../support/newsroom.ts";
import { turnBack } from "../../support/old-folder.ts";
import { replicate, whyNoReplica } from "../../support/replicated.ts";

const TABLES = ["_litestream_lock", "_litestream_seq"];
const OLD_SCHEMA = 24;

const tablesOf = (dataDir: string) =>
  valuesIn(dataDir, "SELECT name FROM sqlite_schema WHERE name LIKE '_litestream%' ORDER BY name");

async function versionsIn(dataDir: string): Promise<number> {
  const appliance = await startAppliance({ dataDir });
  const { items } = await appliance.console<{ items: { id: string }[] }>("GET", "/sessions");
  const { versions } = await appliance.console<SessionDetail>("GET", `/sessions/${items[0]?.id}`);
  await appliance.close();
  return versions.length;
}

it.skipIf(whyNoReplica !== null)(
  "backup, restore, doctor and an update work beside them",
  { timeout: 120_000 },
  async () => {
    const { appliance, article } = await startNewsroom({ appliance: spawnAppliance() });
    const { dataDir } = appliance;
    await (await article("m")).save("Words");
    await replicate(appliance, temporaryFolder());
    expect(tablesOf(dataDir)).toEqual(TABLES);

    const examined = await command("doctor", ["--data-dir", dataDir]);
    expect(examined.stdout).toMatch(/galley\.db .* is whole[\s\S]*0 problems/);
    const byConsole = await backUp(appliance);
    const byCommand = newFile();
    expect((await command("backup", [byCommand, "--data-dir", dataDir])).stdout).toContain(
      "It was read back and is whole",
    );
    for (const file of [byConsole, byCommand]) {
      const restored = path.join(temporaryFolder(), "data");
      expect(await command("restore", [file, "--data-dir", restored])).toMatchObject({ code: 0 });
      expect(tablesOf(restored)).toEqual([]);
      expect(await versionsIn(restored)).toBe(1);
    }

    await appliance.close();
    const config = path.join(dataDir, "config.json");
    const { replica: _, ...rest } = JSON.parse(fs.readFileSync(config, "utf8")) as Record<string, unknown>;
    fs.writeFileSync(config, JSON.stringify(rest));
    turnBack(dataDir, OLD_SCHEMA, ["projects", "settings", "sessions", "versions"], (old) => {
      // As Litestream 0.3.13 makes them.
      old.exec(`CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
      INSERT INTO _litestream_seq VALUES (1, 7); CREATE TABLE _litestream_lock (id INTEGER)`);
    });
    expect(await versionsIn(dataDir)).toBe(1);
  },
);
