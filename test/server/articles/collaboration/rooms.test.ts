import type { Transaction } from "@tiptap/pm/state";
import { Fragment, type MarkType, type Node, type NodeType, Slice } from "prosemirror-model";
import { liftTarget } from "prosemirror-transform";
import { describe, expect, it } from "vitest";
import { articleSchema, type NodeName } from "../../../../server/article/schema.ts";
import { limitSteps } from "../../../../server/articles/collaboration/room.ts";
import type { StepsView } from "../../../../server/contracts/collaboration-api.ts";
import { articleOfKeys, changeIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, stateOf } from "../../../support/site.ts";
import { heartbeat, joinRoom, startWriter } from "../../../support/writer.ts";

const { appliance, site, article } = await startNewsroom();

async function pair(material: string, body = {}) {
  const { session, editor: send, load: view } = await article(material, body);
  await heartbeat(send, "anna");
  const boris = await startWriter(send, "boris");
  const anna = await startWriter(send, "anna");
  return { session, send, view, anna, boris };
}

describe("a room", () => {
  it("begins with the first tab's draft when a second tab opens the article", async () => {
    const { editor: send, load: view } = await article("begin");
    await heartbeat(send, "anna");
    expect(await joinRoom(send, "anna")).toBeNull();
    const draft = { client_id: "anna", vms_json: articleOf("Typed by Anna"), base_version: null, steps: 13 };
    expect((await send("PUT", "/draft", draft)).status).toBe(204);
    const boris = await startWriter(send, "boris");
    expect(boris.text).toBe("Typed by Anna");
    expect(boris.room.origin).toEqual({ client_id: "anna", steps: 13 });
    expect(await view()).toMatchObject({ drafts: [], room: { epoch: boris.room.epoch, saved_n: 0 } });
  });

  it("keeps the text of two tabs that type at the same time, each in its order", async () => {
    const { anna, boris } = await pair("typing");
    anna.type("aaaa");
    boris.type("bbbb");
    await Promise.all([anna.sync(), boris.sync()]);
    anna.type("AA");
    await anna.sync();
    await boris.sync();
    expect(boris.text).toBe(anna.text);
    expect(anna.text.replaceAll("b", "")).toBe("aaaaAA");
    expect(anna.text.replaceAll(/a/gi, "")).toBe("bbbb");
  });

  it("stores repeated steps once", async () => {
    const { send, anna, boris } = await pair("lost");
    anna.type("once");
    const body = anna.body();
    for (const _ of [1, 2, 3]) expect((await send("POST", "/steps", body)).status).toBe(200);
    await anna.sync();
    await boris.sync();
    expect([anna.text, boris.text]).toEqual(["once", "once"]);
  });

  it("saves the shared text twice without a conflict", async () => {
    const { send, view, anna, boris } = await pair("saving");
    anna.type("Together");
    await anna.sync();
    await boris.sync();
    const save = (save_id: string) =>
      send("POST", "/versions", { save_id, epoch: anna.room.epoch, user_email: "anna" });
    expect((await Promise.all([save("one"), save("two")])).map(({ status }) => status)).toEqual([201, 201]);
    const after = await view();
    expect(after.current_version).toBe(2);
    expect(JSON.stringify(after.vms_json)).toContain("Together");
    expect(after.room).toEqual({ epoch: anna.room.epoch, saved_n: 8, base_version: 2 });
  });

  it("restarts with a version saved by an API client, and keeps the unsaved text as a draft", async () => {
    const { send, view, anna } = await pair("replaced");
    anna.type("Unsaved");
    await anna.sync();
    const body = { save_id: "program", vms_json: articleOf("By a program"), base_version: null };
    expect((await send("POST", "/versions", body)).status).toBe(201);
    const { room, drafts } = await view();
    expect(room?.epoch).not.toBe(anna.room.epoch);
    expect(room?.base_version).toBe(1);
    expect(drafts).toMatchObject([{ client_id: expect.stringMatching(/^kept-/), author: "anna, boris" }]);
    const kept = await (await send("GET", `/draft/${drafts[0]?.client_id}`)).text();
    expect(kept).toContain("Unsaved");
    anna.type("more");
    expect((await send("POST", "/steps", anna.body())).status).toBe(409);
    expect((await startWriter(send, "anna")).text).toBe("By a program");
  });
});

it("keeps at most 100 replaced documents as drafts", async () => {
  const { session, send, view } = await pair("budget");
  const sql = `INSERT INTO drafts (session_id, client_id, updated_at, size, vms_json)
    WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 100)
    SELECT ?, 'kept-' || n, n, 1, '' FROM counted`;
  changeIn(appliance.dataDir, sql, session.session_id);
  const body = { client_id: "anna", writer_key: "anna-0123456789abcdef", author: "anna" };
  for (const text of ["One", "Two"])
    expect((await send("PUT", "/room", { ...body, vms_json: articleOf(text) })).status).toBe(200);
  const kept = (await view()).drafts.filter(({ size }) => size > 0).map(({ client_id }) => client_id);
  expect([kept.length, kept.includes("kept-1"), kept.includes("kept-2")]).toEqual([100, false, true]);
});

