import path from "node:path";
import { expect, it } from "vitest";
import { MAX_SNIPPET_BYTES, MAX_SNIPPET_FILES, MAX_SNIPPETS } from "../../../../server/articles/snippets/snippets.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import type { InsertedSnippet, SnippetPage, SnippetView } from "../../../../server/contracts/snippets-api.ts";
import { type RunningAppliance, startAppliance, temporaryFolder, testClock } from "../../../support/appliance.ts";
import { backUp, command, treeOf } from "../../../support/backups.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { eventually } from "../../../support/eventually.ts";
import { articleOfKeys, changeIn, startNewsroom } from "../../../support/newsroom.ts";
import { allPages } from "../../../support/running-appliance.ts";
import { JPG, PNG } from "../../../support/sample-media.ts";
import { articleOf } from "../../../support/site.ts";

const CALLBACK = "http://127.0.0.1:9/galley/callback";

const { appliance, project } = await startNewsroom();

/** An article opened in one tab. */
async function article(material_id: string, at: RunningAppliance = appliance, by = project, user_email?: string) {
  const metadata = user_email === undefined ? {} : { user_email };
  const { ask, ...article } = await articleOfKeys(at, by, material_id, CALLBACK, { metadata });
  return {
    ...{ ask, ...article },
    keep(id: string, name: string, doc: unknown, more: object = {}) {
      const body = { id, name, kind: "blocks", doc, author: "Anna", ...more };
      return ask<SnippetView & { detail: string }>("POST", "/snippets", body);
    },
    change: (id: string, change: object) =>
      ask<SnippetView & { detail: string }>("PATCH", `/snippets/${id}`, { author: "Ben", ...change }),
    insert: (id: string) => ask<InsertedSnippet>("POST", `/snippets/${id}/insert`),
    list: async () => (await ask<SnippetPage>("GET", "/snippets")).body.items,
  };
}

const docOf = (...blocks: Parameters<typeof articleOf>) => articleOf(...blocks).doc;

it("stores a snippet with its picture, notifies other articles, and is restored from a backup", async () => {
  const { appliance: own, project: by } = await startNewsroom();
  const [here, there] = [await article("from", own, by), await article("to", own, by)];
  const events = await there.listen();
  const file = await here.upload("harbour.jpg", JPG);
  const doc = docOf("All about the harbour.", { file, alt: "The harbour" });
  const kept = await here.keep("s1", "  Harbour \n \u202ebox ", doc);
  expect(kept).toMatchObject({
    status: 201,
    body: { name: "Harbour box", excerpt: "All about the harbour.", pictures: 1, thumbnail: file, changed_by: "Anna" },
  });
  // The tab repeats a request whose response was lost.
  expect(await here.keep("s1", "Harbour box", doc)).toEqual(kept);
  expect(await there.keep("s2", "HARBOUR BOX", doc)).toMatchObject({
    status: 409,
    body: { code: "articles.snippet_name_used", facts: { name: "Harbour box" } },
  });
  await events.until(({ events }) =>
    events.some(({ event, data }) => event === "snippet" && JSON.stringify(data).includes('"name":"Harbour box"')),
  );
  expect(JSON.stringify(await there.list())).not.toContain("content");

  const backup = await backUp(own);
  const restored = temporaryFolder();
  expect(await command("restore", [backup, "--data-dir", restored])).toMatchObject({ code: 0 });
  const again = await startAppliance({ dataDir: restored });
  // A backup without a passphrase has no secrets.
  const renewed = await again.console<ProjectWithSecret>("POST", `/projects/${by.id}/rotate-secret`);
  const same = await article("to", again, renewed);
  const inserted = await same.insert("s1");
  expect(inserted).toMatchObject({ status: 200, body: { kind: "blocks", files: [{ width: 3, height: 2 }] } });
  const name = inserted.body.files[0]?.file_name ?? "";
  expect(inserted.body.doc).toMatchObject({
    content: [{ type: "paragraph" }, { type: "figure", attrs: { file: name, alt: "The harbour" } }],
  });
  const bytes = await same.editor("GET", `/media/${name}`);
  expect(Buffer.from(await bytes.arrayBuffer())).toEqual(Buffer.from(JPG));
  await again.close();
});

