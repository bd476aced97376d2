/** A picture goes to the site in several widths: files of their own, named by HTML and JSON, kept and restored with it. */
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import yauzl from "yauzl";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance } from "../../../support/appliance.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { articleOf, downloadArchive, editorOf, openSession, type Site, startSite } from "../../../support/site.ts";

let appliance: RunningAppliance;
let project: ProjectWithSecret;
let site: Site;
let saves = 0;

beforeAll(async () => {
  appliance = await startAppliance();
  project = await appliance.createProject();
  site = await startSite();
});
afterAll(async () => {
  await appliance.close();
  await site.close();
});

async function open(material_id: string, more: object = {}) {
  const opened = await openSession(appliance.url, project, { material_id, callback_url: site.callbackUrl, ...more });
  const editor = editorOf(opened);
  const upload = (name: string, bytes: Buffer, smallerOf?: string) =>
    editor("POST", `/media?name=${name}${smallerOf === undefined ? "" : `&smaller_of=${smallerOf}`}`, bytes);
  return {
    opened,
    editor,
    upload,
    async uploaded(name: string, bytes: Buffer, smallerOf?: string) {
      const answer = await upload(name, bytes, smallerOf);
      expect(answer.status).toBe(201);
      return (await answer.json()) as UploadedMedia;
    },
    async save(vms_json: object, base_version: number | null = null) {
      const answer = await editor("POST", "/versions", { save_id: `s-${++saves}`, vms_json, base_version });
      expect(answer.status).toBe(201);
      const { body } = await site.received(saves);
      const archive = await downloadArchive(project, body.content_url, material_id);
      return entriesOf(Buffer.from(await archive.arrayBuffer()));
    },
  };
}

async function entriesOf(archive: Buffer): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const zip = await yauzl.fromBufferPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const read = await zip.openReadStreamPromise(entry);
    entries.set(entry.fileName, await text(read));
  }
  return entries;
}

type Entry = Record<string, unknown>;
const assetsIn = (entries: Map<string, string>) =>
  (JSON.parse(String(entries.get("vms_json.json"))) as { assets: Record<string, Entry> }).assets;

it("names the narrower files in HTML and JSON, and carries them in the archive, save after save", async () => {
  const article = await open("widths");
  const main = await article.uploaded("bridge.png", drawnPng(200, 100));
  const wide = await article.uploaded("bridge.png", drawnPng(100, 50), main.file_name);
  const phone = await article.uploaded("bridge.png", drawnPng(50, 25), main.file_name);
  const state = articleOf("Words", { file: main.file_name, alt: "A bridge" });
  const first = await article.save(state);

  expect(first.get("vms_html.html")).toContain(
    `<img src="dummy-${main.file_name}" srcset="dummy-${phone.file_name} 50w, dummy-${wide.file_name} 100w, dummy-${main.file_name} 200w" ` +
      'sizes="(min-width: 800px) 720px, 100vw" alt="A bridge" width="200" height="100" decoding="async">',
  );
  const widths = [
    { file: phone.file_name, width: 50 },
    { file: wide.file_name, width: 100 },
  ];
  expect(assetsIn(first)).toMatchObject({
    [main.file_name]: { clientUrl: `dummy-${main.file_name}`, width: 200, widths },
    [wide.file_name]: { clientUrl: `dummy-${wide.file_name}`, type: "image/png", width: 100, height: 50 },
    [phone.file_name]: { width: 50 },
  });
  for (const { file_name } of [main, wide, phone]) expect([...first.keys()]).toContain(`vms_media/${file_name}`);

  const { vms_json } = (await (await article.editor("GET", "")).json()) as EditorSession;
  const second = await article.save(vms_json as object, 1);
  expect(second.get("vms_json.json")).toBe(first.get("vms_json.json"));
  expect(second.get("vms_html.html")).toBe(first.get("vms_html.html"));

  const preview = await (await fetch(String((await open("widths")).opened.previewUrl))).text();
  expect(preview).toContain(`srcset="media/${phone.file_name} 50w, media/${wide.file_name} 100w`);
  expect(preview).not.toContain("dummy-");
});

it("refuses what is not the same picture with fewer pixels, and says so", async () => {
  const article = await open("refused");
  const main = await article.uploaded("a.png", drawnPng(200, 100));
  const sentence = async (bytes: Buffer, of: string) => {
    const answer = await article.upload("b.png", bytes, of);
    return [answer.status, ((await answer.json()) as { detail: string }).detail];
  };
  const proportions = `The file is not ${main.file_name} with fewer pixels: its proportions differ.`;
  expect(await sentence(drawnPng(100, 60), main.file_name)).toEqual([422, proportions]);
  expect(await sentence(drawnPng(400, 200), main.file_name)).toEqual([422, proportions]);
  expect(await sentence(drawnPng(100, 50), "elsewhere-12345678.png")).toEqual([
    422,
    "smaller_of names no picture of this article.",
  ]);
});

it("takes the widths that a site hands back, and names them again at its own addresses", async () => {
  const url = (name: string) => `https://site.example/media/${name}`;
  const assets = {
    "sea-0a0a0a0a.jpg": {
      clientUrl: url("sea, wide.jpg"),
      type: "image/jpeg",
      width: 2000,
      height: 1000,
      widths: [{ file: "sea-0b0b0b0b.jpg", width: 640 }, { file: "../x", width: 3 }, "no"],
      site_note: 1,
    },
    "sea-0b0b0b0b.jpg": { clientUrl: url("sea-640.jpg"), type: "image/jpeg", width: 640, height: 320 },
  };
  const article = await open("handed-back", { vms_json: { ...articleOf({ file: "sea-0a0a0a0a.jpg" }), assets } });
  const { vms_json } = (await (await article.editor("GET", "")).json()) as EditorSession;
  const html = String((await article.save(vms_json as object)).get("vms_html.html"));
  expect(html).toContain(`${url("sea-640.jpg")} 640w`);
});

it("tells the editor and the site how a project publishes its pictures", async () => {
  const told = async () => {
    const { opened, editor } = await open("mode");
    const session = (await (await editor("GET", "")).json()) as EditorSession;
    return [opened.resizeMode, session.publish_originals, session.narrower_pictures];
  };
  expect(await told()).toEqual([null, false, true]);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "single" } });
  expect(await told()).toEqual(["single", false, false]);
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { resize_mode: "original" } });
  expect(await told()).toEqual(["original", true, true]);
});
