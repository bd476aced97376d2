import { expect, it } from "vitest";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { articleOf } from "../../../support/site.ts";

const { appliance, project, article: openArticle } = await startNewsroom();

async function open(material_id: string, more: Record<string, unknown> = {}) {
  const article = await openArticle(material_id, more);
  const upload = async (name: string, bytes: Buffer, smallerOf?: string) => {
    const more = smallerOf === undefined ? "" : `&smaller_of=${smallerOf}`;
    return article.ask<UploadedMedia & { detail: string }>("POST", `/media?name=${name}${more}`, bytes);
  };
  return { ...article, upload, uploaded: async (...of: Parameters<typeof upload>) => (await upload(...of)).body };
}

it("publishes the smaller files in HTML, JSON and archive with every save", async () => {
  const article = await open("widths");
  const main = await article.uploaded("bridge.png", drawnPng(200, 100));
  const wide = await article.uploaded("bridge.png", drawnPng(100, 50), main.file_name);
  const phone = await article.uploaded("bridge.png", drawnPng(50, 25), main.file_name);
  const state = articleOf("Words", { file: main.file_name, alt: "A bridge" });
  const first = await article.publish(state);

  expect(first.html).toContain(
    `<img src="dummy-${main.file_name}" srcset="dummy-${phone.file_name} 50w, dummy-${wide.file_name} 100w, dummy-${main.file_name} 200w" ` +
      'sizes="(min-width: 800px) 720px, 100vw" alt="A bridge" width="200" height="100" decoding="async">',
  );
  const widths = [phone, wide].map(({ file_name, width }) => ({ file: file_name, width }));
  expect(first.state.assets).toMatchObject({
    [main.file_name]: { clientUrl: `dummy-${main.file_name}`, width: 200, widths },
    [wide.file_name]: { clientUrl: `dummy-${wide.file_name}`, type: "image/png", width: 100, height: 50 },
    [phone.file_name]: { width: 50 },
  });
  expect(first.media.sort()).toEqual([main, wide, phone].map(({ file_name }) => file_name).sort());

  const second = await article.publish((await article.load()).vms_json);
  expect([second.json, second.html]).toEqual([first.json, first.html]);

  const preview = await (await fetch(String((await open("widths")).session.previewUrl))).text();
  expect(preview).toContain(`srcset="media/${phone.file_name} 50w, media/${wide.file_name} 100w`);
  expect(preview).not.toContain("dummy-");
});

it("rejects a smaller file that does not show the same picture", async () => {
  const article = await open("refused");
  const main = await article.uploaded("a.png", drawnPng(200, 100));
  const sentence = async (bytes: Buffer, of: string) => {
    const { status, body } = await article.upload("b.png", bytes, of);
    return [status, body.detail];
  };
  const proportions = `The file is not ${main.file_name} with fewer pixels: its proportions differ.`;
  expect(await sentence(drawnPng(100, 60), main.file_name)).toEqual([422, proportions]);
  expect(await sentence(drawnPng(400, 200), main.file_name)).toEqual([422, proportions]);
  const unknown = "smaller_of names no picture of this article.";
  expect(await sentence(drawnPng(100, 50), "elsewhere-12345678.png")).toEqual([422, unknown]);
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
  const article = await open("handed-back", { vms_json: { ...articleOf({ file: "sea-0a0a0a0a.jpg" }), assets } });
  const { html } = await article.publish((await article.load()).vms_json);
  expect(html).toContain(`${url("sea-640.jpg")} 640w`);
});

it("returns the project's resize mode to the editor and the site", async () => {
  const modes = async () => {
    const { session: opened, load } = await open("mode");
    const session = await load();
    return [opened.resizeMode, session.publish_originals, session.narrower_pictures];
  };
  expect(await modes()).toEqual([null, false, true]);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "single" } });
  expect(await modes()).toEqual(["single", false, false]);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "original" } });
  expect(await modes()).toEqual(["original", true, true]);
});
