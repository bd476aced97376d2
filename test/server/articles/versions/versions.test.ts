import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EditorSession, SaveConflict, SavedVersion } from "../../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance, temporaryFolder } from "../../../support/appliance.ts";
import { articleOf, downloadArchive, editorOf, openSession, type Site, startSite } from "../../../support/site.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let appliance: RunningAppliance;
let project: ProjectWithSecret;
let site: Site;

beforeAll(async () => {
  appliance = await startAppliance();
  project = await appliance.createProject();
  site = await startSite();
});
afterAll(async () => {
  await appliance.close();
  await site.close();
});

const open = async (materialId: string, more: Record<string, unknown> = {}) => {
  const session = await openSession(appliance.url, project, {
    material_id: materialId,
    callback_url: site.callbackUrl,
    ...more,
  });
  return { session, editor: editorOf(session) };
};
const json = async <T>(response: Response | Promise<Response>) => (await (await response).json()) as T;

it("gives the same save id the first answer, and makes one version of it", async () => {
  const { editor } = await open("twice");
  const body = { save_id: "one", vms_json: articleOf("Text"), base_version: null };
  const first = await json<SavedVersion>(editor("POST", "/versions", body));
  const again = await editor("POST", "/versions", { ...body, base_version: 1 });
  expect([again.status, await again.json()]).toEqual([201, first]);
  expect((await json<EditorSession>(editor("GET", ""))).versions).toHaveLength(1);
});

it("refuses a save over a newer version, naming both sides", async () => {
  const { editor } = await open("conflict");
  await editor("POST", "/versions", {
    save_id: "a",
    vms_json: articleOf("Anna"),
    base_version: null,
    user_email: "anna@example.org",
  });
  const late = await editor("POST", "/versions", { save_id: "b", vms_json: articleOf("Boris"), base_version: null });
  expect(late.status).toBe(409);
  expect(await json<SaveConflict>(late)).toMatchObject({
    base_version: null,
    current_version: 1,
    current: { number: 1, user_email: "anna@example.org" },
    detail: expect.stringContaining("Version 1 was saved in the meantime"),
  });
  const chosen = await editor("POST", "/versions", { save_id: "c", vms_json: articleOf("Boris"), base_version: 1 });
  expect(await json<SavedVersion>(chosen)).toMatchObject({ number: 2 });
});

it("keeps every tab's draft until its own save", async () => {
  const { editor } = await open("drafts");
  for (const tab of ["tab-a", "tab-b"])
    expect(
      (await editor("PUT", "/draft", { client_id: tab, vms_json: articleOf(tab), base_version: null })).status,
    ).toBe(204);
  await editor("POST", "/versions", {
    save_id: "s",
    vms_json: articleOf("tab-a"),
    base_version: null,
    client_id: "tab-a",
  });
  const { drafts } = await json<EditorSession>(editor("GET", ""));
  expect(drafts.map(({ client_id }) => client_id)).toEqual(["tab-b"]);
  expect(await json(editor("GET", "/draft/tab-b"))).toMatchObject({ client_id: "tab-b", vms_json: articleOf("tab-b") });
  expect((await editor("GET", "/draft/tab-a")).status).toBe(404);
});

it("makes an archive that unzip and Python accept, with everything of the version in it", async () => {
  const { session, editor } = await open("archive", { metadata: { section_id: "politics" } });
  const picture = await json<UploadedMedia>(
    editor("POST", `/media?name=${encodeURIComponent("../Böse Katze.png")}`, PNG),
  );
  expect(picture.file_name).toMatch(/^bose-katze-[0-9a-f]{8}\.png$/);
  const state = { ...articleOf("Text", { file: picture.file_name, alt: 'A "cat" & more' }), custom: { kept: true } };
  const count = site.callbacks.length;
  await editor("POST", "/versions", { save_id: "s", vms_json: state, base_version: null });
  const { body } = await site.received(count + 1);
  const archive = await downloadArchive(project, body.content_url, "archive");
  expect(archive.status).toBe(200);
  const bytes = Buffer.from(await archive.arrayBuffer());
  expect(Number(archive.headers.get("content-length"))).toBe(bytes.length);
  const file = path.join(temporaryFolder(), "archive.zip");
  writeFileSync(file, bytes);
  execFileSync("unzip", ["-tq", file]);
  const names = execFileSync("python3", [
    "-c",
    "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print('\\n'.join(z.namelist()))",
    file,
  ])
    .toString()
    .trim()
    .split("\n");
  expect(names.sort()).toEqual(
    ["metadata_json.json", "vms_html.html", "vms_json.json", `vms_media/${picture.file_name}`].sort(),
  );
  const read = (name: string) => execFileSync("unzip", ["-p", file, name]);
  expect(read(`vms_media/${picture.file_name}`).equals(PNG)).toBe(true);
  expect(read("vms_html.html").toString()).toContain(
    `src="dummy-${picture.file_name}" alt="A &quot;cat&quot; &amp; more"`,
  );
  expect(JSON.parse(read("vms_json.json").toString())).toEqual({
    ...state,
    assets: {
      [picture.file_name]: {
        clientUrl: `dummy-${picture.file_name}`,
        type: "image/png",
        size: PNG.length,
        width: 1,
        height: 1,
      },
    },
  });
  expect(JSON.parse(read("metadata_json.json").toString())).toEqual(body.metadata);
  expect(body.metadata).toMatchObject({ section_id: "politics", user_ip: "127.0.0.1", version_id: expect.any(String) });
  expect(session.fingerprint).toBe(new URL(body.content_url).pathname.split("/")[4]);
});

