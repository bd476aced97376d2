import http from "node:http";
import https from "node:https";
import type { Page } from "@playwright/test";
import { spawnAppliance } from "../support/appliance.ts";
import { selfSigned } from "../support/certificates.ts";
import { listening } from "../support/listening.ts";
import { startProxy } from "../support/network.ts";
import { openSession } from "../support/site.ts";
import { paste, png } from "./editor-files.ts";
import { article, deliverVersion, openEditor, slash, write } from "./editor-page.ts";
import { elsewhere, expect, press, test } from "./fixtures.ts";
import { deliveredFiles } from "./rendered.ts";

// The embedded site uses https with a self-signed certificate.
test.use({ ignoreHTTPSErrors: true });

const IFRAME =
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x" title="YouTube video player" allowfullscreen></iframe>';

test("an embed sends no request until a reader clicks it", async ({ page, appliance, project, edit, receiver }) => {
  /** Requests to the embedded site. */
  const received: { url: string; referer: string | undefined }[] = [];
  const other = https.createServer(selfSigned(["IP:127.0.0.1"]), (req, res) => {
    received.push({ url: req.url ?? "", referer: req.headers.referer });
    res.setHeader("content-type", "text/html").end("<h1>A chart of the harbour</h1>");
  });
  const { host, close: closeOther } = await listening(other);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { embed_hosts: [`${host}/charts 400px`] } });

  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).host));
  await edit();
  await write(page, "Words\n");
  await slash(page, "embed");
  const fields = article(page).locator("figure").first();
  await expect(fields.getByRole("textbox", { name: "URL" })).toBeFocused();
  await page.keyboard.type("https://elsewhere.example/chart");
  await expect(fields.getByRole("status")).toContainText("elsewhere.example is not an allowed embed");
  await fields.getByRole("textbox", { name: "URL" }).fill(`https://${host}/charts/7`);
  await expect(fields).not.toContainText("not on the list");
  await fields.getByRole("textbox", { name: "Title" }).fill("Ships by year");
  await page.keyboard.press("Escape");
  await page.keyboard.type("The caption");
  await expect(article(page).getByRole("figure", { name: `Embed: ${host}: Ships by year` })).toContainText(
    "Loads when a reader clicks",
  );

  await page.keyboard.press("Enter");
  await paste(page, { html: `<p>Seen there:</p>${IFRAME}<p>and gone</p>` });
  await expect(article(page).locator("figure")).toHaveCount(2);
  await expect(article(page).locator("figure").last()).toContainText("youtube.com/watch?v=dQw4w9WgXcQ");

  await press(page, "ControlOrMeta+End", "Enter");
  await paste(page, { text: '<iframe src="https://ads.example/x" title="A chart"></iframe>' });
  await expect(article(page).getByRole("group", { name: "Link card: A chart" })).toBeVisible();
  await expect(page.getByText(/ads.example is not an allowed embed/).first()).toBeVisible();

  await deliverVersion(page, 1);
  const files = await deliveredFiles(project, await receiver.received(1));
  const html = files.get("vms_html.html")?.toString() ?? "";
  expect(html).toContain('allow="fullscreen https://127.0.0.1:');

  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.frameLocator(".preview-frame");
  await expect(preview.getByText("Ships by year").first()).toBeVisible();
  await expect(preview.getByText("Loads on the site, not in this preview")).toHaveCount(2);
  expect(received).toEqual([]);
  expect([...new Set(requests)]).toEqual([new URL(appliance.url).host]);

  // A site that allows no scripts, with the policy of docs/integrating.md.
  const site = http.createServer((req, res) => {
    res.setHeader(
      "content-security-policy",
      `default-src 'none'; style-src 'unsafe-inline'; frame-src https://${host}`,
    );
    res.setHeader("referrer-policy", "no-referrer");
    res.setHeader("content-type", "text/html; charset=utf-8");
    res.end(`<!doctype html><html lang="en"><title>Site</title><main>${html}</main>${req.url}`);
  });
  const { host: siteHost, close: closeSite } = await listening(site);
  const siteUrl = `http://${siteHost}`;
  const reading = await elsewhere(page, { javaScriptEnabled: false, ignoreHTTPSErrors: true });
  try {
    await reading.goto(siteUrl);
    const frame = reading.frameLocator("iframe").first();
    await expect(frame.getByRole("link", { name: `Ships by year` })).toBeVisible();
    expect(received).toEqual([]);
    await expect(reading.getByRole("link", { name: `${host}: Ships by year` })).toHaveAttribute(
      "href",
      `https://${host}/charts/7`,
    );
    // The first Tab focuses the embed.
    await press(reading, "Tab", "Enter");
    await expect(frame.getByRole("heading", { name: "A chart of the harbour" })).toBeVisible();
    // Players reject requests without a Referer.
    expect(received).toEqual([{ url: "/charts/7", referer: `${siteUrl}/` }]);
    expect(reading.url()).toBe(`${siteUrl}/`);
  } finally {
    await reading.context().close();
    await Promise.all([closeSite(), closeOther()]);
  }
});

