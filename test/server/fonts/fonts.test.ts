import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { build } from "vite";
import { expect, it } from "vitest";
import { systemClock, systemRandom } from "../../../server/core/runtime.ts";
import { createBlobCleaning, PREFIXES } from "../../../server/retention/blob-cleaning.ts";
import { createBlobStore } from "../../../server/storage/blobs.ts";
import { mainConfig } from "../../../vite.main.config.ts";
import { keptLog, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { treeOf } from "../../support/backups.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { ttf } from "../../support/sample-fonts.ts";

const blobFiles = (dataDir: string) => Object.keys(treeOf(path.join(dataDir, "blobs"))).length;

/** Runs the cleanup as if two days had passed. @returns the number of deleted blobs */
async function clean(dataDir: string): Promise<number> {
  const database = new Sqlite(path.join(dataDir, "galley.db"));
  database.pragma("foreign_keys = ON");
  const blobs = createBlobStore(dataDir, { random: systemRandom, log: keptLog() });
  const clock = { ...systemClock, now: () => Date.now() + 48 * 3_600_000 };
  const cleaning = createBlobCleaning(database, blobs, { dataDir, clock, hasReplica: () => false });
  let removed = 0;
  for (const prefix of PREFIXES) removed += (await cleaning.clean(prefix)).deleted;
  database.close();
  return removed;
}

it("keeps the files of fonts and snapshots, and deletes those of an unpublished removed font", async () => {
  const appliance = await startAppliance();
  const { id } = await appliance.createProject();
  const published = await addFont(appliance, id, "published.ttf", ttf({ family: "Published" }));
  await publish(appliance, id);
  await appliance.console("DELETE", `/projects/${id}/fonts/${published.file_name}`);
  await addFont(appliance, id, "present.ttf", ttf({ family: "Present" }));
  const forgotten = await addFont(appliance, id, "forgotten.ttf", ttf({ family: "Forgotten" }));
  await appliance.console("DELETE", `/projects/${id}/fonts/${forgotten.file_name}`);
  await appliance.close();
  expect(blobFiles(appliance.dataDir)).toBe(6);
  expect(await clean(appliance.dataDir)).toBe(2);
  expect(blobFiles(appliance.dataDir)).toBe(4);
});

it("reads and packs a font in the bundle, without node_modules", { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const config = mainConfig(folder);
  const entry = path.join(import.meta.dirname, "../../../server/fonts/font-inspection.ts");
  await build({ ...config, build: { ...config.build, ssr: entry } });
  fs.writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  fs.writeFileSync(path.join(folder, "font.ttf"), ttf({ family: "Bundled" }));
  fs.writeFileSync(
    path.join(folder, "run.js"),
    `import { createFontInspection } from "./main/font-inspection.js";
     const inspection = createFontInspection();
     const { family } = await inspection.read("font.ttf");
     const woff2 = await inspection.pack("font.ttf");
     console.log(family, Buffer.from(woff2).toString("latin1", 0, 4));
     await inspection.close();`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, ["run.js"], { cwd: folder });
  expect(stdout).toBe("Bundled wOF2\n");
});
