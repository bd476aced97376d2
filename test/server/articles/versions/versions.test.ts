import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { styleSheet, styleSheetName } from "../../../../server/article/render.ts";
import type { EditorSession, SaveConflict, SavedVersion } from "../../../../server/contracts/editor-api.ts";
import { systemClock } from "../../../../server/core/runtime.ts";
import { readArchive } from "../../../support/archives.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, downloadArchive, stateOf } from "../../../support/site.ts";

let hours = 0;
const clock = { ...systemClock, now: () => Date.now() + hours * 3_600_000 };
const { appliance, project, site, article } = await startNewsroom({ clock });

const PNG = drawnPng(3, 2);
const json = async <T>(response: Response | Promise<Response>) => (await (await response).json()) as T;

it("returns the first response for a repeated save id, and stores one version", async () => {
  const { editor } = await article("twice");
  const body = { save_id: "one", vms_json: articleOf("Text"), base_version: null };
  const first = await json<SavedVersion>(editor("POST", "/versions", body));
  const again = await editor("POST", "/versions", { ...body, base_version: 1 });
  expect([again.status, await again.json()]).toEqual([201, first]);
  expect((await json<EditorSession>(editor("GET", ""))).versions).toHaveLength(1);
});

it("rejects a save over a newer version, naming both", async () => {
  const { save, post } = await article("conflict");
  await save("Anna", { user_email: "anna@example.org" });
  const late = await post("Boris", { base_version: null });
  expect(late.status).toBe(409);
  expect(await json<SaveConflict>(late)).toMatchObject({
    base_version: null,
    current_version: 1,
    current: { number: 1, user_email: "anna@example.org" },
    detail: expect.stringContaining("Version 1 was saved in the meantime"),
  });
  expect(await save("Boris")).toMatchObject({ number: 2 });
});

it("keeps every tab's draft until its own save", async () => {
  const { editor, save, load } = await article("drafts");
  for (const tab of ["tab-a", "tab-b"])
    expect(
      (await editor("PUT", "/draft", { client_id: tab, vms_json: articleOf(tab), base_version: null })).status,
    ).toBe(204);
  await save("tab-a", { client_id: "tab-a" });
  const { drafts } = await load();
  expect(drafts.map(({ client_id }) => client_id)).toEqual(["tab-b"]);
  expect(await json(editor("GET", "/draft/tab-b"))).toMatchObject({ client_id: "tab-b", vms_json: articleOf("tab-b") });
  expect((await editor("GET", "/draft/tab-a")).status).toBe(404);
});

it("builds an archive with HTML, state, metadata and media of the version", async () => {
  const { session, upload, save } = await article("archive", { metadata: { section_id: "politics" } });
  const file_name = await upload("../Böse Katze.png", PNG);
  expect(file_name).toMatch(/^bose-katze-[0-9a-f]{8}\.png$/);
  const state = { ...articleOf("Text", { file: file_name, alt: 'A "cat" & more' }), custom: { kept: true } };
  const count = site.callbacks.length;
  await save(state);
  const { body } = await site.received(count + 1);
  const archive = await downloadArchive(project, body.content_url, "archive");
  expect(archive.status).toBe(200);
  const bytes = Buffer.from(await archive.arrayBuffer());
  expect(Number(archive.headers.get("content-length"))).toBe(bytes.length);
  const entries = await readArchive(bytes);
  const read = (name: string) => String(entries.get(name));
  const names = ["metadata_json.json", "vms_html.html", "vms_json.json", `vms_media/${file_name}`];
  expect([...entries.keys()].sort()).toEqual(names);
  expect(entries.get(`vms_media/${file_name}`)).toEqual(PNG);
  expect(read("vms_html.html")).toContain(`src="dummy-${file_name}" alt="A &quot;cat&quot; &amp; more"`);
  const entry = { clientUrl: `dummy-${file_name}`, type: "image/png", size: PNG.length, width: 3, height: 2 };
  expect(JSON.parse(read("vms_json.json"))).toEqual({ ...state, assets: { [file_name]: entry } });
  expect(JSON.parse(read("metadata_json.json"))).toEqual(body.metadata);
  expect(body.metadata).toMatchObject({ section_id: "politics", user_ip: "127.0.0.1", version_id: expect.any(String) });
  expect(session.fingerprint).toBe(new URL(body.content_url).pathname.split("/")[4]);
});

