import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { databaseFacts } from "../../../../server/admin/support/database-facts.ts";
import { temporaryFolder } from "../../../support/appliance.ts";

it.skipIf(process.platform === "win32")(
  "returns after the time limit although SQLite cannot be interrupted",
  async () => {
    // A pipe without a writer blocks SQLite in its first call, like a check of many gigabytes in a later one.
    const file = path.join(temporaryFolder(), "slow.db");
    execFileSync("mkfifo", [file]);
    const facts = databaseFacts(file, 300);
    expect(await facts).toEqual({ note: expect.stringContaining("Stopped after 0.3 seconds") });
    fs.closeSync(fs.openSync(file, "r+"));
  },
);
