import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { EditorSession, SavedVersion, VersionView } from "../../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import type { SessionDetail, VersionDetail } from "../../../../server/contracts/sessions-api.ts";
import { type RunningAppliance, startAppliance, type TestClock, testClock } from "../../../support/appliance.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { readEvents } from "../../../support/event-reader.ts";
import { eventually } from "../../../support/eventually.ts";
import { articleOf, downloadArchive, editorOf, openSession, type Site, startSite } from "../../../support/site.ts";

const DAY_MS = 24 * 3_600_000;
/** Keys and values that no reader of ours would ask for. */
const FOREIGN = {
  time: 1_700_000_000_000,
  blocks: [{ id: "x1", type: "paragraph", data: { text: "Old <b>words</b>", "": null } }],
  assets: { "cat-1a2b3c4d.png": { clientUrl: "http://127.0.0.1:9/cat.png", credit: "Ümläut" } },
  version: "2.28.2",
};

let clock: TestClock;
let appliance: RunningAppliance;
let project: ProjectWithSecret;
let site: Site;

beforeAll(async () => {
  clock = testClock();
  appliance = await startAppliance({ clock });
});
afterAll(() => appliance.close());
beforeEach(async () => {
  project = await appliance.createProject();
  site = await startSite();
});
afterEach(() => site.close());

const open = (vmsJson: object | null) =>
  openSession(appliance.url, project, { material_id: "m", callback_url: site.callbackUrl, vms_json: vmsJson });
type Editor = ReturnType<typeof editorOf>;
const shown = async (editor: Editor) => (await (await editor("GET", "")).json()) as EditorSession;
const save = async (editor: Editor, base: number | null, text = "New words") => {
  const body = { save_id: `s${base}`, vms_json: articleOf(text), base_version: base };
  const saved = (await (await editor("POST", "/versions", body)).json()) as SavedVersion;
  await deliverySettles(appliance, saved.delivery_id);
  return saved;
};
const numbers = ({ versions }: { versions: { number: number }[] }) => versions.map(({ number }) => number);
const sentence = async (answer: Response) => ((await answer.json()) as { detail: string }).detail;

it("becomes version 0 with the first save, exactly as it came", async () => {
  const editor = editorOf(await open(FOREIGN));
  expect(await shown(editor)).toMatchObject({ versions: [], readable: false });
  expect(await save(editor, null)).toMatchObject({ number: 1 });
  await save(editor, 1);
  const session = await shown(editor);
  expect(session).toMatchObject({ current_version: 2, readable: true, site_copy: null });
  expect(numbers(session)).toEqual([2, 1, 0]);
  expect(session.versions[2]).toMatchObject({
    readable: false,
    current: false,
    delivery: null,
    size: Buffer.byteLength(JSON.stringify(FOREIGN)),
  });
  expect(session.versions[0]).toMatchObject({ readable: true });
  const original = await editor("GET", "/versions/0");
  expect(await original.text()).toBe(JSON.stringify({ number: 0, vms_json: FOREIGN }));
  const { items } = (await (await editor("GET", "/versions")).json()) as { items: VersionView[] };
  expect(numbers({ versions: items })).toEqual([2, 1, 0]);
});

it("is told to the tabs that are open, before the version that was saved", async () => {
  const session = await open(FOREIGN);
  const events = await readEvents(`${appliance.url}/editor/api/sessions/${session.session_id}/events`, {
    authorization: `Bearer ${session.url.split("#t=")[1]}`,
  });
  await save(editorOf(session), null);
  const heard = () => events.events.filter(({ event }) => event === "version").map(({ data }) => data as VersionView);
  await events.until(() => heard().length === 2);
  expect(heard().map(({ number, readable }) => [number, readable])).toEqual([
    [0, false],
    [1, true],
  ]);
  events.breakOff();
});

