import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { DATABASE_FILE, migrate } from "../../../server/storage/database.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";

const MB = 1024 * 1024;
/** The newest schema under which openings of more than 20 MB could be allowed. */
const BEFORE = 3;

it.each([
  ["a 200 MB", 200 * MB, 20 * MB],
  ["a 20 MB", 20 * MB, 20 * MB],
  ["no", null, 6 * MB],
])("opens an old data folder with %s limit of an opening", async (_which, stored, now) => {
  const dataDir = temporaryFolder();
  fs.writeFileSync(path.join(dataDir, "secret.key"), Buffer.alloc(32, 1).toString("base64url"), { mode: 0o600 });
  const database = new Sqlite(path.join(dataDir, DATABASE_FILE));
  migrate(database, BEFORE);
  if (stored !== null)
    database.prepare("INSERT INTO settings (key, value) VALUES ('open_limit_bytes', ?)").run(String(stored));
  database.close();
  const appliance = await startAppliance({ dataDir });
  const { settings } = await appliance.console<{ settings: { open_limit_bytes: number } }>("GET", "/settings");
  expect(settings.open_limit_bytes).toBe(now);
  await appliance.close();
});
