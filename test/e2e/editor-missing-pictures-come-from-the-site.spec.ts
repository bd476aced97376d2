import http from "node:http";
import type { AddressInfo } from "node:net";
import { article, openEditor, png } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test("shows the site's pictures as they are fetched, and names a missing one", async ({ page, openArticle }) => {
  const picture = await png(page, "dawn.png", "teal");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const site = http.createServer(async (req, res) => {
    if (req.url !== "/dawn.png") return void res.writeHead(404).end();
    await held;
    res.writeHead(200, { "content-type": "image/png" }).end(picture.bytes);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const figure = (file: string) => ({ type: "figure", attrs: { file, alt: file } });
  const session = await openArticle("bridge", {
    vms_json: {
      format: "galley/1",
      doc: { type: "doc", content: [figure("dawn.png"), figure("gone.png")] },
      assets: { "dawn.png": { clientUrl: `${origin}/dawn.png` }, "gone.png": { clientUrl: `${origin}/gone.png` } },
    },
  });
  const wanted: string[] = [];
  page.on("request", (request) => wanted.push(request.url()));
  await openEditor(page, session.url);
  await expect(article(page)).toContainText("Fetching dawn.png from the site…");
  await expect(article(page)).toContainText("Could not fetch gone.png from the site");

  letGo();
  await expect(page.getByRole("img", { name: "dawn.png" })).toBeVisible();
  await expect(article(page)).not.toContainText("Fetching dawn.png");
  expect(wanted.filter((url) => url.startsWith(origin))).toEqual([]);
  site.close();
});

test("shows a picture without one of its sizes, and names the missing one", async ({ page, openArticle }) => {
  const sizes = { "large.png": 400, "middle.png": 200, "small.png": 100 };
  const pictures = new Map<string, Buffer>();
  for (const [name, size] of Object.entries(sizes))
    pictures.set(`/${name}`, (await png(page, name, "teal", size)).bytes);
  const site = http.createServer((req, res) => {
    const bytes = pictures.get(req.url ?? "");
    if (bytes === undefined) return void res.writeHead(404).end();
    res.writeHead(200, { "content-type": "image/png" }).end(bytes);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const entry = (name: string) => ({ clientUrl: `${origin}/${name}`, type: "image/png", width: 400, height: 400 });
  const widths = [
    { file: "small.png", width: 100 },
    { file: "middle.png", width: 200 },
  ];
  const vms_json = {
    format: "galley/1",
    doc: { type: "doc", content: [{ type: "figure", attrs: { file: "large.png", alt: "A bridge" } }] },
    assets: {
      "large.png": { ...entry("large.png"), widths },
      "middle.png": entry("middle.png"),
      "small.png": entry("small.png"),
    },
  };
  const picture = page.getByRole("img", { name: "A bridge" });
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  const openWithout = async (lost: string) => {
    const bytes = pictures.get(`/${lost}`) as Buffer;
    pictures.delete(`/${lost}`);
    const session = await openArticle(`without ${lost}`, { vms_json });
    await page.goto("about:blank");
    await openEditor(page, session.url);
    await expect(article(page)).toContainText(`Could not fetch ${lost} from the site`);
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate(isDrawn)).toBe(true);
    await expect(article(page)).toContainText(`Could not fetch ${lost} from the site`);
    const sources = await picture.evaluate((image: HTMLImageElement) => `${image.src} ${image.srcset}`);
    expect(sources).not.toContain(lost);
    pictures.set(`/${lost}`, bytes);
    return sources;
  };
  expect(await openWithout("large.png")).toMatch(/middle\.png\S* .*small\.png\S* 100w, .*middle\.png\S* 200w$/);
  expect(await openWithout("middle.png")).toMatch(/large\.png\S* .*small\.png\S* 100w, .*large\.png\S* 400w$/);
  await expectLooksRight(page, "a picture that lacks a size");
  site.close();
});
