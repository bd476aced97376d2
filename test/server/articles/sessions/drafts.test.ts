import { describe, expect, it } from "vitest";
import type { StoredDraft } from "../../../../server/contracts/editor-api.ts";
import type { SessionDetail } from "../../../../server/contracts/sessions-api.ts";
import { type RunningAppliance, spawnAppliance, testClock } from "../../../support/appliance.ts";
import { rebuildInSchema } from "../../../support/data-folder.ts";
import { articleOfKeys, changeIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf } from "../../../support/site.ts";

const MB = 1024 * 1024;
const CALLBACK = "http://127.0.0.1:9/galley/callback";

const clock = testClock();
const { appliance, project } = await startNewsroom({ clock });

async function open(material_id: string, on: RunningAppliance = appliance, keys = project) {
  const { session, editor, load } = await articleOfKeys(on, keys, material_id, CALLBACK);
  const put = async (client_id: string, vms_json: unknown) => {
    clock.advance(1_000);
    return editor("PUT", "/draft", { client_id, vms_json, base_version: null });
  };
  const drafts = async () => (await load()).drafts;
  return { session, editor, put, drafts };
}

const words = (bytes: number) => articleOf("w".repeat(bytes));

describe("drafts", () => {
  it("are validated like saves", async () => {
    const { put, drafts } = await open("judged");
    const deep = JSON.parse(`${"[".repeat(250)}${"]".repeat(250)}`);
    const nodes = { type: "doc", content: Array.from({ length: 30_000 }, () => ({ type: "horizontalRule_" })) };
    for (const state of [
      { k: deep },
      { format: "galley/1", doc: deep, assets: {} },
      { format: "galley/1", doc: nodes, assets: {} },
      { format: "galley/1", doc: { type: "doc", content: [] }, assets: [1] },
    ]) {
      const refused = await put("tab", state);
      expect(refused.status).toBe(422);
      expect(JSON.stringify(await refused.json())).toContain("Input should be a document of this editor");
    }
    expect((await put("tab", words(2 * MB))).status).toBe(413);
    expect(await drafts()).toEqual([]);
    // A missing file must not lose unsaved changes.
    expect((await put("tab", articleOf("words", { file: "still-uploading-12345678.png" }))).status).toBe(204);
  });

  it("are removed one by one, and repeated removals succeed", async () => {
    const [{ editor, put, drafts }, other] = [await open("removed"), await open("untouched")];
    for (const name of ["one", "two"]) await put(name, words(1));
    await other.put("one", words(1));
    expect((await editor("DELETE", "/draft/one")).status).toBe(204);
    expect((await editor("DELETE", "/draft/one")).status).toBe(204);
    expect((await editor("DELETE", "/draft/a%20b")).status).toBe(422);
    expect(await drafts()).toMatchObject([{ client_id: "two" }]);
    expect(await other.drafts()).toMatchObject([{ client_id: "one" }]);
  });

  it("are listed without their documents, which are read one by one", async () => {
    const { editor, put } = await open("listed");
    const states = { one: words(500_000), two: { ...words(400_000), "10": "kept", custom: { a: [1.5] } } };
    await put("one", states.one);
    await put("two", states.two);
    const listed = await (await editor("GET", "")).text();
    expect(listed.length).toBeLessThan(20_000);
    const row = { base_version: null, updated_at: expect.any(String), author: null };
    expect(JSON.parse(listed).drafts).toEqual([
      { ...row, client_id: "two", size: JSON.stringify(states.two).length },
      { ...row, client_id: "one", size: JSON.stringify(states.one).length },
    ]);
    const draft = await editor("GET", "/draft/two");
    expect(draft.headers.get("content-type")).toContain("application/json");
    expect((await draft.json()) as StoredDraft).toEqual({ ...JSON.parse(listed).drafts[0], vms_json: states.two });
    expect((await editor("GET", "/draft/three")).status).toBe(404);
  });

  it("are discarded beyond a budget, oldest first and those of open tabs last", async () => {
    const { editor, put, drafts } = await open("budget");
    await put("here", words(1_900_000));
    await editor("PUT", "/presence/here", { author: "Anna", mode: "editing" });
    const tabs = [..."abcdefgh"];
    for (const tab of tabs) expect((await put(tab, words(1_900_000))).status).toBe(204);
    const left = await drafts();
    expect(left.map(({ client_id, size }) => [client_id, size > 0])).toEqual([
      ...tabs.toReversed().map((tab) => [tab, tab !== "a"]),
      ["here", true],
    ]);
    expect(left.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(16 * MB);
    const gone = await editor("GET", "/draft/a");
    expect(gone.status).toBe(404);
    expect(await gone.json()).toMatchObject({ code: "articles.draft_discarded" });
    // A repeated draft fits again.
    expect((await put("a", words(1_900_000))).status).toBe(204);
    expect((await editor("GET", "/draft/a")).status).toBe(200);
    expect((await editor("GET", "/draft/here")).status).toBe(200);
  });

  it("are limited to 100 kept and 100 discarded ones", async () => {
    const { session, put, drafts } = await open("many");
    const sql = `INSERT INTO drafts (session_id, client_id, updated_at, size, vms_json)
      WITH RECURSIVE counted(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < 199)
      SELECT ?, 'tab-' || n, n, iif(n < 100, 0, 1), '' FROM counted`;
    changeIn(appliance.dataDir, sql, session.session_id);
    for (const tab of [200, 201]) expect((await put(`tab-${tab}`, words(1))).status).toBe(204);
    const left = await drafts();
    const hundred = (newest: number) => Array.from({ length: 100 }, (_, index) => `tab-${newest - index}`);
    expect(left.map(({ client_id }) => client_id)).toEqual([...hundred(201), ...hundred(101)]);
    expect(left.map(({ size }) => size > 0)).toEqual([...Array(100).fill(true), ...Array(100).fill(false)]);
  });

  it("from an old data folder are never parsed for lists, whatever their size", { timeout: 120_000 }, async () => {
    const { appliance: first, project: keys } = await startNewsroom();
    const { session } = await open("old", first, keys);
    await first.close();
    rebuildInSchema(first.dataDir, 1, ["projects", "sessions", "settings"], (old) => {
      const insert = old.prepare("INSERT INTO drafts VALUES (?, ?, NULL, ?, ?)");
      const nested = `{"k":[${"[[[[[[[[[[]]]]]]]]]],".repeat(400_000)}0]}`;
      expect(nested.length).toBeGreaterThan(8 * MB);
      for (let tab = 0; tab < 3; tab++) insert.run(session.session_id, `tab-${tab}`, 1_000 + tab, nested);
    });
    // Not enough memory to parse one of them.
    const again = await spawnAppliance({ dataDir: first.dataDir, env: { NODE_OPTIONS: "--max-old-space-size=128" } });
    const reopened = await open("old", again, keys);
    const loaded = await (await reopened.editor("GET", "")).text();
    expect(loaded.length).toBeLessThan(20_000);
    expect(JSON.parse(loaded).drafts).toHaveLength(3);
    const detail = await again.console<SessionDetail>("GET", `/sessions/${session.session_id}`);
    expect(JSON.stringify(detail).length).toBeLessThan(20_000);
    expect(detail.drafts.map(({ size }) => size > 8 * MB)).toEqual(Array(3).fill(true));
    expect((await reopened.editor("GET", "/draft/tab-2")).status).toBe(200);
    await again.close();
  });
});