it("gives the same content the same name, however it is called", async () => {
  const { editor } = await open("same-content");
  const first = await json<UploadedMedia>(editor("POST", "/media?name=holiday.png", PNG));
  const again = await json<UploadedMedia>(editor("POST", "/media?name=copy.png", PNG));
  expect(again.file_name).toBe(first.file_name);
});

it("opens blank for a site that sends an empty state", async () => {
  for (const vms_json of [{}, { assets: {} }, { assets: [] }]) {
    const { editor } = await open(`blank-${JSON.stringify(vms_json)}`, { vms_json });
    expect(await json<EditorSession>(editor("GET", ""))).toMatchObject({ vms_json: null, readable: true });
  }
});

it("stores a picture that many articles use once", async () => {
  const names = new Set<string>();
  for (const material of ["blob-1", "blob-2"]) {
    const { editor } = await open(material);
    names.add((await json<UploadedMedia>(editor("POST", "/media?name=same.png", PNG))).file_name);
  }
  expect(names.size).toBe(1);
});

it("refuses a document that names a file which was never uploaded, and changes nothing", async () => {
  const { editor } = await open("unknown-file");
  const refused = await editor("POST", "/versions", {
    save_id: "s",
    vms_json: articleOf({ file: "nobody.png" }),
    base_version: null,
  });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    detail: [{ loc: ["body", "vms_json"], msg: expect.stringContaining("nobody.png") }],
  });
  expect((await json<EditorSession>(editor("GET", ""))).current_version).toBeNull();
});

it("keeps the site's address of a file that only the site has, and what its state says of it", async () => {
  const article = articleOf("Old text", { file: "old-cat.jpg", alt: "cat" });
  const assets = {
    "old-cat.jpg": { clientUrl: "https://site.example/old-cat.jpg" },
    "times.txt": { clientUrl: "https://site.example/times.txt", type: "text/plain", size: 280 },
  };
  const download = { type: "fileDownload", attrs: { file: "times.txt", title: "Times" } };
  const state = { ...article, doc: { ...article.doc, content: [...article.doc.content, download] }, assets };
  const { editor } = await open("foreign-picture", { vms_json: state });
  const loaded = await json<EditorSession>(editor("GET", ""));
  const count = site.callbacks.length;
  expect(
    (await editor("POST", "/versions", { save_id: "s", vms_json: loaded.vms_json, base_version: null })).status,
  ).toBe(201);
  const { body } = await site.received(count + 1);
  const file = path.join(temporaryFolder(), "archive.zip");
  writeFileSync(
    file,
    Buffer.from(await (await downloadArchive(project, body.content_url, "foreign-picture")).arrayBuffer()),
  );
  const html = execFileSync("unzip", ["-p", file, "vms_html.html"]).toString();
  expect(html).toContain('src="https://site.example/old-cat.jpg"');
  expect(html).toContain('href="https://site.example/times.txt" download>Times</a> <span>TXT, 280 bytes</span>');
  expect(JSON.parse(execFileSync("unzip", ["-p", file, "vms_json.json"]).toString()).assets).toEqual(assets);
});

it("restores an older version as a new one, and sends it", async () => {
  const { editor } = await open("restore");
  await editor("POST", "/versions", { save_id: "a", vms_json: articleOf("First"), base_version: null });
  await editor("POST", "/versions", { save_id: "b", vms_json: articleOf("Second"), base_version: 1 });
  const restored = await editor("POST", "/versions/1/restore", { save_id: "c", base_version: 2 });
  expect(await json<SavedVersion>(restored)).toMatchObject({ number: 3 });
  expect((await json<EditorSession>(editor("GET", ""))).vms_json).toMatchObject({ doc: articleOf("First").doc });
});

it("sanitises free HTML in what the site gets, keeps it as typed, and refuses more of it than can be sanitised", async () => {
  const { editor } = await open("free-html");
  const withFreeHtml = (...blocks: string[]) => ({
    format: "galley/1",
    doc: { type: "doc", content: blocks.map((html) => ({ type: "freeHtml", attrs: { html } })) },
    assets: {},
  });
  const vms_json = withFreeHtml('<p onclick="x()">Hi</p><script>x()</script>');
  const saved = await json<SavedVersion>(editor("POST", "/versions", { save_id: "a", vms_json, base_version: null }));
  expect((await json<EditorSession>(editor("GET", ""))).vms_json).toEqual(vms_json);
  const version = await appliance.console<{ html: string }>("GET", `/versions/${saved.version_id}`);
  expect(version.html).toContain('<section class="galley-html"><p>Hi</p></section></div>');
  const much = withFreeHtml(...Array.from({ length: 5 }, () => "x".repeat(90_000)));
  const refused = await editor("POST", "/versions", { save_id: "b", vms_json: much, base_version: 1 });
  expect([refused.status, await refused.json()]).toEqual([
    422,
    { detail: [expect.objectContaining({ msg: expect.stringContaining("more than 400000 characters") })] },
  ]);
});
