import { describe, expect, it } from "vitest";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { VersionDetail } from "../../../../server/contracts/sessions-api.ts";
import { testClock } from "../../../support/appliance.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { addFont, publish } from "../../../support/fonts.ts";
import { type Article, changeIn, startNewsroom } from "../../../support/newsroom.ts";
import { ttf } from "../../../support/sample-fonts.ts";
import { articleOf } from "../../../support/site.ts";

const HOUR = 3_600_000;

const clock = testClock();
const { appliance, project, article: openArticle } = await startNewsroom({ clock });

async function article(materialId: string, metadata: Record<string, unknown> = {}) {
  const { session, editor, load, upload, save } = await openArticle(materialId, { metadata });
  const { preview_path } = await load();
  return {
    session,
    load,
    look: (path: string, language = "") =>
      fetch(`${appliance.url}/${preview_path}${path}`, { headers: { "accept-language": language } }),
    note: () => upload("note.txt", Buffer.from("a note")),
    draft: (clientId: string, vmsJson: object) =>
      editor("PUT", "/draft", { client_id: clientId, vms_json: vmsJson, base_version: null }),
    save: (...blocks: Parameters<typeof articleOf>) => save(articleOf(...blocks)),
  };
}

/** Every preview is sandboxed, may be framed, and is never cached. */
async function pageOf(response: Response, status = 200): Promise<string> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^sandbox; default-src 'none'/);
  expect(policy).not.toMatch(/allow-|script-src|frame-ancestors/);
  expect(response.headers.get("x-frame-options")).toBeNull();
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response.text();
}

async function expectRussian(response: Response, status: number): Promise<string> {
  const html = await pageOf(response, status);
  expect(response.headers.get("vary")).toContain("Accept-Language");
  const words = html.replace(/<style>.*?<\/style>/g, "").replace(/<[^>]*>/g, " ");
  expect(words).toMatch(/^\s*Просмотр\s+[А-Я]/);
  expect(words.match(/[a-z]{2,} [a-z]{2,}/gi)).toBeNull();
  expect(html).toContain('<p lang="ru">');
  return html;
}

it("begins with the site's title, or with the article if the site sent no title", async () => {
  const titled = await article("titled", { title: "The <b>bridge</b> & more" });
  await titled.save("words");
  await titled.draft("tab-1", articleOf("words"));
  for (const path of ["", "version/1/", "draft/tab-1/"])
    expect(await pageOf(await titled.look(path))).toContain("<body><h1>The &lt;b&gt;bridge&lt;/b&gt; &amp; more</h1>");
  const untitled = await article("untitled");
  await untitled.save("words");
  expect(await pageOf(await untitled.look(""))).not.toContain("<h1");
});

it("renders a draft as a save does, with its files and escaped text", async () => {
  const { look, draft, note } = await article("draft");
  const file = await note();
  await draft("tab-1", articleOf("<script>alert(1)</script> & words", { file }));
  const response = await look("draft/tab-1/");
  const html = await pageOf(response);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; words");
  expect(html).not.toContain("<script");
  const address = /href="([^"]+note[^"]+)"/.exec(html)?.[1] ?? "";
  expect(address).toBe(`../../media/${file}`);
  const media = await fetch(new URL(address, response.url));
  expect([media.status, await media.text()]).toEqual([200, "a note"]);
});

it("shows a version by number, and the current one without a number", async () => {
  const { look, save, note } = await article("versions");
  const file = await note();
  await save("First", { file });
  await save("Second");
  const first = await look("version/1/");
  const html = await pageOf(first);
  expect(html).toContain("First");
  expect((await fetch(new URL(`../../media/${file}`, first.url))).status).toBe(200);
  expect(await pageOf(await look("version/2/"))).toContain("Second");
  expect(await pageOf(await look(""))).toContain("Second");
  // In the browser's language, if supported.
  expect(await pageOf(await look("", "de, en"))).toContain(">Preview, version 2</title>");
  expect(await pageOf(await look("", "ru"))).toContain(">Просмотр, версия 2</title>");
});