it("gives files with the same content the same name", async () => {
  const [one, other] = [await article("blob-1"), await article("blob-2")];
  const name = await one.upload("holiday.png", PNG);
  expect([await one.upload("copy.png", PNG), await other.upload("holiday.png", PNG)]).toEqual([name, name]);
});

it("rejects a document that names a file that was never uploaded", async () => {
  const { post, load } = await article("unknown-file");
  const refused = await post(articleOf({ file: "unknown.png" }));
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    detail: [{ loc: ["body", "vms_json"], msg: expect.stringContaining("unknown.png") }],
  });
  expect((await load()).current_version).toBeNull();
});

it("keeps URL and state entry of a file that only the site has", async () => {
  const assets = {
    "old-cat.jpg": { clientUrl: "https://site.example/old-cat.jpg" },
    "times.txt": { clientUrl: "https://site.example/times.txt", type: "text/plain", size: 280 },
  };
  const download = { type: "fileDownload", attrs: { file: "times.txt", title: "Times" } };
  const picture = { type: "figure", attrs: { file: "old-cat.jpg", alt: "cat" } };
  const state = { ...stateOf(paragraph("Old text"), picture, download), assets };
  const { load, publish } = await article("foreign-picture", { vms_json: state });
  const { html, state: saved } = await publish((await load()).vms_json);
  expect(html).toContain('src="https://site.example/old-cat.jpg"');
  expect(html).toContain('href="https://site.example/times.txt" download>Times</a> <span>TXT, 280 bytes</span>');
  expect(saved.assets).toEqual(assets);
});

it("restores an older version as a new version", async () => {
  const { editor, save, load } = await article("restore");
  await save("First");
  await save("Second");
  const restored = await editor("POST", "/versions/1/restore", { save_id: "c", base_version: 2 });
  expect(await json<SavedVersion>(restored)).toMatchObject({ number: 3 });
  expect((await load()).vms_json).toMatchObject({ doc: articleOf("First").doc });
});

it("sanitises free HTML only in the published HTML, and limits its size", async () => {
  const { post, save, load } = await article("free-html");
  const withFreeHtml = (...blocks: string[]) =>
    stateOf(...blocks.map((html) => ({ type: "freeHtml", attrs: { html } })));
  const vms_json = withFreeHtml('<p onclick="x()">Hi</p><script>x()</script>');
  const saved = await save(vms_json);
  expect((await load()).vms_json).toEqual(vms_json);
  const version = await appliance.console<{ html: string }>("GET", `/versions/${saved.version_id}`);
  expect(version.html).toContain('<section class="galley-html"><p>Hi</p></section></div>');
  const much = withFreeHtml(...Array.from({ length: 5 }, () => "x".repeat(90_000)));
  const refused = await post(much);
  expect([refused.status, await refused.json()]).toEqual([
    422,
    { detail: [expect.objectContaining({ msg: expect.stringContaining("more than 400000 characters") })] },
  ]);
});

it("gives a later save a later version_cdate, even if the clock was set back", async () => {
  const { deliver } = await article("dates");
  const dates: number[] = [];
  for (hours of [0, -1]) {
    await deliver();
    dates.push(Date.parse(String(site.callbacks.at(-1)?.body.metadata.version_cdate)));
  }
  hours = 0;
  expect(dates[1]).toBeGreaterThan(dates[0] ?? 0);
});

