import { expect, it } from "vitest";
import { drawnPng } from "../../../support/drawn-png.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { articleOf } from "../../../support/site.ts";

const { appliance, project, open, article: openArticle } = await startNewsroom();

it("publishes the smaller files in HTML, JSON and archive with every save", async () => {
  const article = await openArticle("widths");
  const main = await article.upload("bridge.png", drawnPng(200, 100));
  const wide = await article.upload("bridge.png", drawnPng(100, 50), main);
  const phone = await article.upload("bridge.png", drawnPng(50, 25), main);
  const state = articleOf("Words", { file: main, alt: "A bridge" });
  const first = await article.publish(state);

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

  const second = await article.publish((await article.load()).vms_json);
  expect([second.json, second.html]).toEqual([first.json, first.html]);

  const preview = await (await fetch(String((await open("widths")).previewUrl))).text();
  expect(preview).toContain(`srcset="media/${phone} 50w, media/${wide} 100w`);
  expect(preview).not.toContain("dummy-");
});

it("rejects a smaller file that does not show the same picture", async () => {
  const { upload } = await openArticle("refused");
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
  const article = await openArticle("handed-back", {
    vms_json: { ...articleOf({ file: "sea-0a0a0a0a.jpg" }), assets },
  });
  const { html } = await article.publish((await article.load()).vms_json);
  expect(html).toContain(`${url("sea-640.jpg")} 640w`);
});

it("returns the project's resize mode to the editor and the site", async () => {
  const modes = async () => {
    const { session, load } = await openArticle("mode");
    const { publish_originals, narrower_pictures } = await load();
    return [session.resizeMode, publish_originals, narrower_pictures];
  };
  expect(await modes()).toEqual([null, false, true]);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "single" } });
  expect(await modes()).toEqual(["single", false, false]);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "original" } });
  expect(await modes()).toEqual(["original", true, true]);
});
