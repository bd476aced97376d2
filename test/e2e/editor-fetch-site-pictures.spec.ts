import http from "node:http";
import { listening } from "../support/listening.ts";
import { png } from "./editor-files.ts";
import { article, node, openEditor, stateOf } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { nightlyLook } from "./looks.ts";

test("shows fetched pictures of the site, even if a size is missing, and names a missing picture", async ({
  page,
  openArticle,
}) => {
  const sizes = { "large.png": 400, "middle.png": 200, "small.png": 100, "dawn.png": 32 };
  const pictures = new Map<string, Buffer>();
  for (const [name, size] of Object.entries(sizes))
    pictures.set(`/${name}`, (await png(page, name, "teal", size)).bytes);
  const held = Promise.withResolvers<void>();
  const server = http.createServer(async (req, res) => {
    const bytes = pictures.get(req.url ?? "");
    if (bytes === undefined || req.url === "/middle.png") return void res.writeHead(404).end();
    if (req.url === "/dawn.png") await held.promise;
    res.writeHead(200, { "content-type": "image/png" }).end(bytes);
  });
  const site = await listening(server);
  const origin = `http://${site.host}`;
  const entry = (name: string) => ({ clientUrl: `${origin}/${name}`, type: "image/png", width: 400, height: 400 });
  const widths = [
    { file: "small.png", width: 100 },
    { file: "middle.png", width: 200 },
  ];
  const figure = (file: string) => node("figure", { file, alt: file });
  const vms_json = {
    ...stateOf(figure("large.png"), figure("dawn.png"), figure("gone.png")),
    assets: {
      "large.png": { ...entry("large.png"), widths },
      ...Object.fromEntries(["middle.png", "small.png", "dawn.png"].map((name) => [name, entry(name)])),
      "gone.png": { ...entry("gone.png"), widths: widths.slice(0, 1) },
    },
  };
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await openEditor(page, (await openArticle("bridge", { vms_json })).url);
  await expect(article(page)).toContainText("Fetching dawn.png from the site…");
  await expect(article(page)).toContainText("Could not fetch gone.png from the site");
  // Without the picture itself, its widest smaller file is shown.
  await expect(page.getByRole("img", { name: "gone.png" })).toHaveAttribute("src", /small\.png/);
  held.resolve();
  await expect(page.getByRole("img", { name: "dawn.png" })).toBeVisible();
  await expect(article(page)).not.toContainText("Fetching dawn.png");

  const picture = page.getByRole("img", { name: "large.png" });
  await expect(article(page)).toContainText("Could not fetch middle.png from the site");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const sources = await picture.evaluate((image: HTMLImageElement) => `${image.src} ${image.srcset}`);
  expect(sources).toMatch(/large\.png\S* .*small\.png\S* 100w, .*large\.png\S* 400w$/);
  await nightlyLook(page, "a picture that lacks a size");
  expect(requested.filter((url) => url.startsWith(origin))).toEqual([]);
  await site.close();
});
