/** What a picture was cropped from stays with its version, and is given to nobody. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import yauzl from "yauzl";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance, type TestClock, testClock } from "../../../support/appliance.ts";
import { backUp } from "../../../support/backups.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { eventually } from "../../../support/eventually.ts";
import { articleOf, downloadArchive, editorOf, openSession, type Site, startSite } from "../../../support/site.ts";
import { zipTexts } from "../../../support/zip-texts.ts";

const DAY_MS = 24 * 3_600_000;

let clock: TestClock;
let appliance: RunningAppliance;
let project: ProjectWithSecret;
let site: Site;

beforeEach(async () => {
  clock = testClock();
  appliance = await startAppliance({ clock });
  project = await appliance.createProject();
  site = await startSite();
});
afterEach(async () => {
  await appliance.close();
  await site.close();
});

/** @param saves that there were before */
async function article(material_id: string, saves = 0) {
  const session = await openSession(appliance.url, project, { material_id, callback_url: site.callbackUrl });
  const editor = editorOf(session);
  return {
    editor,
    upload: async (bytes: Buffer) =>
      ((await (await editor("POST", "/media?name=a.png", bytes)).json()) as UploadedMedia).file_name,
    async save(vms_json: object) {
      const base_version = saves === 0 ? null : saves;
      const answer = await editor("POST", "/versions", { save_id: `s${++saves}`, vms_json, base_version });
      expect(answer.status).toBe(201);
      const { body } = await site.received(saves);
      const archive = await downloadArchive(project, body.content_url, material_id);
      return namesIn(Buffer.from(await archive.arrayBuffer()));
    },
  };
}

async function namesIn(archive: Buffer): Promise<string[]> {
  const names: string[] = [];
  const zip = await yauzl.fromBufferPromise(archive);
  for await (const { fileName } of zip.eachEntry()) if (fileName.startsWith("vms_media/")) names.push(fileName);
  return names.map((name) => name.slice("vms_media/".length));
}

function croppedFrom(file: string, source: string) {
  const state = articleOf({ file });
  Object.assign((state.doc.content[0] as { attrs: object }).attrs, {
    crop: { file: source, turn: 90, x: 1, y: 2, width: 30, height: 20 },
  });
  return state;
}

const blobFiles = () =>
  fs
    .readdirSync(path.join(appliance.dataDir, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).length;

it("is in no archive and in no list of files, outlives the uploads that nothing shows, and goes with its version", async () => {
  const a = await article("a");
  const [source, cropped, other] = [
    await a.upload(drawnPng(60, 40)),
    await a.upload(drawnPng(30, 20)),
    await a.upload(drawnPng(9, 9)),
  ];
  expect(await a.save(croppedFrom(cropped, source))).toEqual([cropped]);
  const { vms_json } = (await (await a.editor("GET", "")).json()) as EditorSession;
  expect(Object.keys((vms_json as { assets: object }).assets)).toEqual([cropped]);
  // A picture that stands in the article as well is published, cropped elsewhere or not.
  const both = croppedFrom(cropped, source);
  both.doc.content.push(...articleOf({ file: source }).doc.content);
  expect((await a.save(both)).sort()).toEqual([cropped, source].sort());
  await a.save(croppedFrom(cropped, source));

  clock.advance(20 * DAY_MS);
  await eventually(() => expect(blobFiles()).toBe(2));
  // A login has ended long before.
  const again = await article("a", 3);
  expect((await again.editor("GET", `/media/${other}`)).status).toBe(404);
  expect((await again.editor("GET", `/media/${source}`)).status).toBe(200);
  await again.save(articleOf("Nothing"));
  clock.advance(40 * DAY_MS);
  await eventually(() => expect(blobFiles()).toBe(0));
});

it("is not asked for where a state comes from elsewhere, and never where it names no file", async () => {
  const a = await article("b");
  const cropped = await a.upload(drawnPng(30, 20));
  expect(await a.save(croppedFrom(cropped, "elsewhere-12345678.png"))).toEqual([cropped]);
  for (const source of ["../etc/passwd", "dummy-a.png", ""]) {
    const body = { save_id: source, vms_json: croppedFrom(cropped, source), base_version: 1 };
    expect((await a.editor("POST", "/versions", body)).status).toBe(422);
  }
});

it("is mended with the bytes that the site has of it, where its own are lost", async () => {
  const [own, theirs] = [drawnPng(60, 40), drawnPng(12, 8)];
  const server = http.createServer((_, res) => void res.end(theirs)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const clientUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
  const a = await article("c");
  const [source, cropped] = [await a.upload(own), await a.upload(drawnPng(30, 20))];
  site.answer = () => ({ rc: 1, data: { vms_json: { assets: { [source]: { clientUrl } } } } });
  await a.save(articleOf({ file: source }));
  await a.save(croppedFrom(cropped, source));
  const lost = createHash("sha256").update(own).digest("hex");
  fs.rmSync(path.join(appliance.dataDir, "blobs", lost.slice(0, 2), lost.slice(2)));
  const again = await article("c", 2);
  await eventually(async () => {
    const answer = await again.editor("GET", `/media/${source}`);
    expect(answer.status === 200 && Buffer.from(await answer.arrayBuffer()).equals(theirs)).toBe(true);
  });
  clock.advance(2 * DAY_MS);
  // Nothing asks for what is lost any longer, and a backup is whole.
  const database = new Database(path.join(appliance.dataDir, "galley.db"), { readonly: true });
  const known = database.prepare("SELECT count(*) FROM blobs WHERE sha256 = ?").pluck();
  await eventually(() => expect(known.get(lost)).toBe(0));
  database.close();
  const backup = await zipTexts(fs.readFileSync(await backUp(appliance)));
  expect(JSON.parse(backup.get("manifest.json") ?? "")).toMatchObject({ missing: [], counts: { blobs: 2 } });
  server.close();
});
