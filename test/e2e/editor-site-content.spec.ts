import http from "node:http";
import type { Page } from "@playwright/test";
import { listening } from "../support/listening.ts";
import { png } from "./editor-files.ts";
import { article, deliverVersion, node, outline, saveVersion, slash, stateOf, status } from "./editor-page.ts";
import { downloadedBy, expect, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

test("starts from another editor's text or empty, and keeps the original", async ({ page, openArticle }) => {
  const original = { content: "<h2>Old heading</h2><p>Old <b>words</b>.</p><script>alert(1)</script>", version: 3 };
  await page.goto((await openArticle("old", { vms_json: original })).url);
  await expect(page.getByRole("heading", { name: "This article was written in another editor" })).toBeVisible();
  await expect(article(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Beginning of the text" })).toContainText("Old words.");
  await expectLooksRight(page, "foreign");
  await page.getByRole("button", { name: "Start from its text" }).click();
  expect(await outline(page)).toEqual(["h2: Old heading", "p: Old words."]);
  await expect(status(page)).toContainText("Unsaved changes");
  await saveVersion(page, 1);

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history).toContainText("Original from the site");
  const download = await downloadedBy(history.getByRole("button", { name: "Download data (JSON)" }));
  const file = await download.createReadStream();
  expect(JSON.parse(Buffer.concat(await file.toArray()).toString("utf8"))).toMatchObject(original);

  await page.goto("about:blank");
  await page.goto((await openArticle("older", { vms_json: { blocks: [{ value: "Old" }], assets: {} } })).url);
  await page.getByRole("button", { name: "Start with an empty page" }).click();
  await page.keyboard.type("New words");
  await saveVersion(page, 1);
  expect(JSON.stringify((await openArticle("older")).vms_json)).toContain("New words");
});

test("shows fetched pictures of the site, also without a size, and names a missing one", async ({ page, edit }) => {
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
  await edit("bridge", { vms_json });
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

const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')}`;
const AD = {
  name: "Ad",
  class: "ad wide",
  description: "A paid notice, which the page marks as one",
  color: "#cc0000",
  icon: ICON,
};
const HOSTILE = {
  name: "Trap",
  color: "red;background:url(https://elsewhere.example/a)",
  icon: "https://elsewhere.example/icon.png",
  style: "background-image: url(https://elsewhere.example/b)",
};

const container = (page: Page, name: string) =>
  article(page).getByRole("group", { name: `Container of the site: ${name}` });

test("finds a container by its description, and reports a changed definition", async ({ page, edit }) => {
  const open = async (customContainers: object[]) => {
    // The new link differs only after the #, which would not load the page again.
    await page.goto("about:blank");
    await edit("containers", { metadata: { customContainers } });
  };
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("elsewhere")) elsewhere.push(request.url());
  });

  await test.step("is found by its description and inserted", async () => {
    await open([AD, HOSTILE]);
    await slash(page, "paid");
    await page.keyboard.type("Buy this\n\n/trap\nwords");
    const ad = container(page, "Ad");
    await expect(ad.locator(".container-name")).toHaveText("Ad");
    await expect(ad).toContainText("A paid notice, which the page marks as one");
    await expect(ad).not.toContainText("class=");
    await expect(ad).toHaveCSS("border-left-color", "rgb(204, 0, 0)");
    expect(
      await ad.locator("img").evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    ).toBeTruthy();
    await expect(container(page, "Trap")).not.toHaveClass(/has-color/);
    await expect(container(page, "Trap").locator("img")).toHaveCount(0);
    await nightlyLook(page, "containers");
    await deliverVersion(page, 1);
  });

  await test.step("a changed definition is reported and updated by keyboard", async () => {
    await open([{ ...AD, class: "notice" }, HOSTILE]);
    await container(page, "Ad").getByText("Buy this").click();
    await expect(container(page, "Ad")).toContainText("The site has changed this container");
    await page.keyboard.press("Alt+F10");
    await expect(page.getByRole("button", { name: "Update" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(article(page)).toBeFocused();
    await expect(container(page, "Ad")).not.toContainText("The site has changed this container");
  });

  await nightlyStep("a container that is no longer offered keeps its name", async () => {
    await open([]);
    await expect(container(page, "Ad")).toContainText("The site no longer offers this container.");
    await deliverVersion(page, 2);
  });
  expect(elsewhere).toEqual([]);
});