it("keeps crops with their originals, placeholders, embeds and containers unchanged", async () => {
  const [here, there] = [await article("crop-from"), await article("crop-to")];
  const whole = await here.upload("whole.png", PNG);
  const cut = await here.upload("cut.jpg", JPG);
  const crop = { file: whole, turn: 0, x: 0, y: 0, width: 2, height: 2 };
  const figure = { type: "figure", attrs: { file: cut, alt: "", crop } };
  const place = { type: "mediaPlace", attrs: { source: "https://example.org/a.jpg", alt: "A" } };
  const embed = { type: "embed", attrs: { href: "https://vimeo.com/76979871" } };
  const box = {
    type: "customContainer",
    attrs: { definition: { name: "Fact box", vendor: { unknown: true } } },
    content: [{ type: "paragraph", content: [{ type: "text", text: "Facts" }] }],
  };
  const doc = { type: "doc", content: [figure, place, embed, box] };
  expect((await here.keep("crop", "Cropped", doc)).body).toMatchObject({ files: 1, pictures: 1 });
  const { body } = await there.insert("crop");
  expect(body.files).toHaveLength(2);
  expect(body.doc.content?.[0]).toMatchObject({ attrs: { file: cut, crop } });
  expect(body.doc.content?.slice(1)).toMatchObject([place, embed, box]);
  const vms_json = { format: "galley/1", doc: body.doc, assets: {} };
  expect((await there.ask("POST", "/versions", { save_id: "a", base_version: null, vms_json })).status).toBe(201);
});

it("includes the smaller files of a picture", async () => {
  const [here, there] = [await article("widths-from"), await article("widths-to")];
  const file = await here.upload("map.png", drawnPng(200, 100));
  const narrow = await here.upload("map-100.png", drawnPng(100, 50), file);
  expect((await here.keep("w", "Wide map", docOf({ file }))).body).toMatchObject({ files: 1, thumbnail: narrow });
  const { body } = await there.insert("w");
  expect(body.files).toMatchObject([
    { file_name: file, widths: [{ file: narrow, width: 100 }] },
    { file_name: narrow, width: 100 },
  ]);
});

it("changes, renames and deletes snippets as the author that the site names", async () => {
  const here = await article("changes", appliance, project, "eve@example.org");
  expect((await here.keep("c1", "First", docOf("One"))).body.changed_by).toBe("eve@example.org");
  await here.keep("c2", "Second", docOf("Two"));
  expect((await here.change("c1", { name: "second" })).status).toBe(409);
  // A snippet may change the case of its own name.
  expect(await here.change("c1", { name: "FIRST" })).toMatchObject({
    status: 200,
    body: { name: "FIRST", changes: 2 },
  });
  const words = { kind: "words", doc: docOf("Only words") };
  expect(await here.change("c1", { content: words })).toMatchObject({
    status: 200,
    body: { kind: "words", excerpt: "Only words", changes: 3 },
  });
  expect((await here.ask("DELETE", "/snippets/c1")).status).toBe(204);
  expect((await here.ask("DELETE", "/snippets/c1")).status).toBe(404);
  expect(await here.insert("c1")).toMatchObject({ status: 404, body: { detail: expect.stringContaining("deleted") } });
  expect((await here.list()).map(({ id }) => id)).not.toContain("c1");
});

it("rejects invalid snippets with a reason", async () => {
  const here = await article("hostile");
  const keep = (doc: unknown, more: object = {}) => here.keep("h", "Hostile", doc, more);
  const deep = `${'{"type":"blockquote","content":['.repeat(300)}{"type":"paragraph"}${"]}".repeat(300)}`;
  for (const doc of [
    [],
    "text",
    { type: "doc" },
    { type: "paragraph" },
    { type: "doc", content: [{ type: "script" }] },
    { type: "doc", content: [{ type: "paragraph", onload: "x" }] },
    { type: "doc", content: [{ type: "heading", attrs: { level: 99 } }] },
    { type: "doc", content: [{ type: "paragraph" }, { type: "paragraph" }] },
    { type: "doc", content: [JSON.parse(deep)] },
    docOf({ file: "../../secret.key" }),
    docOf({ file: "other-article-0a1b2c3d.jpg" }),
  ])
    expect((await keep(doc)).status, JSON.stringify(doc).slice(0, 60)).toBe(422);
  expect((await keep(docOf("a", "b"), { kind: "words" })).status).toBe(422);
  expect((await keep(docOf("a"), { id: "../x" })).status).toBe(422);
  for (const name of ["", " \u0000 ", "\u200b\u202e", "n".repeat(101)])
    expect((await here.keep("h", name, docOf("a"))).status).toBe(422);
  expect(await keep(docOf("x".repeat(MAX_SNIPPET_BYTES)))).toMatchObject({
    status: 413,
    body: { detail: expect.stringContaining("200 kB") },
  });
  expect((await keep(docOf("x".repeat(3 * MAX_SNIPPET_BYTES)))).status).toBe(413);
  const files: string[] = [];
  for (let n = 0; n <= MAX_SNIPPET_FILES; n++) files.push(await here.upload(`${n}.txt`, Buffer.from(`file ${n}`)));
  const downloads = { type: "doc", content: files.map((file) => ({ type: "fileDownload", attrs: { file } })) };
  expect(await keep(downloads)).toMatchObject({ status: 413, body: { detail: expect.stringContaining("50 files") } });
  expect((await here.ask("GET", "/snippets?cursor=nonsense")).status).toBe(422);
});

