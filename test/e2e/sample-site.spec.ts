import type { Locator } from "@playwright/test";
import { makeZip } from "../support/archives.ts";
import { type SiteAndService, saveArchive, sendZip, startSiteAndService } from "../support/minimal-service.ts";
import { test as base, expect, FULL } from "./fixtures.ts";
import { faultsOf } from "./looks.ts";

const test = base.extend<{ bench: SiteAndService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  bench: async ({}, use) => {
    const bench = await startSiteAndService();
    await use(bench);
    await bench.close();
  },
});

test("opens a new article in a tab, and lists it afterwards", async ({ page, bench }) => {
  const browserErrors: string[] = [];
  page
    .on("console", (message) => browserErrors.push(message.text()))
    .on("pageerror", (error) => browserErrors.push(error.message));
  await page.goto(bench.siteUrl);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Write your first article");
  await page.getByLabel("Title of a new article").fill("Half typed");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.evaluate(() => Promise.resolve());
  await expect(page.getByLabel("Title of a new article")).toHaveValue("Half typed");
  await page.getByLabel("Title of a new article").fill("A separate tab");
  const [editor] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "New article", exact: true }).click(),
  ]);
  await editor.waitForURL(/\/editor\/1#t=token$/);
  await editor.close();
  await expect(page.getByLabel("Title of a new article")).toHaveValue("");

  // Returning to the tab refreshes the list.
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await reloaded;
  await page.getByRole("link", { name: "A separate tab" }).click();
  await expect(page.getByText("Nothing has been saved yet.")).toBeVisible();
  expect(browserErrors).toEqual([]);
});

test("runs no scripts of a saved article, and keeps its styles and pictures", async ({ page, bench }) => {
  const id = await bench.write("Hostile");
  const html = `<style>.x{color:rgb(1,2,3)}</style><p class="x" onclick="window.hit=1">Text</p>
    <script>window.hit=1</script><img src="x:" onerror="window.hit=1"><img id="p" src="dummy-p-1.svg" alt="P">`;
  const entries = [
    { name: "vms_html.html", data: html },
    { name: "vms_json.json", data: JSON.stringify({ assets: { "p-1.svg": { clientUrl: "dummy-p-1.svg" } } }) },
    { name: "vms_media/p-1.svg", data: `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>` },
  ];
  bench.download = sendZip(makeZip(entries));
  expect((await bench.save(id)).body.rc).toBe(1);

  await page.goto(`${bench.siteUrl.replace("127.0.0.1", "localhost")}/articles/${id}`);
  await page.getByText("Text").click();
  await expect(page.locator("#p")).toHaveJSProperty("naturalWidth", 30);
  await expect(page.getByText("Text")).toHaveCSS("color", "rgb(1, 2, 3)");
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
});

/** Rules that a look can affect. Looks with all rules run in the nightly run only. */
const LOOKS = [
  { name: "light", colorScheme: "light", width: 1100, rules: undefined },
  { name: "dark", colorScheme: "dark", width: 1100, rules: ["color-contrast"] },
  { name: "on a phone", colorScheme: "light", width: 320, rules: ["target-size", "scrollable-region-focusable"] },
] as const;

test("every page is accessible and fits the window: light, dark and on a phone", async ({ page, bench }) => {
  test.slow();
  const id = await bench.write("A title that is rather long, so that it has to break somewhere on a narrow screen");
  bench.download = sendZip(saveArchive());
  await bench.save(id);
  await bench.save(id, {}, { "X-Service-Signature": "wrong" });
  const { headers } = await bench.post("/articles/sample", {});
  const sample = headers.get("location")?.replace("/desk/", "/articles/");
  for (const path of ["/", `/desk/${id}`, `/articles/${id}`, `${sample}`, "/callbacks", "/articles/none-000000"]) {
    await page.goto(bench.siteUrl + path);
    if (path === "/callbacks") for (const summary of await page.locator("summary").all()) await summary.click();
    for (const { name, colorScheme, width, rules } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 700 });
      const faults = FULL || rules === undefined ? await faultsOf(page, rules) : [];
      expect({ path, name, faults }).toEqual({ path, name, faults: [] });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  }
});

const px = (of: Locator, property: string) =>
  of.evaluate((element, name) => Number.parseFloat(getComputedStyle(element).getPropertyValue(name)), property);

async function boxOf(of: Locator) {
  await of.scrollIntoViewIfNeeded();
  const box = await of.boundingBox();
  if (box === null) throw new Error("The element is not visible.");
  return box;
}

