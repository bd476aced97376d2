/** What a support bundle says of the database, also of one that does not answer in the time that anybody waits. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { databaseFacts } from "../../../../server/admin/support/database-facts.ts";
import { temporaryFolder } from "../../../support/appliance.ts";

it.skipIf(process.platform === "win32")("waits no longer than its time for what cannot be broken off", async () => {
  // A pipe that nobody writes to holds SQLite in its first call, as a check of many gigabytes does in a later one.
  const file = path.join(temporaryFolder(), "slow.db");
  execFileSync("mkfifo", [file]);
  const facts = databaseFacts(file, 300);
  expect(await facts).toEqual({ note: expect.stringContaining("Stopped after 0.3 seconds") });
  fs.closeSync(fs.openSync(file, "r+"));
});