test("the appliance, not the browser, fetches an embed's title and still @nightly", async ({ page, receiver }) => {
  const still = await png(page, "still.png", "steelblue", 640, 480);
  const hosts = ["www.youtube.com", "i.ytimg.com"];
  const certificate = selfSigned(hosts.map((host) => `DNS:${host}`));
  const provider = https.createServer(certificate, (req, res) => {
    if (!req.url?.startsWith("/oembed")) return void res.end(still.bytes);
    res.end(JSON.stringify({ title: "The last ferry", thumbnail_url: "https://i.ytimg.com/vi/x/hqdefault.jpg" }));
  });
  const { port, close } = await listening(provider);
  const proxy = await startProxy(Object.fromEntries(hosts.map((host) => [host, port])));
  const appliance = await spawnAppliance({ env: { HTTPS_PROXY: `http://${proxy.host}` } });
  const reading = await elsewhere(page, { javaScriptEnabled: false });
  try {
    await appliance.console("PATCH", "/settings", { proxy_from_environment: true });
    const project = await appliance.createProject();
    await appliance.console("PATCH", `/projects/${project.id}`, { settings: { ca_certificate: certificate.cert } });
    const requests = new Set<string>();
    page.on("request", (request) => requests.add(new URL(request.url()).host));
    const session = await openSession(appliance.url, project, {
      material_id: "film",
      callback_url: receiver.callbackUrl,
    });
    await openEditor(page, session.url);
    await write(page, "Words\n");
    await paste(page, { text: "https://youtu.be/dQw4w9WgXcQ" });
    await page.getByRole("button", { name: "Embed", exact: true }).click();
    const film = article(page).getByRole("figure", { name: "Embed: YouTube: The last ferry" });
    await expect(film.locator("img")).toHaveJSProperty("naturalWidth", 640);
    await expect(film).toContainText("YouTube · youtube.com/watch?v=dQw4w9WgXcQ");
    await page.keyboard.type("Below");
    await deliverVersion(page, 1);
    expect([...requests]).toEqual([new URL(appliance.url).host]);

    const entries = await deliveredFiles(project, await receiver.received(1));
    const html = entries.get("vms_html.html")?.toString() ?? "";
    const [, name = ""] = /<img src="dummy-(youtube-[0-9a-f]{8}\.png)" alt=""/.exec(html) ?? [];
    expect(entries.get(`vms_media/${name}`)).toEqual(still.bytes);

    const shown = html.replaceAll(`dummy-${name}`, `data:image/png;base64,${still.bytes.toString("base64")}`);
    const received: string[] = [];
    reading.on("request", (request) => received.push(request.url()));
    await reading.emulateMedia({ colorScheme: "dark" });
    await reading.setContent(`<!doctype html><style>:root{color-scheme:light dark}</style><main>${shown}</main>`);
    const card = reading.frameLocator("iframe").getByRole("link");
    await expect(card).toHaveAccessibleName(/The last ferry YouTube · youtube.com/);
    // The still is visible behind the frame.
    expect(await topLeft(page, await reading.locator(".galley-screen").screenshot())).toEqual([70, 130, 180]);
    expect(received.filter((url) => url.startsWith("http"))).toEqual([]);
  } finally {
    await reading.context().close();
    await appliance.close();
    proxy.close();
    await close();
  }
});

/** The colour near the top left corner of a picture. */
function topLeft(page: Page, image: Buffer): Promise<number[]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    drawing?.drawImage(bitmap, 0, 0);
    return [...(drawing?.getImageData(8, 8, 1, 1).data ?? [])].slice(0, 3);
  }, image.toString("base64"));
}