it("limits the steps of an article with many writers, and the memory for it", () => {
  const limits = new Map();
  for (let writer = 0; writer < 3_000; writer++) limitSteps({ limits }, `writer ${writer}`, 1, 0);
  expect(limits.size).toBeLessThan(2_000);
  expect(() => {
    for (let writer = 0; writer < 20_000; writer++) limitSteps({ limits }, `other ${writer}`, 1, 0);
  }).toThrow(/too often/);
});

describe("invalid steps", () => {
  /** JSON of a step that inserts a node. */
  const insert = (node: unknown) =>
    `{"stepType":"replace","from":0,"to":0,"slice":{"content":[${typeof node === "string" ? node : JSON.stringify(node)}]}}`;
  const deep = (levels: number) =>
    `${'{"type":"blockquote","content":['.repeat(levels)}{"type":"paragraph"}${"]}".repeat(levels)}`;
  it.each([
    ["text at the top", insert({ type: "text", text: "x" })],
    ["a node of an unknown type", insert({ type: "script" })],
    ["3,000 levels", insert(deep(3_000))],
    ["one level too many", insert(deep(127))],
    ["a position outside the document", '{"stepType":"replace","from":900,"to":905}'],
    ["a wrong attribute", '{"stepType":"attr","pos":0,"attr":"level","value":99}'],
    ["an empty article", '{"stepType":"replace","from":0,"to":2}'],
    ["a file of another article", insert({ type: "figure", attrs: { file: "other-12345678.png" } })],
    ["an unknown type of step", '{"stepType":"eval","code":"1"}'],
    ["a number", "7"],
  ])("are rejected with 422: %s", async (name, step) => {
    const { send, anna, boris } = await pair(name);
    const body = JSON.stringify({ ...anna.body(), steps: [] }).replace("[]", `[${step}]`);
    const refused = await send("POST", "/steps", Buffer.from(body));
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { detail: [{ loc: expect.arrayContaining(["body"]) }] },
    ]);
    anna.type("fine");
    await anna.sync();
    await boris.sync();
    expect(boris.text).toBe("fine");
  });

  it("cannot use another writer's name, an old epoch or exceed the rate limit", async () => {
    const { send, anna, boris } = await pair("forged");
    anna.type("x");
    const forged = { ...anna.body(), writer_key: `${anna.room.writer}` };
    const response = (await (await send("POST", "/steps", forged)).json()) as StepsView;
    expect(response.batches[0]?.writer).not.toBe(anna.room.writer);
    await boris.sync();
    expect((await send("POST", "/steps", { ...anna.body(), epoch: "old" })).status).toBe(409);
    boris.type("b".repeat(4_990));
    await boris.sync();
    boris.type("b".repeat(2_000));
    const flood = await send("POST", "/steps", boris.body());
    expect([flood.status, flood.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^[34]\d$/)]);
  });
});

it("closes the event streams of a project when it is disabled", async () => {
  const own = await appliance.createProject();
  const reader = await (await articleOfKeys(appliance, own, "disabled", site.callbackUrl)).listen();
  await appliance.console("PATCH", `/projects/${own.id}`, { enabled: false });
  await expect(reader.ended).resolves.toBeUndefined();
});

// Pairs of concurrent edits, applied in both orders: both tabs show the same document, and typed text stays.

type Edit = (tr: Transaction) => Transaction;

const { nodes, marks } = articleSchema;
const text = (words: string) => articleSchema.text(words);
const paragraph = (words: string) => nodes.paragraph.create(null, text(words));

/** Position of a block, and of the end of its text. */
function block(doc: Node, index: number): { from: number; to: number; node: Node } {
  let from = 0;
  for (let at = 0; at < index; at++) from += doc.child(at).nodeSize;
  const node = doc.child(index);
  return { from, to: from + node.nodeSize, node };
}

const edit =
  <A extends unknown[]>(make: (tr: Transaction, ...args: A) => Transaction) =>
  (...args: A): Edit =>
  (tr) =>
    make(tr, ...args);

