import { test as base, expect } from "@playwright/test";
import { type SiteAndService, sendZip, startSiteAndService } from "../support/hand-made-service.ts";
import { saveArchive } from "../support/sample-save.ts";
import { wholeZip } from "../support/whole-zip.ts";
import { faultsOf } from "./axe.ts";

const test = base.extend<{ bench: SiteAndService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  bench: async ({}, use) => {
    const bench = await startSiteAndService();
    await use(bench);
    await bench.close();
  },
});

/** What the browser complained about: blocked by a policy, not found, thrown. */
const complaints: string[] = [];
test.beforeEach(({ page }) => {
  complaints.length = 0;
  page
    .on("console", (message) => complaints.push(message.text()))
    .on("pageerror", (error) => complaints.push(error.message));
});

test("opens a new article in a tab, and lists it afterwards", async ({ page, bench }) => {
  await page.goto(bench.siteUrl);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Write your first article");
  await page.getByLabel("Title of a new article").fill("Half typed");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.evaluate(() => Promise.resolve());
  await expect(page.getByLabel("Title of a new article")).toHaveValue("Half typed");
  await page.getByLabel("Title of a new article").fill("A tab of its own");
  const [editor] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "New article", exact: true }).click(),
  ]);
  await editor.waitForURL(/\/editor\/1#t=token$/);
  await editor.close();
  await expect(page.getByLabel("Title of a new article")).toHaveValue("");

  // Coming back to the tab shows what happened meanwhile, without a click.
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await reloaded;
  await page.getByRole("link", { name: "A tab of its own" }).click();
  await expect(page.getByText("Nothing has been saved yet.")).toBeVisible();
  expect(complaints).toEqual([]);
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
  bench.download = sendZip(wholeZip(entries));
  expect((await bench.save(id)).body.rc).toBe(1);

  await page.goto(`${bench.siteUrl.replace("127.0.0.1", "localhost")}/articles/${id}`);
  await page.getByText("Text").click();
  await expect(page.locator("#p")).toHaveJSProperty("naturalWidth", 30);
  await expect(page.getByText("Text")).toHaveCSS("color", "rgb(1, 2, 3)");
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
});

/** What a look can change; the light one is checked against all rules. */
const LOOKS = [
  { name: "light", colorScheme: "light", width: 1100, rules: undefined },
  { name: "dark", colorScheme: "dark", width: 1100, rules: ["color-contrast"] },
  { name: "on a phone", colorScheme: "light", width: 320, rules: ["target-size", "scrollable-region-focusable"] },
] as const;

test("every page is accessible and fits: light, dark and on a phone", async ({ page, bench }) => {
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
      expect({ path, name, faults: await faultsOf(page, rules) }).toEqual({ path, name, faults: [] });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  }
});
