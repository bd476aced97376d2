import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { build } from "vite";
import { beforeEach, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { FontComparison } from "../../../server/contracts/fonts-api.ts";
import { systemClock, systemRandom } from "../../../server/core/runtime.ts";
import type { FontTree } from "../../../server/fonts/font-store.ts";
import { createBlobCleaning, PREFIXES } from "../../../server/retention/blob-cleaning.ts";
import { createBlobStore } from "../../../server/storage/blobs.ts";
import { mainConfig } from "../../../vite.main.config.ts";
import { keptLog, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { treeOf } from "../../support/backups.ts";
import { deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { addFont, fontsOf, publish } from "../../support/fonts.ts";
import { type Newsroom, newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import { ttf, woff2 } from "../../support/sample-fonts.ts";
import { downloadArchive } from "../../support/site.ts";

const { appliance } = await startNewsroom();
let { project, site, open } = {} as Newsroom;
beforeEach(async () => {
  ({ project, site, open } = await newsroomIn(appliance));
});

const font = async (name: string, options: Parameters<typeof ttf>[0]) =>
  addFont(appliance, project.id, `${name}.woff2`, await woff2(ttf(options)));
const compare = (from: string | null, to: string | null) =>
  appliance.console<FontComparison>(
    "GET",
    `/projects/${project.id}/fonts/compare?${new URLSearchParams({ ...(from && { from }), ...(to && { to }) })}`,
  );
const names = (files: { file_name: string }[]) => files.map(({ file_name }) => file_name);

it("compares a snapshot with another one and with the current fonts", async () => {
  await font("kept", { family: "Kept" });
  const regular = await font("regular", { family: "Press", revision: 1 });
  const wrong = await font("wrong", { family: "Prss" });
  const first = (await publish(appliance, project.id)).snapshot.id;
  expect(await compare(null, first)).toMatchObject({ unchanged: 0, removed: [], changed: [] });

  await appliance.console("DELETE", `/projects/${project.id}/fonts/${regular.file_name}`);
  const better = await font("better", { family: "Press", revision: 2 });
  const bold = await font("bold", { family: "Press", weight: 700 });
  const correction = { family: "Mono", weight: "300" };
  await appliance.console("PATCH", `/projects/${project.id}/fonts/${wrong.file_name}`, correction);
  const expected = {
    added: [{ file_name: bold.file_name, family: "Press", weight: "700", style: "normal", size: bold.size }],
    removed: [],
    changed: [
      { from: { family: "Prss", weight: "400" }, to: { file_name: wrong.file_name, family: "Mono", weight: "300" } },
      { from: { file_name: regular.file_name }, to: { file_name: better.file_name } },
    ],
    unchanged: 1,
  };
  expect(await compare(first, null)).toMatchObject(expected);
  const second = (await publish(appliance, project.id)).snapshot.id;
  expect(await compare(first, second)).toMatchObject(expected);
  expect(await compare(second, second)).toEqual({ added: [], removed: [], changed: [], unchanged: 4 });
  const back = await compare(second, first);
  expect(names(back.removed)).toEqual([bold.file_name]);
  expect(back.added).toEqual([]);
  expect(back.unchanged).toBe(1);
});

it("publishes an earlier snapshot again, with new deliveries", async () => {
  await open("m");
  const regular = await font("regular", { family: "Press" });
  const first = (await publish(appliance, project.id)).snapshot;
  await site.received(1);
  await font("bold", { family: "Press", weight: 700 });
  const second = (await publish(appliance, project.id)).snapshot;
  await site.received(2);
  expect(await fontsOf(appliance, project.id)).toMatchObject({ current: { id: second.id }, changed: false });

  const again = await publish(appliance, project.id, first.id);
  const snapshot = { id: first.id, current: true, created_at: first.created_at };
  expect(again).toMatchObject({ deliveries: 1, snapshot });
  const { body } = await site.received(3);
  expect(body.content_url).toContain(first.id);
  expect((body.fonts as FontTree).list[0]?.variants).toHaveLength(1);
  expect((await downloadArchive(project, body.content_url, "m")).status).toBe(200);
  const { current, snapshots, changed } = await fontsOf(appliance, project.id);
  expect(current?.id).toBe(first.id);
  expect(changed).toBe(true);
  expect(snapshots.map(({ id }) => id)).toEqual([first.id, second.id]);
  const rows = await appliance.console<Page<DeliveryRow>>("GET", `/deliveries?snapshot=${first.id}`);
  expect(rows.items).toHaveLength(2);
  expect(JSON.stringify((await open("m")).fonts)).toContain(regular.file_name);
});

it("counts fonts as delivered only after the site has downloaded them", async () => {
  await open("m");
  await font("regular", { family: "Press" });
  site.downloads = false;
  const { snapshot } = await publish(appliance, project.id);
  const { body } = await site.received(1);
  site.downloads = true;
  const page = await appliance.console<Page<DeliveryRow>>("GET", `/deliveries?snapshot=${snapshot.id}`);
  const id = page.items[0]?.id ?? "";
  await deliverySettles(appliance, id);
  expect((await fontsOf(appliance, project.id)).current?.deliveries).toEqual({ not_downloaded: 1 });

  await (await downloadArchive(project, body.content_url, "m")).arrayBuffer();
  await deliveryIs(appliance, id, ({ warnings }) => warnings.length === 0);
  expect((await fontsOf(appliance, project.id)).current?.deliveries).toEqual({ delivered: 1 });
});

it("resends the current snapshot if nothing has changed", async () => {
  await font("regular", { family: "Press" });
  const { snapshot } = await publish(appliance, project.id);
  expect((await publish(appliance, project.id)).snapshot.id).toBe(snapshot.id);
  expect((await fontsOf(appliance, project.id)).snapshots).toHaveLength(1);
});

it("keeps the files of a snapshot when its fonts are removed", async () => {
  await open("m");
  const { file_name } = await font("regular", { family: "Press" });
  const { snapshot } = await publish(appliance, project.id);
  const { body } = await site.received(1);
  await appliance.console("DELETE", `/projects/${project.id}/fonts/${file_name}`);
  expect((await downloadArchive(project, body.content_url, "m")).status).toBe(200);
  const archive = await appliance.request("GET", `/projects/${project.id}/fonts/snapshots/${snapshot.id}/archive`);
  expect(Buffer.from(await archive.arrayBuffer()).toString("latin1", 0, 4)).toBe("PK\x03\x04");
});

it("returns 404 for a snapshot of another project", async () => {
  await font("regular", { family: "Press" });
  const { snapshot } = await publish(appliance, project.id);
  const other = await appliance.createProject();
  await expect(publish(appliance, other.id, snapshot.id)).rejects.toThrow("404");
  const compared = appliance.console("GET", `/projects/${other.id}/fonts/compare?from=${snapshot.id}`);
  await expect(compared).rejects.toThrow("404");
});

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
