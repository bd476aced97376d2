import { beforeEach, expect, it } from "vitest";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { VersionView } from "../../../../server/contracts/editor-api.ts";
import type { SessionDetail, VersionDetail } from "../../../../server/contracts/sessions-api.ts";
import { testClock } from "../../../support/appliance.ts";
import { eventually } from "../../../support/eventually.ts";
import { type Newsroom, newsroomIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, downloadArchive } from "../../../support/site.ts";

const DAY_MS = 24 * 3_600_000;
/** Keys and values that Galley does not know. */
const FOREIGN = {
  time: 1_700_000_000_000,
  blocks: [{ id: "x1", type: "paragraph", data: { text: "Old <b>words</b>", "": null } }],
  assets: { "cat-1a2b3c4d.png": { clientUrl: "http://127.0.0.1:9/cat.png", credit: "Ümläut" } },
  version: "2.28.2",
};

const clock = testClock();
const { appliance } = await startNewsroom({ clock });
let { project, site, article: openArticle } = {} as Newsroom;
beforeEach(async () => {
  ({ project, site, article: openArticle } = await newsroomIn(appliance));
});

/** Opens the article `m` of the test's own project. */
const open = (vms_json: object | null) => openArticle("m", { vms_json });
const numbers = ({ versions }: { versions: { number: number }[] }) => versions.map(({ number }) => number);

it("stores another editor's state unchanged as version 0 at the first save", async () => {
  const article = await open(FOREIGN);
  expect(await article.load()).toMatchObject({ versions: [], readable: false });
  expect(await article.deliver()).toMatchObject({ version_number: 1 });
  await article.deliver();
  const session = await article.load();
  expect(session).toMatchObject({ current_version: 2, readable: true, site_copy: null });
  expect(numbers(session)).toEqual([2, 1, 0]);
  expect(session.versions[2]).toMatchObject({
    readable: false,
    current: false,
    delivery: null,
    size: Buffer.byteLength(JSON.stringify(FOREIGN)),
  });
  expect(session.versions[0]).toMatchObject({ readable: true });
  const { body } = await article.ask<Page<VersionView>>("GET", "/versions");
  expect(numbers({ versions: body.items })).toEqual([2, 1, 0]);
});

it("notifies open tabs of version 0 before the saved version", async () => {
  const article = await open(FOREIGN);
  const events = await article.listen();
  await article.deliver();
  const received = () =>
    events.events.filter(({ event }) => event === "version").map(({ data }) => data as VersionView);
  await events.until(() => received().length === 2);
  expect(received().map(({ number, readable }) => [number, readable])).toEqual([
    [0, false],
    [1, true],
  ]);
});

it("does not deliver, restore, resend or archive version 0, and shows it as unreadable", async () => {
  const article = await open(FOREIGN);
  await article.deliver();
  expect(site.callbacks).toHaveLength(1);
  const restoring = { save_id: "r", base_version: 1 };
  for (const [method, path, body, status, words] of [
    ["POST", "/versions/0/restore", restoring, 422, "another editor"],
    ["POST", "/versions/0/retry", undefined, 409, "has no delivery"],
    ["GET", "/versions/0/archive", undefined, 404, "another editor"],
  ] as const)
    expect(await article.ask(method, path, body)).toMatchObject({
      status,
      body: { detail: expect.stringContaining(words) },
    });
  const { preview_path, versions } = await article.load();
  const preview = await fetch(`${appliance.url}/${preview_path}version/0/`);
  expect([preview.status, await preview.text()]).toEqual([404, expect.stringContaining("another editor")]);
  const { content_url } = site.callbacks[0]?.body ?? { content_url: "" };
  const original = content_url.replace(/[^/]+$/, versions[1]?.version_id ?? "");
  expect((await downloadArchive(project, content_url, "m")).status).toBe(200);
  expect((await downloadArchive(project, original, "m")).status).toBe(404);

  const inConsole = await appliance.console<SessionDetail>("GET", `/sessions/${article.session.session_id}`);
  expect(inConsole.versions[1]).toMatchObject({ number: 0, readable: false, files: 0, delivery: null });
  const id = inConsole.versions[1]?.id;
  expect(await appliance.console<VersionDetail>("GET", `/versions/${id}`)).toMatchObject({ readable: false, html: "" });
  await expect(appliance.console("GET", `/versions/${id}/archive`)).rejects.toThrow(/404.*another editor/);
});

it("recognises the state when the site sends it again", async () => {
  const article = await open(FOREIGN);
  const saved = await article.deliver();
  const { session: again } = await open({
    ...FOREIGN,
    assets: { "cat-1a2b3c4d.png": { credit: "Ümläut", clientUrl: "elsewhere" } },
  });
  expect(again.versionId).toBe(saved.version_id);
  expect(again.vms_json).toMatchObject({ format: "galley/1" });
  expect((await article.load()).site_copy).toBeNull();
  await open({ ...FOREIGN, version: "3.0.0" });
  expect((await article.load()).site_copy).toMatchObject({ readable: false });
  expect(numbers(await article.load())).toEqual([1, 0]);
});

it("keeps version 0 beyond the retention of versions, until the session is deleted", async () => {
  const article = await open(FOREIGN);
  for (let count = 0; count < 3; count++) await article.deliver();
  const listed = async () =>
    numbers(await appliance.console<SessionDetail>("GET", `/sessions/${article.session.session_id}`));
  expect(await listed()).toEqual([3, 2, 1, 0]);
  clock.advance(15 * DAY_MS);
  await eventually(async () => expect(await listed()).toEqual([3, 0]));
  clock.advance(15 * DAY_MS);
  await eventually(async () => expect(await listed()).toEqual([3, 0]));
  const { versions } = await appliance.console<SessionDetail>("GET", `/sessions/${article.session.session_id}`);
  await appliance.console("DELETE", `/sessions/${article.session.session_id}`);
  await expect(appliance.console("GET", `/versions/${versions[1]?.id}`)).rejects.toThrow("404");
});

it.each<[string, object | null]>([
  ["no state", null],
  ["an empty object", {}],
  ["an empty map of assets", { assets: {} }],
  ["an empty list of assets", { assets: [] }],
  ["a document of this editor", articleOf("Our words")],
])("opens %s as a readable article, and creates no version 0", async (what, vmsJson) => {
  const article = await open(vmsJson);
  const vms_json = what === "a document of this editor" ? vmsJson : null;
  expect(await article.load()).toMatchObject({ vms_json, readable: true });
  await article.deliver();
  expect(numbers(await article.load())).toEqual([1]);
  expect((await article.editor("GET", "/versions/0")).status).toBe(404);
});

it("creates no version 0 when the save is rejected", async () => {
  const article = await open(FOREIGN);
  const refused = await article.post(articleOf({ file: "not-uploaded.png" }));
  expect(refused.status).toBe(422);
  expect(numbers(await article.load())).toEqual([]);
  expect((await article.editor("GET", "/versions/0")).status).toBe(404);
});
