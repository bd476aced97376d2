import path from "node:path";
import Sqlite from "better-sqlite3";
import { drawnPng } from "../support/drawn-png.ts";
import { addFont, publish } from "../support/fonts.ts";
import { ttf } from "../support/sample-fonts.ts";
import { articleOf, saveState, uploadFile } from "../support/site.ts";
import { logIn } from "./console-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("previews a version as readers see it, and isolates it", async ({ page, appliance, project, openArticle }) => {
  const elsewhere = "https://tripped.example";
  /** Requests that left the browser; blocked ones fail before this. */
  const sent: string[] = [];
  const cookies: (string | undefined)[] = [];
  await page.context().route(`${elsewhere}/**`, (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  page.on("request", async (request) => {
    if (request.url().includes("/preview/")) cookies.push((await request.allHeaders()).cookie);
  });
  await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  await publish(appliance, project.id);
  const session = await openArticle("bridge");
  const file = await uploadFile(session, "dawn.png", drawnPng(600, 200));
  const state = articleOf("The bridge at dawn", { file, alt: "The bridge" });
  const more = [
    {
      type: "paragraph",
      content: [{ type: "text", text: "In print", marks: [{ type: "font", attrs: { family: "Press" } }] }],
    },
    { type: "embed", attrs: { href: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", title: "The opening" } },
  ];
  const doc = { ...state.doc, content: [...state.doc.content, ...more] };
  const { version_id } = await saveState(session, { ...state, doc });

  const requests = new Set<string>();
  const failed: string[] = [];
  page.on("request", (request) => requests.add(new URL(request.url()).origin));
  page.on("requestfailed", (request) => request.url().includes("/preview/") && failed.push(request.url()));
  await logIn(page, appliance, `/sessions/${session.session_id}/versions/${version_id}`);
  const frame = page.getByTitle("Version 1");
  const preview = frame.contentFrame();
  await expect(preview.getByText("The bridge at dawn")).toBeVisible();
  expect(await preview.locator("body").evaluate(() => self.origin)).toBe("null");
  await nightlyStep("pictures, fonts, widths and themes are those of readers", async () => {
    const picture = preview.getByRole("img", { name: "The bridge" });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(600);
    await expect(preview.getByText("Loads on the site, not in this preview")).toBeVisible();
    await expect
      .poll(() => preview.locator("body").evaluate(() => [...document.fonts].map(({ status }) => status)))
      .toContain("loaded");

    const width = () => preview.locator("html").evaluate(() => innerWidth);
    for (const [name, pixels] of [
      ["Desktop", 1280],
      ["Phone", 390],
    ] as const) {
      await page.getByText(name, { exact: true }).click();
      await expect.poll(width).toBe(pixels);
    }
    const paper = () => preview.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(await paper()).toBe("rgb(251, 250, 247)");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(paper).toBe("rgb(27, 26, 24)");
    expect([...requests]).toEqual([appliance.consoleUrl]);
    expect(failed).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  });

  const database = new Sqlite(path.join(appliance.dataDir, "galley.db"));
  database.prepare("UPDATE versions SET html = ? WHERE id = ?").run(
    `<div class="galley-article"><script>top.document.title = "taken"; document.title = "ran"</script>
       <img src="x" onerror="document.title = 'ran'"><img src="${elsewhere}/picture">
       <script src="${elsewhere}/script"></script><link rel="stylesheet" href="${elsewhere}/style">
       <style>@import "${elsewhere}/import"; body { background: url(${elsewhere}/background) }</style>
       <iframe src="${elsewhere}/frame"></iframe><iframe src="/"></iframe><object data="${elsewhere}/object"></object>
       <video src="${elsewhere}/video" autoplay></video><meta http-equiv="refresh" content="0;url=${elsewhere}/refresh">
       <form action="/api/logout" method="post" target="_top"><button>Press</button></form>
       <a href="${elsewhere}/away" target="_top">Away</a><a href="/" target="_blank">Console</a><p>The end</p></div>`,
    version_id,
  );
  database.close();
  await page.reload();
  await expect(preview.getByText("The end")).toBeAttached();
  const opened: string[] = [];
  page.context().on("page", (other) => opened.push(other.url()));
  await preview.getByRole("button", { name: "Press" }).dispatchEvent("click");
  await preview.getByText("Away").dispatchEvent("click");
  await preview.getByText("Console", { exact: true }).dispatchEvent("click");
  // The page was not navigated and is still logged in.
  await page.getByText("Metadata", { exact: true }).click();
  await expect(page.getByRole("region", { name: "Metadata" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Metadata" })).toBeVisible();
  await expect(page).not.toHaveTitle(/taken|ran/);
  expect(page.frames().map((each) => new URL(each.url()).origin)).toEqual([appliance.consoleUrl]);
  expect(sent).toEqual([]);
  expect(opened).toEqual([]);
  expect(cookies.length).toBeGreaterThan(0);
  expect(cookies.filter((cookie) => cookie !== undefined)).toEqual([]);
});
