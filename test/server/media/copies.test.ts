import { expect, it } from "vitest";
import type { EditorLogin } from "../../../server/contracts/editor-api.ts";
import type { CopiedMedia, UploadedMedia } from "../../../server/contracts/media-api.ts";
import { keptLog, testClock } from "../../support/appliance.ts";
import { articleOfKeys, startNewsroom } from "../../support/newsroom.ts";
import { articleOf } from "../../support/site.ts";

const CALLBACK = "http://127.0.0.1:9/galley/callback";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>';

const clock = testClock();
const log = keptLog();
const { appliance, project } = await startNewsroom({ clock, log });
const other = await appliance.createProject();

async function tabOf(materialId: string, keys = project) {
  const { editor, ask, load } = await articleOfKeys(appliance, keys, materialId, CALLBACK);
  const uploaded = async (name: string, text: string) =>
    (await ask<UploadedMedia>("POST", `/media?name=${name}`, Buffer.from(text))).body;
  return { editor, uploaded, clip: (await load()).clip };
}

it("copies files to another article of the project, and reuses existing ones", async () => {
  const { editor: from, uploaded, clip } = await tabOf("from");
  const { editor: to, uploaded: uploadedThere } = await tabOf("to");
  const drawing = await uploaded("map.svg", SVG);
  const text = await uploaded("notes.txt", "Notes of the harbour.");
  // The other article already has the same bytes under another name.
  const known = await uploadedThere("other-notes.txt", "Notes of the harbour.");
  const files = [drawing.file_name, text.file_name, "gone-12345678.png"];
  const response = await to("POST", "/media/copy", { clip, files });
  expect(response.status).toBe(200);
  expect(((await response.json()) as CopiedMedia).files).toEqual({
    [drawing.file_name]: drawing,
    [text.file_name]: { ...text, file_name: known.file_name },
  });
  expect(await (await to("GET", `/media/${drawing.file_name}`)).text()).toContain("<rect");
  const save = { save_id: "s", vms_json: articleOf("Words", { file: drawing.file_name }), base_version: null };
  expect((await to("POST", "/versions", save)).status).toBe(201);
  // A renewed login returns a new clip.
  const { clip: renewed } = (await (await from("POST", "/login")).json()) as EditorLogin;
  expect((await to("POST", "/media/copy", { clip: renewed, files })).status).toBe(200);
});

it("rejects permissions to copy that are forged, expired or of another project", async () => {
  const { uploaded, clip } = await tabOf("secret");
  const { file_name } = await uploaded("secret.txt", "For this article only.");
  const { editor: stranger, clip: strangersClip } = await tabOf("elsewhere", other);
  const { editor: to } = await tabOf("to");
  const copied = async (editor: typeof to, used: string) => {
    const response = await editor("POST", "/media/copy", { clip: used, files: [file_name] });
    return `${response.status} ${await response.text()}`;
  };
  expect(await copied(stranger, clip)).toMatch(/^403 .*another site/);
  expect((await stranger("GET", `/media/${file_name}`)).status).toBe(404);
  const [session = "", token = ""] = clip.split(".");
  expect(await copied(to, `${session}.${token.slice(0, -1)}x`)).toMatch(/^403 .*clip_over/);
  expect(await copied(to, `${session}.${strangersClip.split(".")[1]}`)).toMatch(/^403/);
  expect(await copied(to, "")).toMatch(/^403/);
  // A clip is not a login.
  const url = `${appliance.url}/editor/api/sessions/${session}`;
  expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  // A clip does not give access to files of other articles.
  const { clip: ofTo } = await tabOf("to");
  expect(await copied(to, ofTo)).toBe('200 {"files":{}}');
  expect((await to("POST", "/media/copy", { clip, files: Array(501).fill("a") })).status).toBe(422);
  expect(log.lines.join("\n")).not.toContain(token);

  const later = await tabOf("later");
  clock.skip(365 * 24 * 3_600_000);
  const { editor: now } = await tabOf("later");
  expect(await copied(now, later.clip)).toMatch(/^403 .*clip_over/);
});

it("copies no file if the article's quota does not allow all of them", async () => {
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 1_024 });
  const [{ uploaded, clip }, { editor: to, uploaded: fill }] = [await tabOf("large"), await tabOf("nearly full")];
  const files: string[] = [];
  for (const letter of "abc") files.push((await uploaded(`${letter}.txt`, letter.repeat(900))).file_name);
  // Fills the quota of ten files that no version shows.
  for (const letter of "klmnopqrst") await fill(`${letter}.txt`, letter.repeat(900));
  const refused = await to("POST", "/media/copy", { clip, files });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("media.full")]);
  for (const file of files) expect((await to("GET", `/media/${file}`)).status).toBe(404);
});
