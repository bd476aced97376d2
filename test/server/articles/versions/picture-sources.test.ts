/** The original of a cropped picture is stored with its version and never published. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { expect, it } from "vitest";
import { testClock } from "../../../support/appliance.ts";
import { zipTexts } from "../../../support/archives.ts";
import { backUp } from "../../../support/backups.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { eventually } from "../../../support/eventually.ts";
import { served, startNewsroom, valuesIn } from "../../../support/newsroom.ts";
import { articleOf } from "../../../support/site.ts";

const DAY_MS = 24 * 3_600_000;

const clock = testClock();
const { appliance, site, article } = await startNewsroom({ clock });

function croppedFrom(file: string, source: string) {
  const state = articleOf({ file });
  Object.assign((state.doc.content[0] as { attrs: object }).attrs, {
    crop: { file: source, turn: 90, x: 1, y: 2, width: 30, height: 20 },
  });
  return state;
}

const fileOf = (bytes: Buffer) => {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return path.join(appliance.dataDir, "blobs", hash.slice(0, 2), hash.slice(2));
};

it("keeps an original as long as its version, without publishing it", async () => {
  const a = await article("a");
  const [whole, part, unused] = [drawnPng(60, 40), drawnPng(30, 20), drawnPng(9, 9)];
  const stored = () => [whole, part, unused].map((bytes) => fs.existsSync(fileOf(bytes)));
  const [source, cropped, other] = [
    await a.upload("a.png", whole),
    await a.upload("a.png", part),
    await a.upload("a.png", unused),
  ];
  expect((await a.publish(croppedFrom(cropped, source))).media).toEqual([cropped]);
  const { vms_json } = await a.load();
  expect(Object.keys((vms_json as { assets: object }).assets)).toEqual([cropped]);
  // An original that the article also shows uncropped is published.
  const both = croppedFrom(cropped, source);
  both.doc.content.push(...articleOf({ file: source }).doc.content);
  expect((await a.publish(both)).media.sort()).toEqual([cropped, source].sort());
  await a.deliver(croppedFrom(cropped, source));

  clock.advance(20 * DAY_MS);
  await eventually(() => expect(stored()).toEqual([true, true, false]));
  // The first login has expired.
  const again = await article("a");
  expect((await again.editor("GET", `/media/${other}`)).status).toBe(404);
  expect((await again.editor("GET", `/media/${source}`)).status).toBe(200);
  await again.deliver(articleOf("Nothing"), { base_version: 3 });
  clock.advance(40 * DAY_MS);
  await eventually(() => expect(stored()).toEqual([false, false, false]));
});

it("accepts an unknown original, but rejects an invalid file name", async () => {
  const a = await article("b");
  const cropped = await a.upload("a.png", drawnPng(30, 20));
  expect((await a.publish(croppedFrom(cropped, "elsewhere-12345678.png"))).media).toEqual([cropped]);
  for (const source of ["../etc/passwd", "dummy-a.png", ""])
    expect((await a.post(croppedFrom(cropped, source))).status).toBe(422);
});

it("replaces a lost original with the site's file", async () => {
  const [own, theirs] = [drawnPng(70, 40), drawnPng(12, 8)];
  const clientUrl = `${await served(http.createServer((_, res) => void res.end(theirs)))}/a.png`;
  const a = await article("c");
  const [source, cropped] = [await a.upload("a.png", own), await a.upload("a.png", drawnPng(30, 20))];
  site.answer = () => ({ rc: 1, data: { vms_json: { assets: { [source]: { clientUrl } } } } });
  await a.deliver(articleOf({ file: source }));
  await a.deliver(croppedFrom(cropped, source));
  fs.rmSync(fileOf(own));
  const again = await article("c");
  await eventually(async () => {
    const answer = await again.editor("GET", `/media/${source}`);
    expect(answer.status === 200 && Buffer.from(await answer.arrayBuffer()).equals(theirs)).toBe(true);
  });
  clock.advance(2 * DAY_MS);
  // No row refers to the lost blob any more, and a backup is complete.
  const lost = createHash("sha256").update(own).digest("hex");
  const known = () => valuesIn(appliance.dataDir, "SELECT count(*) FROM blobs WHERE sha256 = ?", lost)[0];
  await eventually(() => expect(known()).toBe(0));
  const backup = await zipTexts(fs.readFileSync(await backUp(appliance)));
  expect(JSON.parse(backup.get("manifest.json") ?? "")).toMatchObject({ missing: [] });
});