it("serves the published fonts to its opaque origin", async () => {
  const { look, save } = await article("fonts");
  await save("Words");
  expect(await pageOf(await look("version/1/"))).not.toContain("<link");
  expect((await look("fonts/vms_fonts.css")).status).toBe(404);
  await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  await publish(appliance, project.id);
  for (const [path, up] of [
    ["", ""],
    ["version/1/", "../../"],
  ] as const) {
    const page = await look(path);
    expect(await pageOf(page)).toContain(`<link rel="stylesheet" href="${up}fonts/vms_fonts.css">`);
    const css = await fetch(new URL(`${up}fonts/vms_fonts.css`, page.url));
    expect([css.status, css.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    const [, address = ""] = /url\("([^"]+)"\)/.exec(await css.text()) ?? [];
    const font = await fetch(new URL(address, css.url));
    expect([font.status, font.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  }
});

describe("shows a page", () => {
  it.each<[string, string, number, RegExp]>([
    ["if a tab has no draft", "draft/unknown/", 404, /no unsaved changes from this tab/],
    ["if the version does not exist", "version/7/", 404, /There is no version 7/],
    ["if nothing was saved yet", "", 404, /no saved version yet/],
    ["if the number is invalid", "version/x/", 422, /version number/],
    ["if the tab's id is invalid", "draft/a%20b/", 422, /1 to 64 characters/],
  ])("%s", async (_, path, status, sentence) => {
    const { look } = await article("empty");
    expect(await pageOf(await look(path), status)).toMatch(sentence);
    await expectRussian(await look(path, "ru-RU,ru;q=0.9,en;q=0.8"), status);
  });

  it("that explains why a draft cannot be shown, without its markup", async () => {
    const { look, draft, session } = await article("unreadable");
    /** Stores a draft that an earlier version accepted. */
    const old = async (clientId: string, vmsJson: object) => {
      await draft(clientId, articleOf("words"));
      const sql = "UPDATE drafts SET vms_json = ? WHERE session_id = ? AND client_id = ?";
      changeIn(appliance.dataDir, sql, JSON.stringify(vmsJson), session.session_id, clientId);
    };
    await old("foreign", { blocks: [], assets: {} });
    expect(await pageOf(await look("draft/foreign/"), 422)).toMatch(/This cannot be shown\. .*not made by this editor/);
    await draft("missing", articleOf({ file: "gone-1a2b3c4d.png" }));
    expect(await pageOf(await look("draft/missing/"), 422)).toContain("gone-1a2b3c4d.png");
    expect(await expectRussian(await look("draft/missing/", "ru"), 422)).toContain("файл gone-1a2b3c4d.png,");
    await expectRussian(await look("draft/foreign/", "ru"), 422);
    await old("hostile", { format: "galley/1", doc: { type: "<img src=x onerror=alert(1)>" }, assets: {} });
    expect(await pageOf(await look("draft/hostile/"), 422)).not.toContain("<img");
  });

  it("if the URL has expired", async () => {
    const { look, save, load } = await article("expired");
    await save("Words");
    const { preview_path } = await load();
    expect((await fetch(`${appliance.url}/${preview_path.replace(/.\/$/, "x/")}`)).status).toBe(401);
    clock.advance(25 * HOUR);
    for (const path of ["", "version/1/", "draft/x/"])
      expect(await pageOf(await look(path), 401)).toContain("Open the article again from your site");
    await expectRussian(await look("", "ru"), 401);
    for (const path of ["media/x.png", "fonts/vms_fonts.css", "fonts/x.woff2"])
      expect((await look(path)).status).toBe(401);
  });
});

it("allows the editor to frame only its own previews", async () => {
  const { session } = await article("framed");
  const page = await fetch(session.url.split("#")[0] ?? "");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
});

describe("the site's copy", () => {
  const open = (materialId: string, vms_json: object | null) => openArticle(materialId, { vms_json });

  async function previewed({ load }: Article) {
    const { preview_path } = await load();
    const page = await fetch(`${appliance.url}/${preview_path}site-copy/`);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    return { status: page.status, html: await page.text() };
  }

  it("stores the state of a later open, and returns it on request", async () => {
    const opened = await open("a", articleOf("ours"));
    const { load, ask } = opened;
    expect((await load()).site_copy).toBeNull();
    expect(await ask("GET", "/site-copy")).toMatchObject({ status: 404, body: { code: "articles.no_site_copy" } });

    const theirs = { ...articleOf("theirs"), kept: { by: "the site" } };
    await open("a", theirs);
    const site_copy = { created_at: expect.any(String), readable: true };
    const loaded = await load();
    expect([loaded.vms_json, loaded.site_copy]).toEqual([articleOf("ours"), site_copy]);
    expect((await ask("GET", "/site-copy")).body).toEqual({ ...site_copy, vms_json: theirs });
    expect(await previewed(opened)).toEqual({ status: 200, html: expect.stringContaining("<p>theirs</p>") });
  });

  it("notifies open tabs of a new title or text, but not of unchanged ones", async () => {
    const reopen = (metadata: object, vms_json: object | null = null) =>
      openArticle("reopened", { metadata, vms_json });
    const { listen } = await reopen({ title: "Rain" }, articleOf("ours"));
    const tab = await listen();
    await reopen({ title: "Rain", section: "weather" });
    await reopen({ title: "Rain and sun" }, articleOf("ours"));
    await reopen({ title: "Rain and sun" }, articleOf("theirs"));
    await tab.until(({ events }) => events.some(({ data }) => (data as EditorSession).site_copy !== null));
    expect(tab.events.map(({ event, data }) => [event, data])).toEqual([
      ["reopened", { title: "Rain and sun", site_copy: null }],
      ["reopened", { title: "Rain and sun", site_copy: { created_at: expect.any(String), readable: true } }],
    ]);
  });

  it("is not readable if another editor wrote it", async () => {
    const opened = await open("b", articleOf("ours"));
    await open("b", { blocks: [{ kind: "text" }], assets: {} });
    expect((await opened.load()).site_copy).toMatchObject({ readable: false });
    expect(await previewed(opened)).toEqual({ status: 404, html: expect.stringContaining("another editor") });
  });

  it.each([{}, { assets: [] }, { assets: {} }])("ignores the empty state %j", async (nothing) => {
    const opened = await open("c", articleOf("ours"));
    await open("c", nothing);
    expect((await opened.load()).site_copy).toBeNull();
    expect((await opened.ask("GET", "/site-copy")).status).toBe(404);
    expect(await previewed(opened)).toEqual({ status: 404, html: expect.stringContaining("The site has sent no") });
  });
});

// In the console.

async function published(materialId: string) {
  const { save, upload, load } = await openArticle(materialId);
  const file = await upload("quay.png", drawnPng(3, 2));
  const { version_id } = await save(articleOf("<b>The quay</b>", { file }));
  const { preview_path: readers } = await load();
  const detail = () => appliance.console<VersionDetail>("GET", `/versions/${version_id}`);
  return { version_id, file, readers, detail };
}

const atConsole = (path: string, headers = {}) => fetch(new URL(path, appliance.consoleUrl), { headers });

it("serves a version in a sandbox with its pictures; only the console may frame it", async () => {
  const { detail, file } = await published("quay");
  const { preview_path } = await detail();
  const page = await atConsole(preview_path ?? "");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^sandbox; default-src 'none'/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toMatch(/allow-|script-src|connect-src|frame-src/);
  expect(page.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  expect(html).toContain("&lt;b&gt;The quay&lt;/b&gt;");
  const address = new RegExp(`src="([^"]*${file})"`).exec(html)?.[1] ?? "";
  const picture = await fetch(new URL(address, page.url));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
});

it("forbids inline styles and foreign frames in the console", async () => {
  const policy = (await atConsole("/")).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

it("keeps the URL for an hour, expires it within two, and limits it to one article and listener", async () => {
  const [one, other] = [await published("one"), await published("other")];
  const first = (await one.detail()).preview_path ?? "";
  expect((await one.detail()).preview_path).toBe(first);
  const [, , session = "", token = ""] = first.split("/");
  const [, , otherSession = ""] = ((await other.detail()).preview_path ?? "").split("/");
  const [, , readersToken = ""] = one.readers.split("/");
  expect((await atConsole(first.replace(session, otherSession))).status).toBe(401);
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  expect((await atConsole(first.replace(token, forged))).status).toBe(401);
  expect((await atConsole(first.replace(token, readersToken))).status).toBe(401);
  expect((await fetch(`${appliance.url}${first}`)).status).toBe(401);
  expect((await atConsole(first.replace(/version\/1\/$/, "version/9/"))).status).toBe(404);
  expect((await atConsole("/preview/nothing")).status).toBe(404);

  clock.advance(HOUR);
  expect((await atConsole(first)).status).toBe(200);
  const next = (await one.detail()).preview_path ?? "";
  expect(next).not.toBe(first);
  clock.advance(HOUR);
  const late = await atConsole(first);
  expect([late.status, late.headers.get("x-frame-options")]).toEqual([401, "SAMEORIGIN"]);
  expect(await late.text()).toContain("Reload the console's page");
  expect((await atConsole(first.replace(/version.*/, `media/${one.file}`))).status).toBe(401);
  expect((await atConsole(next)).status).toBe(200);
});
