import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, sendZip, startSiteAndService } from "../support/hand-made-service.ts";
import { handMadeZip } from "../support/hand-made-zip.ts";
import { saveArchive, saveEntries } from "../support/sample-save.ts";

let bench: SiteAndService;
let browser: Browser;
beforeAll(async () => {
  bench = await startSiteAndService();
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
});
afterAll(async () => {
  await browser.close();
  await bench.close();
});

async function open(path: string, options: object = {}): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const complaints: string[] = [];
  page
    .on("console", (message) => complaints.push(message.text()))
    .on("pageerror", (error) => complaints.push(error.message));
  await page.goto(bench.siteUrl + path);
  return { page, complaints };
}

interface State {
  assets: Record<string, { clientUrl: string }>;
  doc: object;
}

/** What the site handed over at the last opening. */
function openedState(): State {
  const body = bench.opened.at(-1);
  if (body === undefined) throw new Error("Nothing was opened.");
  return body.vms_json as State;
}

test("from the empty desk to the editor in a new tab, and back to a list that shows it", async () => {
  const { page, complaints } = await open("/");
  await expect.poll(() => page.getByRole("heading").textContent()).toBe("Write your first article");
  await page.getByLabel("Title of a new article").fill("A tab of its own");
  const [editor] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: "Write" }).click()]);
  await editor.waitForURL(/\/editor\/1#t=token$/);
  await editor.close();
  await page.reload();
  await page.getByRole("link", { name: "A tab of its own" }).click();
  await expect.poll(() => page.getByText("Nothing has been saved yet.").isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("the sample article shows its picture, and opens with a state that the service can restore from", async () => {
  const { page, complaints } = await open("/callbacks");
  await page.goto(bench.siteUrl);
  await page.evaluate(() => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: "/articles/sample" });
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL(/\/desk\/the-last-ferry/);
  await page.getByRole("link", { name: "View" }).click();
  const picture = page.getByRole("img", { name: /ferry/ });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);

  const id = page.url().split("/").at(-1);
  await bench.post(`/articles/${id}/edit`, {});
  const { assets, doc } = openedState();
  const [name = "", entry] = Object.entries(assets)[0] ?? [];
  expect(entry?.clientUrl).toBe(`${bench.siteUrl}/files/${id}/${name}`);
  expect(JSON.stringify(doc)).toContain(`"file":"${name}"`);
  expect((await fetch(entry?.clientUrl ?? "")).status).toBe(200);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("scripts in a saved article do not run; its styles and pictures do, under another name of the machine too", async () => {
  const id = await bench.write("Hostile");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>`;
  const html = `<style>.x{color:rgb(1,2,3)}</style><p class="x" onclick="window.hit=1">Text</p>
    <script>window.hit=1</script><img src="x:" onerror="window.hit=1"><img id="p" src="dummy-p-1.svg" alt="P">`;
  const state = JSON.stringify({ assets: { "p-1.svg": { clientUrl: "dummy-p-1.svg" } } });
  const entries = [
    { name: "vms_html.html", data: html },
    { name: "vms_json.json", data: state },
    { name: "vms_media/p-1.svg", data: svg },
  ];
  bench.download = sendZip(handMadeZip(entries));
  expect((await bench.save(id)).body.rc).toBe(1);

  const page = await (await browser.newContext()).newPage();
  await page.goto(`${bench.siteUrl.replace("127.0.0.1", "localhost")}/articles/${id}`);
  await page.getByText("Text").click();
  await expect.poll(() => page.locator("#p").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(30);
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
  expect(await page.getByText("Text").evaluate((text) => getComputedStyle(text).color)).toBe("rgb(1, 2, 3)");
  await page.context().close();
});

test("pictures of an article saved before a start on another port are shown", async () => {
  const id = await bench.write("Moved");
  bench.download = sendZip(handMadeZip(saveEntries("Moved", "cat-1.png")));
  await bench.save(id);
  await bench.restart();
  const html = await (await fetch(`${bench.siteUrl}/articles/${id}`)).text();
  const url = /src="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(url).toBe(`${bench.siteUrl}/files/${id}/cat-1.png`);
  expect((await fetch(url)).status).toBe(200);
});

test.each([
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["a phone", { colorScheme: "light", viewport: { width: 320, height: 640 } }],
])(
  "every page is accessible and fits: %s",
  async (_name, options) => {
    const id = await bench.write("A title that is rather long, so that it has to break somewhere on a narrow screen");
    bench.download = sendZip(saveArchive());
    await bench.save(id);
    await bench.save(id, {}, { "X-Service-Signature": "wrong" });
    const { page } = await open("/", options);
    for (const path of ["/", `/desk/${id}`, `/articles/${id}`, "/callbacks", "/articles/none-000000"]) {
      await page.goto(bench.siteUrl + path);
      if (path === "/callbacks") for (const summary of await page.locator("summary").all()) await summary.click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id: rule, nodes }) => [rule, nodes.map((node) => node.target)]);
      expect({ path, found }).toEqual({ path, found: [] });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
    }
    await page.context().close();
  },
  60_000,
);