it("has no delivery, and cannot be restored, resent or downloaded", async () => {
  const session = await open(FOREIGN);
  const editor = editorOf(session);
  await save(editor, null);
  expect(site.callbacks).toHaveLength(1);
  const restore = await editor("POST", "/versions/0/restore", { save_id: "r", base_version: 1 });
  expect([restore.status, await sentence(restore)]).toEqual([422, expect.stringContaining("another editor")]);
  const retry = await editor("POST", "/versions/0/retry");
  expect([retry.status, await sentence(retry)]).toEqual([409, expect.stringContaining("has no delivery")]);
  const archive = await editor("GET", "/versions/0/archive");
  expect([archive.status, await sentence(archive)]).toEqual([404, expect.stringContaining("another editor")]);
  const { preview_path, versions } = await shown(editor);
  const preview = await fetch(`${appliance.url}/${preview_path}version/0/`);
  expect([preview.status, await preview.text()]).toEqual([404, expect.stringContaining("another editor")]);
  const { content_url } = site.callbacks[0]?.body ?? { content_url: "" };
  const original = content_url.replace(/[^/]+$/, versions[1]?.version_id ?? "");
  expect((await downloadArchive(project, content_url, "m")).status).toBe(200);
  expect((await downloadArchive(project, original, "m")).status).toBe(404);
});

it("is recognised when the site sends it again, and nothing changes for the site", async () => {
  const editor = editorOf(await open(FOREIGN));
  const saved = await save(editor, null);
  const again = await open({
    ...FOREIGN,
    assets: { "cat-1a2b3c4d.png": { credit: "Ümläut", clientUrl: "elsewhere" } },
  });
  expect(again.versionId).toBe(saved.version_id);
  expect(again.vms_json).toMatchObject({ format: "galley/1" });
  expect((await shown(editor)).site_copy).toBeNull();
  await open({ ...FOREIGN, version: "3.0.0" });
  expect((await shown(editor)).site_copy).toMatchObject({ readable: false });
  expect(numbers(await shown(editor))).toEqual([1, 0]);
});

it("outlives the versions that go after two weeks, and goes with its session", async () => {
  const session = await open(FOREIGN);
  const editor = editorOf(session);
  for (const base of [null, 1, 2]) await save(editor, base);
  const listed = async () => numbers(await appliance.console<SessionDetail>("GET", `/sessions/${session.session_id}`));
  expect(await listed()).toEqual([3, 2, 1, 0]);
  clock.advance(15 * DAY_MS);
  await eventually(async () => expect(await listed()).toEqual([3, 0]));
  clock.advance(15 * DAY_MS);
  await eventually(async () => expect(await listed()).toEqual([3, 0]));
  const { versions } = await appliance.console<SessionDetail>("GET", `/sessions/${session.session_id}`);
  await appliance.console("DELETE", `/sessions/${session.session_id}`);
  await expect(appliance.console("GET", `/versions/${versions[1]?.id}`)).rejects.toThrow("404");
});

it("is shown to the admin for what it is", async () => {
  const session = await open(FOREIGN);
  await save(editorOf(session), null);
  const { versions } = await appliance.console<SessionDetail>("GET", `/sessions/${session.session_id}`);
  expect(versions.map(({ number, readable, files, delivery }) => ({ number, readable, files, delivery }))).toEqual([
    { number: 1, readable: true, files: 0, delivery: expect.anything() },
    { number: 0, readable: false, files: 0, delivery: null },
  ]);
  const id = versions[1]?.id ?? "";
  expect(await appliance.console<VersionDetail>("GET", `/versions/${id}`)).toMatchObject({ readable: false, html: "" });
  await expect(appliance.console("GET", `/versions/${id}/archive`)).rejects.toThrow(/404.*another editor/);
});

it.each<[string, object | null]>([
  ["nothing", null],
  ["an empty object", {}],
  ["an empty map of assets", { assets: [] }],
  ["a document of this editor", articleOf("Our words")],
])("is not made of %s", async (_, vmsJson) => {
  const editor = editorOf(await open(vmsJson));
  await save(editor, null);
  expect(numbers(await shown(editor))).toEqual([1]);
  expect((await editor("GET", "/versions/0")).status).toBe(404);
});

it("is made of a document that only says it is this editor's", async () => {
  const editor = editorOf(await open({ format: "galley/1", doc: { type: "doc", content: [{ type: "marquee" }] } }));
  await save(editor, null);
  expect(numbers(await shown(editor))).toEqual([1, 0]);
  expect(await (await editor("GET", "/versions/0")).json()).toMatchObject({ vms_json: { format: "galley/1" } });
});

it("is kept only where the save is: one that is refused makes neither", async () => {
  const editor = editorOf(await open(FOREIGN));
  const refused = await editor("POST", "/versions", {
    save_id: "s",
    vms_json: articleOf({ file: "not-uploaded.png" }),
    base_version: null,
  });
  expect(refused.status).toBe(422);
  expect(numbers(await shown(editor))).toEqual([]);
  expect((await editor("GET", "/versions/0")).status).toBe(404);
});
