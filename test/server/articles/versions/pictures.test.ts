/** Smaller files of a picture, and the original of a cropped one, which is stored with its version and never published. */
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
const { appliance, project, site, open, article } = await startNewsroom({ clock });

it("publishes the smaller files in HTML, JSON and archive with every save", async () => {
  const a = await article("widths");
  const main = await a.upload("bridge.png", drawnPng(200, 100));
  const wide = await a.upload("bridge.png", drawnPng(100, 50), main);
  const phone = await a.upload("bridge.png", drawnPng(50, 25), main);
  const state = articleOf("Words", { file: main, alt: "A bridge" });
  const first = await a.publish(state);

  expect(first.html).toContain(
    `<img src="dummy-${main}" srcset="dummy-${phone} 50w, dummy-${wide} 100w, dummy-${main} 200w" ` +
      'sizes="(min-width: 800px) 720px, 100vw" alt="A bridge" width="200" height="100" decoding="async">',
  );
  const widths = [
    { file: phone, width: 50 },
    { file: wide, width: 100 },
  ];
  expect(first.state.assets).toMatchObject({
    [main]: { clientUrl: `dummy-${main}`, width: 200, widths },
    [wide]: { clientUrl: `dummy-${wide}`, type: "image/png", width: 100, height: 50 },
    [phone]: { width: 50 },
  });
  expect(first.media.sort()).toEqual([main, wide, phone].sort());

  const second = await a.publish((await a.load()).vms_json);
  expect([second.json, second.html]).toEqual([first.json, first.html]);

  const preview = await (await fetch(String((await open("widths")).previewUrl))).text();
  expect(preview).toContain(`srcset="media/${phone} 50w, media/${wide} 100w`);
  expect(preview).not.toContain("dummy-");
});

it("rejects a smaller file that does not show the same picture", async () => {
  const { upload } = await article("refused");
  const main = await upload("a.png", drawnPng(200, 100));
  const proportions = `422.*The file is not ${main} with fewer pixels: its proportions differ\\.`;
  for (const other of [drawnPng(100, 60), drawnPng(400, 200)])
    await expect(upload("b.png", other, main)).rejects.toThrow(new RegExp(proportions));
  const unknown = /422.*smaller_of names no picture of this article\./;
  await expect(upload("b.png", drawnPng(100, 50), "elsewhere-12345678.png")).rejects.toThrow(unknown);
});

it("publishes smaller files of a site's state with the site's URLs", async () => {
  const url = (name: string) => `https://site.example/media/${name}`;
  const assets = {
    "sea-0a0a0a0a.jpg": {
      clientUrl: url("sea, wide.jpg"),
      type: "image/jpeg",
      width: 2000,
      height: 1000,
      widths: [{ file: "sea-0b0b0b0b.jpg", width: 640 }, { file: "../x", width: 3 }, "no"],
      site_note: 1,
    },
    "sea-0b0b0b0b.jpg": { clientUrl: url("sea-640.jpg"), type: "image/jpeg", width: 640, height: 320 },
  };
  const a = await article("handed-back", {
    vms_json: { ...articleOf({ file: "sea-0a0a0a0a.jpg" }), assets },
  });
  const { html } = await a.publish((await a.load()).vms_json);
  expect(html).toContain(`${url("sea-640.jpg")} 640w`);
});

it("returns the project's resize mode to the editor and the site", async () => {
  const modes = async () => {
    const { session, load } = await article("mode");
    const { publish_originals, narrower_pictures } = await load();
    return [session.resizeMode, publish_originals, narrower_pictures];
  };
  expect(await modes()).toEqual([null, false, true]);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "single" } });
  expect(await modes()).toEqual(["single", false, false]);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "original" } });
  expect(await modes()).toEqual(["original", true, true]);
});

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
  site.respond = () => ({ rc: 1, data: { vms_json: { assets: { [source]: { clientUrl } } } } });
  await a.deliver(articleOf({ file: source }));
  await a.deliver(croppedFrom(cropped, source));
  fs.rmSync(fileOf(own));
  const again = await article("c");
  await eventually(async () => {
    const response = await again.editor("GET", `/media/${source}`);
    expect(response.status === 200 && Buffer.from(await response.arrayBuffer()).equals(theirs)).toBe(true);
  });
  clock.advance(2 * DAY_MS);
  // No row refers to the lost blob any more, and a backup is complete.
  const lost = createHash("sha256").update(own).digest("hex");
  const known = () => valuesIn(appliance.dataDir, "SELECT count(*) FROM blobs WHERE sha256 = ?", lost)[0];
  await eventually(() => expect(known()).toBe(0));
  const backup = await zipTexts(fs.readFileSync(await backUp(appliance)));
  expect(JSON.parse(backup.get("manifest.json") ?? "")).toMatchObject({ missing: [] });
});