const type = edit((tr, index: number, words: string) => tr.insertText(words, block(tr.doc, index).to - 1));
const typeAtStart = edit((tr, index: number, words: string) => tr.insertText(words, block(tr.doc, index).from + 1));
const remove = edit((tr, index: number) => {
  const { from, to } = block(tr.doc, index);
  return tr.delete(from, to);
});
const move = edit((tr, index: number, to: number) => {
  const { from, to: end, node } = block(tr.doc, index);
  const target = block(tr.doc, to).to;
  tr.delete(from, end);
  return tr.insert(tr.mapping.map(target), node);
});
const heading = edit((tr, index: number, level: number = 2) => {
  const { from, to } = block(tr.doc, index);
  return tr.setBlockType(from + 1, to - 1, nodes.heading, { level });
});
const wrap = edit((tr, index: number, ...types: NodeName[]) => {
  const range = tr.doc.resolve(block(tr.doc, index).from + 1).blockRange();
  if (range === null) throw new Error("There is nothing to wrap.");
  return tr.wrap(
    range,
    types.map((name) => ({ type: articleSchema.nodes[name] as NodeType })),
  );
});
const lift = edit((tr, index: number) => {
  const range = tr.doc.resolve(block(tr.doc, index).from + 2).blockRange();
  const target = range && liftTarget(range);
  if (range == null || target == null) throw new Error("There is nothing to lift.");
  return tr.lift(range, target);
});
const split = edit((tr, index: number, at: number) => tr.split(block(tr.doc, index).from + 1 + at));
const join = edit((tr, index: number) => tr.join(block(tr.doc, index).from));
const bold = edit((tr, index: number, from: number, to: number, mark: MarkType = marks.bold) => {
  const start = block(tr.doc, index).from + 1;
  return tr.addMark(start + from, start + to, mark.create());
});
const paste = edit((tr, index: number, ...words: string[]) => {
  const { to } = block(tr.doc, index);
  return tr.replace(to, to, new Slice(Fragment.from(words.map(paragraph)), 0, 0));
});
const cut = edit((tr, index: number, from: number, to: number) => {
  const start = block(tr.doc, index).from + 1;
  return tr.delete(start + from, start + to);
});
const language = edit((tr, code: string) => tr.setDocAttribute("lang", code));

/** The edits of both tabs, text that the document keeps, and text that is lost with a deleted block. */
const PAIRS: [name: string, one: Edit, other: Edit, kept: string[], lost?: string[]][] = [
  ["typing in different blocks", type(0, " AAA"), type(1, " BBB"), ["AAA", "BBB"]],
  ["typing at the same place", type(0, " AAA"), type(0, " BBB"), ["AAA", "BBB"]],
  ["typing in a block that is joined", join(1), type(1, " BBB"), ["BBB"]],
  ["typing in a block that becomes a heading", heading(1), type(1, " BBB"), ["BBB"]],
  ["typing in a block that becomes a quote", wrap(1, "blockquote"), type(1, " BBB"), ["BBB"]],
  ["typing in a block that becomes a list", wrap(1, "bulletList", "listItem"), type(1, " BBB"), ["BBB"]],
  ["typing at the end of a block that is split", split(1, 3), type(1, " BBB"), ["BBB"]],
  ["typing at the start of a block that is split", split(1, 3), typeAtStart(1, "BBB "), ["BBB"]],
  ["turning the same block into a heading", heading(1), heading(1, 3), ["Second"]],
  ["turning the same block into a callout and a heading", wrap(1, "callout"), heading(1), ["Second"]],
  ["typing in a block that is removed", remove(1), type(1, " BBB"), [], ["BBB"]],
  ["typing in a block that is moved", move(1, 2), type(1, " BBB"), [], ["BBB"]],
  ["moving the same block", move(1, 2), move(1, 0), ["First", "Third"]],
  ["removing the same block", remove(1), remove(1), ["First", "Third"]],
  ["marking overlapping text", bold(1, 0, 4), bold(1, 2, 6, marks.italic), ["Second"]],
  ["marking text that is cut", bold(1, 0, 6), cut(1, 2, 4), ["Send"]],
  ["cutting overlapping text", cut(1, 0, 4), cut(1, 2, 6), ["First", "Third"]],
  ["pasting blocks at the same place", paste(0, "AAA", "PPP"), paste(0, "BBB"), ["AAA", "PPP", "BBB"]],
  ["splitting a block at the same place", split(1, 3), split(1, 3), ["Sec", "ond"]],
  ["setting the language while typing", language("ru"), type(2, " BBB"), ["BBB"]],
  ["typing in a quote that is lifted", lift(3), type(3, ""), ["Fourth"]],
];

const QUOTE = nodes.blockquote.create(null, paragraph("Fourth"));
const START = stateOf(
  ...[...["First", "Second", "Third"].map(paragraph), QUOTE].map((node) => node.toJSON() as object),
);

async function play(name: string, one: Edit, other: Edit): Promise<string> {
  const { anna, boris } = await pair(name, { vms_json: START });
  anna.change(one);
  boris.change(other);
  await anna.sync();
  await boris.sync();
  await anna.sync();
  expect(boris.state.doc.toJSON()).toEqual(anna.state.doc.toJSON());
  boris.state.doc.check();
  return boris.text;
}

it.each(PAIRS)("merges %s", async (name, one, other, kept, lost = []) => {
  const results = [await play(`${name} 1`, one, other), await play(`${name} 2`, other, one)];
  for (const text of results) {
    for (const word of kept) expect(text.split(word), text).toHaveLength(2);
    // The tab of its author keeps lost text as unsaved changes.
    for (const word of lost) expect(text).not.toContain(word);
  }
});
