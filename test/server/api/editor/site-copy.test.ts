import { expect, it } from "vitest";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, type editorOf } from "../../../support/site.ts";

const { appliance, article } = await startNewsroom();

const shown = async (editor: ReturnType<typeof editorOf>) => (await (await editor("GET", "")).json()) as EditorSession;
const open = async (materialId: string, vms_json: object | null) => (await article(materialId, { vms_json })).editor;

/** The page that shows the site's copy. */
async function previewed(editor: ReturnType<typeof editorOf>) {
  const { preview_path } = await shown(editor);
  const page = await fetch(`${appliance.url}/${preview_path}site-copy/`);
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  return { status: page.status, html: await page.text() };
}

it("keeps a state of a later opening aside, and gives it on request", async () => {
  const editor = await open("a", articleOf("ours"));
  expect((await shown(editor)).site_copy).toBeNull();
  const none = await editor("GET", "/site-copy");
  expect([none.status, await none.json()]).toMatchObject([404, { code: "articles.no_site_copy" }]);

  const theirs = { ...articleOf("theirs"), kept: { by: "the site" } };
  await open("a", theirs);
  const site_copy = { created_at: expect.any(String), readable: true };
  expect(await shown(editor)).toMatchObject({ vms_json: articleOf("ours"), site_copy });
  expect((await shown(editor)).site_copy).not.toHaveProperty("vms_json");
  expect(await (await editor("GET", "/site-copy")).json()).toEqual({ ...site_copy, vms_json: theirs });
  expect(await previewed(editor)).toEqual({ status: 200, html: expect.stringContaining("<p>theirs</p>") });
});

it("tells open tabs of a new title and of a new text of the site, and of nothing that stayed", async () => {
  const reopen = (metadata: object, vms_json: object | null = null) => article("told", { metadata, vms_json });
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
  tab.breakOff();
});

it("says of another editor's state that it cannot be read here", async () => {
  const editor = await open("b", articleOf("ours"));
  await open("b", { blocks: [{ kind: "text" }], assets: {} });
  expect((await shown(editor)).site_copy).toMatchObject({ readable: false });
  expect(await previewed(editor)).toEqual({ status: 404, html: expect.stringContaining("another editor") });
});

it.each([{}, { assets: [] }, { assets: {} }])("takes %j for nothing to offer", async (nothing) => {
  const editor = await open("c", articleOf("ours"));
  await open("c", nothing);
  expect((await shown(editor)).site_copy).toBeNull();
  expect((await editor("GET", "/site-copy")).status).toBe(404);
  expect(await previewed(editor)).toEqual({ status: 404, html: expect.stringContaining("The site has sent no") });
});
