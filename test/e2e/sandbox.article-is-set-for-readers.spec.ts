/** The public page of the sample site, at which an article shows what a reader gets. */
import { test as base, expect, type Locator } from "@playwright/test";
import { type SiteAndService, startSiteAndService } from "../support/hand-made-service.ts";

const test = base.extend<{ bench: SiteAndService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  bench: async ({}, use) => {
    const bench = await startSiteAndService();
    await use(bench);
    await bench.close();
  },
});

const px = (of: Locator, property: string) =>
  of.evaluate((element, name) => Number.parseFloat(getComputedStyle(element).getPropertyValue(name)), property);

async function boxOf(of: Locator) {
  await of.scrollIntoViewIfNeeded();
  const box = await of.boundingBox();
  if (box === null) throw new Error("It is not on the page.");
  return box;
}

test("sets the sample article as a long read on desktop, phone and paper", async ({ page, bench }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await page.setViewportSize({ width: 1280, height: 800 });
  // Also on a desk with articles of its own.
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

  // The headings stand out of the text, one above the other; the small print is smaller.
  const sizes = await Promise.all(["h2", "h3", "h4"].map((level) => px(part(level), "font-size")));
  const letters = await px(text, "font-size");
  expect([...sizes, letters].toSorted((a, b) => b - a)).toEqual([...sizes, letters]);
  expect(await px(part("figcaption"), "font-size")).toBeLessThan(letters * 0.8);

  const column = await boxOf(text);
  const full = await boxOf(part(".galley-full img"));
  expect([full.x, full.width]).toEqual([0, 1280]);
  const wide = await boxOf(part(".galley-wide img"));
  expect(wide.width).toBeGreaterThan(column.width * 1.25);
  expect(Math.round(wide.x + wide.width / 2)).toBe(640);
  // Below a picture that reaches beyond the text its caption begins where the text does.
  for (const caption of await page.locator(":is(.galley-wide, .galley-full) figcaption").all())
    expect((await boxOf(caption)).x).toBeCloseTo(column.x, 0);
  expect((await boxOf(part('img[src*="lighthouse"]'))).height).toBeLessThanOrEqual(720);

  const quote = part(".galley-pullquote");
  expect(await px(quote, "border-top-width")).toBe(1);
  await expect(quote.locator("blockquote")).toHaveCSS("font-style", "italic");
  // What the site offers as a container, its own sheet draws.
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
  expect(new Set(asked)).toEqual(new Set([bench.siteUrl]));

  await page.setViewportSize({ width: 390, height: 844 });
  expect((await boxOf(part(".galley-wide img"))).width).toBe(390);
  expect((await boxOf(text)).x).toBe(20);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: "To the desk" })).toBeHidden();
  await expect(page.locator("audio")).toBeHidden();
  await expect(map).toBeHidden();
  await expect(page.getByRole("link", { name: /^OpenStreetMap/ })).toBeVisible();
  await expect(page.getByText("4.2 million in all")).toBeVisible();
  const address = await part('a[href$="the-bridge"]').evaluate((link) => getComputedStyle(link, "::after").content);
  expect(address).toContain("https://sandbox.example/the-bridge");

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
