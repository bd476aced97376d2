import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { AxeBuilder } from "@axe-core/playwright";
import { readArchive } from "../fault/support/archive.ts";
import { selfSigned } from "../support/certificates.ts";
import { downloadArchive } from "../support/site.ts";
import { article, openEditor, paste, save, status, write } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

// The other site speaks https, with a certificate of its own.
test.use({ ignoreHTTPSErrors: true });

const IFRAME =
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x" title="YouTube video player" allowfullscreen></iframe>';

test("an embed asks nobody in the editor and the preview, and loads on the page when a reader clicks", async ({
  page,
  browser,
  appliance,
  project,
  openArticle,
  receiver,
}) => {
  /** Requests that the other site got. */
  const asked: { url: string; referer: string | undefined }[] = [];
  const other = https.createServer(selfSigned(["IP:127.0.0.1"]), (req, res) => {
    asked.push({ url: req.url ?? "", referer: req.headers.referer });
    res.setHeader("content-type", "text/html").end("<h1>A chart of the harbour</h1>");
  });
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { embed_hosts: [`${host}/charts 400px`] } });

  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).host));
  const session = await openArticle("bridge");
  await openEditor(page, session.url);
  await write(page, "Words\n");
  await page.keyboard.type("/embed");
  await page.keyboard.press("Enter");
  const fields = article(page).locator("figure").first();
  await expect(fields.getByRole("textbox", { name: "Address" })).toBeFocused();
  await page.keyboard.type("https://elsewhere.example/chart");
  await expect(fields.getByRole("status")).toContainText("elsewhere.example is not on the list of embeds");
  await fields.getByRole("textbox", { name: "Address" }).fill(`https://${host}/charts/7`);
  await expect(fields).not.toContainText("not on the list");
  await fields.getByRole("textbox", { name: "Title" }).fill("Ships by year");
  await page.keyboard.press("Escape");
  await page.keyboard.type("The caption");
  await expect(article(page).getByRole("figure", { name: `Embed: ${host}: Ships by year` })).toContainText(
    "On the page it loads when a reader clicks",
  );
  expect((await new AxeBuilder({ page }).include(".article").analyze()).violations).toEqual([]);

  await page.keyboard.press("Enter");
  await paste(page, { text: IFRAME, html: `<meta charset=utf-8><code>${IFRAME.replaceAll("<", "&lt;")}</code>` });
  await expect(article(page).locator("figure")).toHaveCount(2);
  await expect(article(page).locator("figure").last()).toContainText("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
  await page.keyboard.press("Enter");
  await paste(page, { html: `<p>Seen there:</p>${IFRAME}<p>and gone</p>` });
  await expect(article(page).locator("figure")).toHaveCount(3);

  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await paste(page, { text: '<iframe src="https://ads.example/x" title="A chart"></iframe>' });
  await expect(article(page).getByRole("group", { name: "Link card: A chart" })).toBeVisible();
  await expect(page.getByText(/ads.example is not on the list of embeds/).first()).toBeVisible();

  await save(page);
  await expect(status(page)).toContainText("Site accepted version 1");
  const { content_url } = (await receiver.received(1)).body;
  const zip = Buffer.from(await (await downloadArchive(project, content_url, "bridge")).arrayBuffer());
  const html = (await readArchive(zip)).get("vms_html.html")?.toString() ?? "";
  expect(html).toContain('allow="fullscreen https://127.0.0.1:');

  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.frameLocator(".preview-frame");
  await expect(preview.getByText("Ships by year").first()).toBeVisible();
  await expect(preview.getByText("Loads on the site, not in this preview")).toHaveCount(3);
  expect(asked).toEqual([]);
  expect([...new Set(requests)]).toEqual([new URL(appliance.url).host]);

  // A site that lets the page run no script at all, with the policy that docs/integrating.md asks for.
  const site = http.createServer((req, res) => {
    res.setHeader(
      "content-security-policy",
      `default-src 'none'; style-src 'unsafe-inline'; frame-src https://${host}`,
    );
    res.setHeader("referrer-policy", "no-referrer");
    res.setHeader("content-type", "text/html; charset=utf-8");
    res.end(`<!doctype html><html lang="en"><title>Site</title><main>${html}</main>${req.url}`);
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const reader = await browser.newContext({ javaScriptEnabled: false, ignoreHTTPSErrors: true });
  try {
    const reading = await reader.newPage();
    await reading.goto(siteUrl);
    const frame = reading.frameLocator("iframe").first();
    await expect(frame.getByRole("link", { name: `Ships by year` })).toBeVisible();
    expect(asked).toEqual([]);
    await expect(reading.getByRole("link", { name: `${host}: Ships by year` })).toHaveAttribute(
      "href",
      `https://${host}/charts/7`,
    );
    await reading.screenshot({ path: test.info().outputPath("page.png"), fullPage: true });
    // By the keyboard: the first thing that Tab comes to.
    await reading.keyboard.press("Tab");
    await reading.keyboard.press("Enter");
    await expect(frame.getByRole("heading", { name: "A chart of the harbour" })).toBeVisible();
    // Players refuse a reader of whom they are told no site.
    expect(asked).toEqual([{ url: "/charts/7", referer: `${siteUrl}/` }]);
    expect(reading.url()).toBe(`${siteUrl}/`);
  } finally {
    await reader.close();
    site.close();
    other.closeAllConnections();
    other.close();
  }
});