it("hides snippets from other projects, and lets an admin rename and delete them", async () => {
  const mine = await appliance.createProject({ name: "Gazette" });
  const other = await appliance.createProject({ name: "Herald" });
  const here = await article("mine", appliance, mine);
  const there = await article("theirs", appliance, other);
  const file = await here.upload("map.png", PNG);
  await here.keep("m", "Map", docOf({ file }));
  expect((await here.ask("POST", "/snippets/m/insert")).status).toBe(200);
  expect(await there.list()).toEqual([]);
  for (const [method, path] of [
    ["POST", "/snippets/m/insert"],
    ["GET", `/snippets/m/files/${file}`],
    ["DELETE", "/snippets/m"],
  ] as const)
    expect((await there.editor(method, path)).status).toBe(404);
  // Another project may use the same id.
  expect((await there.keep("m", "Map", docOf("Ours"))).status).toBe(201);
  expect((await here.editor("GET", `/snippets/m/files/${file}`)).headers.get("content-type")).toBe("image/png");

  const at = `/projects/${mine.id}/snippets`;
  expect(await appliance.console("PATCH", `${at}/m`, { name: "City map" })).toMatchObject({ name: "City map" });
  expect(await appliance.list(at)).toMatchObject([{ id: "m", pictures: 1 }]);
  expect(await appliance.console("GET", `/projects/${mine.id}/holdings`)).toMatchObject({ snippets: 1 });
  await appliance.console("DELETE", `${at}/m`);
  expect(await appliance.list(at)).toEqual([]);
  expect((await appliance.audit()).slice(0, 2)).toMatchObject([
    { action: "snippet deleted", subject_name: "Gazette", detail: { name: "City map" } },
    { action: "snippet renamed", detail: { before: "Map", name: "City map" } },
  ]);
  expect(await there.list()).toHaveLength(1);
});

it("accepts 200 snippets, and lists them by name in pages", async () => {
  const full = await appliance.createProject({ name: "Full" });
  const here = await article("full", appliance, full);
  await here.keep("first", "Piece 001", docOf("x"));
  const columns = "project_id, kind, doc, excerpt, pictures, files, size, changed_at, changed_by";
  changeIn(
    appliance.dataDir,
    `INSERT INTO snippets (id, name, name_key, ${columns})
     WITH RECURSIVE counted(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM counted WHERE n < ${MAX_SNIPPETS - 1})
     SELECT 'n' || n, printf('Piece %03d', n), printf('piece %03d', n), ${columns} FROM counted, snippets WHERE project_id = ?`,
    full.id,
  );
  expect((await here.keep("last", "Piece 200", docOf("x"))).status).toBe(201);
  expect(await here.keep("more", "One more", docOf("x"))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("200 snippets") },
  });
  const page = async (cursor: string) =>
    (await here.ask<SnippetPage>("GET", `/snippets?${cursor && `cursor=${cursor}`}`)).body;
  const names = (await allPages(page)).map(({ name }) => name);
  expect(names).toEqual(Array.from({ length: 200 }, (_, n) => `Piece ${String(n + 1).padStart(3, "0")}`));
});

it("keeps a picture after its article is deleted, until the snippet is deleted", async () => {
  const clock = testClock();
  const { appliance: own, project: by } = await startNewsroom({ clock });
  const here = await article("gone", own, by);
  const file = await here.upload("kept.png", PNG);
  await here.keep("k", "Kept", docOf({ file }));
  await own.console("DELETE", `/sessions/${here.session.session_id}`);
  const there = await article("later", own, by);
  await there.upload("loose.txt", Buffer.from("loose"));
  const blobs = () => Object.keys(treeOf(path.join(own.dataDir, "blobs"))).length;
  expect(blobs()).toBe(2);
  // Unused uploads expire after two weeks. The daily cleanup then removes their bytes.
  await eventually(() => {
    clock.advance(24 * 3_600_000);
    expect(blobs()).toBe(1);
  });
  const later = await article("later", own, by);
  expect((await later.insert("k")).body.files).toHaveLength(1);
  expect((await later.editor("GET", `/snippets/k/files/${file}`)).status).toBe(200);
  await later.ask("DELETE", "/snippets/k");
  await eventually(() => {
    clock.advance(24 * 3_600_000);
    expect(blobs()).toBe(0);
  });
});
