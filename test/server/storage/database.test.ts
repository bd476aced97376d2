import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";

it("refuses a folder that another appliance uses, and opens it once that one has closed", async () => {
  const dataDir = temporaryFolder();
  const first = await startAppliance({ dataDir });
  await expect(startAppliance({ dataDir })).rejects.toThrow("in use by another Galley");
  await first.close();
  await (await startAppliance({ dataDir })).close();
});

it("refuses a damaged key file", async () => {
  const dataDir = temporaryFolder();
  writeFileSync(path.join(dataDir, "secret.key"), "short");
  await expect(startAppliance({ dataDir })).rejects.toThrow("damaged");
});