it('publishes the style sheet as a linked file if the project\'s style_sheet is "file"', async () => {
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { style_sheet: "file" } });
  const name = styleSheetName(createHash("sha256").update(styleSheet()).digest("hex").slice(0, 8));
  const clientUrl = `https://media.example.org/${name}`;
  const usual = site.respond;
  site.respond = () => ({ rc: 1, rm: "ok", data: { vms_json: { assets: { [name]: { clientUrl } } } } });
  const { publish, load } = await article("styled");
  const { delivery, html, texts, state } = await publish();
  expect(delivery).toMatchObject({ state: "delivered", warnings: [] });
  expect(texts.get("vms_html.html")).not.toContain("<style>");
  expect(html).toContain(`<link rel="stylesheet" href="dummy-${name}">`);
  expect(texts.get(`vms_media/${name}`)).toBe(styleSheet());
  expect(state.assets[name]).toMatchObject({ type: "text/css" });

  expect((await publish()).delivery).toMatchObject({ state: "delivered", warnings: [] });
  const { vms_json, preview_path } = await load();
  expect(vms_json).toMatchObject({ assets: { [name]: { clientUrl } } });
  // The preview's security policy allows no style sheet files.
  expect(await (await fetch(`${appliance.url}/${preview_path}`)).text()).toContain("<style>.galley-article");
  // Another session does not fetch the style sheet, which Galley generates.
  expect((await (await article("moved", { vms_json })).load()).restoring).toEqual([]);
  site.respond = usual;
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { style_sheet: "html" } });
});

// Contract 2.5: a page contains only containers that the site defined for the article.
const FACTS = { name: "Facts", class: "fact-box", data: { kind: "facts", a: 1.5 } };
const HOSTILE = { name: "Facts", class: "fixed-top", data: { bind: "text: (window.PWNED = 1)" } };

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const container = (definition: object | null, ...content: object[]) => ({
  type: "customContainer",
  attrs: { definition },
  content,
});

const BOX = '<div class="fact-box" data-kind="facts" data-a="1.5"><p>Words</p></div>';

it("unwraps a container that the site never defined", async () => {
  const { publish } = await article("unwrapped", { metadata: { customContainers: [FACTS] } });
  const inner = container(FACTS, paragraph("Known"));
  const { html, state } = await publish(
    stateOf(
      container(HOSTILE, paragraph("Words"), container({ class: "x", data: { bind: "y" } }, paragraph("More")), inner),
      { type: "blockquote", content: [container(HOSTILE, paragraph("Quoted"))] },
    ),
  );
  expect(html).not.toMatch(/data-bind|fixed-top|PWNED/);
  expect(state.doc.content).toEqual([
    paragraph("Words"),
    paragraph("More"),
    inner,
    { type: "blockquote", content: [paragraph("Quoted")] },
  ]);
  // Neither the save nor another key of the state makes the definition known.
  const hostile = stateOf(container(HOSTILE, paragraph("Words")));
  const again = await publish({ ...hostile, kept: stateOf(container(HOSTILE)) });
  expect((await publish(hostile)).html).toBe(again.html);
  expect(again.html).not.toContain("data-bind");
});

it("keeps a container from previous metadata of the session", async () => {
  const { publish } = await article("previous", { metadata: { customContainers: [FACTS] } });
  await article("previous", { metadata: { customContainers: [HOSTILE] } });
  await article("previous", { metadata: {} });
  expect((await publish(stateOf(container(FACTS, paragraph("Words"))))).html).toContain(BOX);
});

it("keeps a container of an earlier version that the previous version lacks", async () => {
  const { editor, publish } = await article("earlier", { metadata: { customContainers: [FACTS] } });
  const withBox = stateOf(container({ data: FACTS.data, class: FACTS.class, name: FACTS.name }, paragraph("Words")));
  expect((await publish(withBox)).html).toContain(BOX);
  await article("earlier", { metadata: {} });
  expect((await publish(stateOf(paragraph("Words")))).html).not.toContain("fact-box");
  expect((await publish(withBox)).html).toContain(BOX);
  expect((await editor("POST", "/versions/1/restore", { save_id: "r", base_version: 3 })).status).toBe(201);
});

it("keeps containers of the opening state and of a later state from the site", async () => {
  const given = stateOf(container(FACTS, paragraph("Words")));
  const { publish } = await article("given", { vms_json: given });
  expect((await publish(given)).html).toContain(BOX);
  const other = stateOf(container({ ...FACTS, class: "other-box" }, paragraph("Words")));
  await article("given", { vms_json: other });
  expect((await publish(other)).html).toContain('class="other-box"');
});