test("renders the sample article as a long read on desktop, phone and paper", async ({ page, bench }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).origin));
  await page.setViewportSize({ width: 1280, height: 800 });
  // The sample article is also offered when other articles exist.
  await bench.post("/articles", { title: "Mine" });
  await page.goto(bench.siteUrl);
  await page.getByRole("button", { name: "Add the sample article" }).click();
  await page.waitForURL(/\/desk\/the-last-ferry/);
  await page.getByRole("link", { name: "View" }).click();
  const text = page.locator(".galley-article > p").first();
  const part = (selector: string) => page.locator(`.galley-article ${selector}`).first();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The last ferry of the season");
  await expect(page.locator(".standfirst")).toContainText("What does a town do");
  await expect(page.locator(".byline")).toContainText("By Anna Berg");

  // Heading sizes decrease by level and exceed the text; captions are smaller.
  const sizes = await Promise.all(["h2", "h3", "h4"].map((level) => px(part(level), "font-size")));
  const textSize = await px(text, "font-size");
  expect([...sizes, textSize].toSorted((a, b) => b - a)).toEqual([...sizes, textSize]);
  expect(await px(part("figcaption"), "font-size")).toBeLessThan(textSize * 0.8);

  const column = await boxOf(text);
  const full = await boxOf(part(".galley-full img"));
  expect([full.x, full.width]).toEqual([0, 1280]);
  const wide = await boxOf(part(".galley-wide img"));
  expect(wide.width).toBeGreaterThan(column.width * 1.25);
  expect(Math.round(wide.x + wide.width / 2)).toBe(640);
  // The caption of a wide picture is aligned with the text.
  for (const caption of await page.locator(":is(.galley-wide, .galley-full) figcaption").all())
    expect((await boxOf(caption)).x).toBeCloseTo(column.x, 0);
  expect((await boxOf(part('img[src*="lighthouse"]'))).height).toBeLessThanOrEqual(720);

  const quote = part(".galley-pullquote");
  expect(await px(quote, "border-top-width")).toBe(1);
  await expect(quote.locator("blockquote")).toHaveCSS("font-style", "italic");
  // The site's own style sheet formats its containers.
  const timetable = part(".box-timetable");
  const label = await timetable.evaluate((box) => getComputedStyle(box, "::before").content);
  expect(label).toBe('"Timetable"');
  expect(await px(timetable, "border-top-width")).toBe(3);
  await expect(timetable.getByRole("row", { name: "Northby" })).toHaveText("Northby10:15at :1519:15");
  const button = await boxOf(part(".galley-button"));
  expect(button.x + button.width / 2).toBeCloseTo(640, 0);
  const amounts = page.getByRole("table").first().locator("td:nth-child(2)");
  expect(await amounts.evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign))).toEqual(
    Array(4).fill("end"),
  );

  const map = part(".galley-frame");
  await boxOf(map);
  await expect(map.contentFrame().getByRole("link")).toContainText("Click to load from openstreetmap.org");
  expect(new Set(requested)).toEqual(new Set([bench.siteUrl]));

  await page.setViewportSize({ width: 390, height: 844 });
  expect((await boxOf(part(".galley-wide img"))).width).toBe(390);
  expect((await boxOf(text)).x).toBe(20);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: "Open the desk" })).toBeHidden();
  await expect(page.locator("audio")).toBeHidden();
  await expect(map).toBeHidden();
  await expect(page.getByRole("link", { name: /^OpenStreetMap/ })).toBeVisible();
  await expect(page.getByText("4.2 million in all")).toBeVisible();
  const linkUrl = await part('a[href$="the-bridge"]').evaluate((link) => getComputedStyle(link, "::after").content);
  expect(linkUrl).toContain("https://sandbox.example/the-bridge");

  await test.step("the editor opens it with its state", async () => {
    const picture = page.getByRole("img", { name: /ferry/ });
    await expect(picture).toHaveJSProperty("naturalWidth", 1600);
    const id = page.url().split("/").at(-1);
    await bench.post(`/articles/${id}/edit`, {});
    const state = JSON.stringify(bench.opened.at(-1)?.vms_json);
    const src = await picture.getAttribute("src");
    expect(src).toContain(`${bench.siteUrl}/files/${id}/`);
    expect(state).toContain(`"clientUrl":"${src}"`);
    expect(state).toContain(`"file":"${src?.split("/").at(-1)}"`);
  });
});
