import { describe, expect, it } from "vitest";
import { containerSign } from "../../../server/article/containers.ts";
import {
  documentJson,
  filesOf,
  MAX_DOCUMENT_DEPTH,
  MAX_DOCUMENT_NODES,
  ownName,
  readState,
} from "../../../server/article/document.ts";
import { articleSchema } from "../../../server/article/schema.ts";
import {
  type AssetFacts,
  type DocumentNode,
  type GalleyState,
  withDummyUrls,
} from "../../../server/article/vms-json.ts";

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const state = (doc: unknown, rest: Record<string, unknown> = {}) => ({ format: "galley/1", doc, assets: {}, ...rest });
const doc = (...content: unknown[]) => ({ type: "doc", content });

function nested(levels: number, leaf: unknown): unknown {
  let at = leaf;
  for (let level = 0; level < levels; level++) at = { type: "blockquote", content: [at] };
  return at;
}

describe("readState", () => {
  it("reads PHP's [] as an empty map", () => {
    const read = readState(state(doc({ type: "paragraph", attrs: [] }), { assets: [] }));
    expect(read).toMatchObject({ ok: true, state: { assets: {} } });
    expect(readState(state(doc(paragraph("x")), { assets: { "a.jpg": [] } }))).toMatchObject({
      ok: true,
      state: { assets: { "a.jpg": { clientUrl: "dummy-a.jpg" } } },
    });
  });

  it("keeps asset entries that are not files unchanged", () => {
    const assets = JSON.parse(
      '{"my cat.png":{"clientUrl":"https://site/c.png"},"кот.png":{},"a&b+c%20.png":{"x":1},"../a.jpg":"text","__proto__":{"y":2},"":[1],"a.jpg":"x","note":null}',
    );
    const read = readState(state(doc(paragraph("x")), { assets }));
    expect(read.ok).toBe(true);
    if (read.ok) expect(JSON.stringify(read.state.assets)).toBe(JSON.stringify(assets));
  });

  /** A document of one invalid paragraph. */
  const block = (wrong: object) => state(doc({ type: "paragraph", ...wrong }));
  const heading = (level: unknown) => state(doc({ type: "heading", attrs: { level } }));
  const figure = (attrs: object) => state(doc({ type: "figure", attrs }));
  const marked = { type: "text", text: "x", marks: [{ type: "blink" }] };
  it.each([
    ["null", null, /not a JSON object/],
    ["a list", [1], /not a JSON object/],
    ["another editor's state", { assets: {}, blocks: [] }, /not made by this editor/],
    ["no document", { format: "galley/1", assets: {} }, /not a JSON object/],
    ["a root that is not a doc", state(paragraph("x")), /type "doc"/],
    ["an empty doc", state(doc()), /article schema/],
    ["an unknown node", state(doc(paragraph("x"), { type: "marquee" })), /"marquee"/],
    ["a type named like a method", state(doc({ type: "constructor" })), /"constructor"/],
    ["a type that is not a string", state(doc({ type: ["paragraph"] })), /a object/],
    ["a node that is not an object", state(doc(paragraph("x"), null)), /not a JSON object/],
    ["an unknown mark", block({ content: [marked] }), /"blink"/],
    ["an unknown attribute", block({ attrs: { style: "x" } }), /"style"/],
    ["an unknown key", block({ html: "x" }), /"html"/],
    ["a __proto__ key", state(doc(JSON.parse('{"type":"paragraph","__proto__":{}}'))), /__proto__/],
    ["a heading level out of range", heading(1), /integer from 2 to 4/],
    ["a level with markup", heading("2><script>"), /integer/],
    ["an attribute of the wrong type", figure({ file: { a: 1 } }), /must be a string/],
    ["a very long attribute", figure({ alt: "x".repeat(4001) }), /4000 characters/],
    ["text in the wrong place", state(doc({ type: "text", text: "x" })), /article schema/],
    ["an empty text", block({ content: [{ type: "text", text: "" }] }), /article schema/],
    ["a text without text", block({ content: [{ type: "text" }] }), /article schema/],
    ["content that is not a list", block({ content: {} }), /not an array/],
    ["assets that are a list", state(doc(paragraph("x")), { assets: [1] }), /assets/],
  ])("rejects %s", (_name, vmsJson, problem) => {
    expect(readState(vmsJson)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  it("limits the depth without exhausting the stack", () => {
    const leaf = paragraph("x");
    expect(readState(state(doc(nested(MAX_DOCUMENT_DEPTH - 3, leaf))))).toMatchObject({ ok: true });
    const problem = expect.stringContaining("nested");
    for (const levels of [MAX_DOCUMENT_DEPTH - 2, 300_000])
      expect(readState(state(doc(nested(levels, leaf))))).toMatchObject({ ok: false, problem });
    const deepKey = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    for (const rest of [{ extra: deepKey }, { assets: { "a.jpg": { x: deepKey } } }])
      expect(readState(state(doc(leaf), rest))).toMatchObject({ ok: false, problem });
  });

  it("limits the number of nodes and marks", () => {
    const many = (count: number) =>
      state({ type: "doc", content: Array.from({ length: count }, () => ({ type: "paragraph" })) });
    expect(readState(many(MAX_DOCUMENT_NODES - 1))).toMatchObject({ ok: true });
    const tooMany = { ok: false, problem: expect.stringContaining("nodes") };
    expect(readState(many(MAX_DOCUMENT_NODES))).toMatchObject(tooMany);
    const marks = Array.from({ length: MAX_DOCUMENT_NODES }, () => ({ type: "bold" }));
    const marked = { type: "paragraph", content: [{ type: "text", text: "x", marks }] };
    expect(readState(state(doc(marked, paragraph("y"))))).toMatchObject(tooMany);
  });
});

it("omits an empty poster from the document's JSON", () => {
  const attrs = { href: "https://youtu.be/dQw4w9WgXcQ", title: "", shape: "" };
  const written = (more: object) => {
    const doc = { type: "doc", content: [{ type: "embed", attrs: { ...attrs, ...more } }] };
    const read = readState({ format: "galley/1", doc, assets: {} });
    if (!read.ok) throw new Error(read.problem);
    return documentJson(read.doc).content?.[0]?.attrs;
  };
  expect(written({})).toEqual(attrs);
  expect(written({ poster: "still.jpg" })).toEqual({ ...attrs, poster: "still.jpg" });
});

const docOf = (...content: DocumentNode[]) => articleSchema.nodeFromJSON({ type: "doc", content });
const block = (type: string, text: string): DocumentNode => ({
  type,
  ...(text === "" ? {} : { content: [{ type: "text", text }] }),
});
const heading = (text: string) => block("heading", text);
const words = (text: string) => block("paragraph", text);

it.each<[string, DocumentNode[], string | null]>([
  ["its first heading", [words("Words."), heading(""), heading("The harbour")], "The harbour"],
  ["its first text", [words(""), words("The ferry  sails again."), words("More.")], "The ferry sails again."],
  [
    "the text of a list item",
    [{ type: "bulletList", content: [{ type: "listItem", content: [words("Bread")] }] }],
    "Bread",
  ],
  [
    "a long text, cut at the end of a word",
    [words(`The ferry between the two banks of the river sails again, as the harbour master said to our reporter`)],
    "The ferry between the two banks of the river sails again, as the harbour master…",
  ],
  ["a long word, cut", [words("x".repeat(500))], `${"x".repeat(80)}…`],
  ["nothing without text", [words(" ")], null],
])("names an article after %s", (_, content, name) => {
  expect(ownName(docOf(...content))).toBe(name);
});

const figure = (file: string) => ({ type: "figure", attrs: { file } });
const given: GalleyState = {
  format: "galley/1",
  doc: {
    type: "doc",
    content: [figure("b.png"), { type: "blockquote", content: [figure("a.jpg")] }, figure("b.png"), figure("")],
  },
  assets: {
    "a.jpg": { clientUrl: "https://site.example/a.jpg", type: "wrong/type", width: 1, height: 1, site: { id: 7 } },
    "b.png": { clientUrl: "dummy-b.png" },
    "unused.gif": { clientUrl: "https://site.example/unused.gif" },
  },
  siteKey: 1,
};
const facts = (size: number, width: number | null): AssetFacts => ({ type: "image/jpeg", size, width, height: width });

it("lists the files of a document in order, without duplicates", () => {
  const read = readState(given);
  expect(read.ok && filesOf(read.doc)).toEqual(["b.png", "a.jpg"]);
});

it("lists exactly an archive's files with temporary references, and keeps the site's keys", () => {
  const before = structuredClone(given);
  const state = withDummyUrls(
    given,
    new Map([
      ["b.png", facts(5, 20)],
      ["a.jpg", facts(9, null)],
    ]),
  );
  expect(state).toEqual({
    ...before,
    assets: {
      "b.png": { clientUrl: "dummy-b.png", type: "image/jpeg", size: 5, width: 20, height: 20 },
      "a.jpg": { clientUrl: "dummy-a.jpg", type: "image/jpeg", size: 9, site: { id: 7 } },
    },
  });
  expect(given).toEqual(before);
});

describe("containerSign", () => {
  it.each([
    [{ color: "#c00" }, "#c00"],
    [{ colour: "rgb(10 20 30 / 50%)" }, "rgb(10 20 30 / 50%)"],
    [{ style: "padding: 1em; border-left: 4px solid teal; background: #eee" }, "teal"],
    [{ style: { borderRadius: "4px", backgroundColor: "hsl(10, 20%, 30%)" } }, "hsl(10, 20%, 30%)"],
    [{ style: "border: none; background: url(https://example.org/x.png) repeat" }, ""],
    [{ color: "red; background: url(//x)" }, ""],
    [{ color: "var(--x)" }, ""],
    [{ color: "url(//x)" }, ""],
    [{ color: { r: 1 } }, ""],
    [null, ""],
  ])("reads %j as the colour %j", (definition, color) => {
    expect(containerSign(definition).color).toBe(color);
  });

  it.each([
    ["AD", "AD"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["data:image/svg+xml,<svg/>", "data:image/svg+xml,<svg/>"],
    ["https://example.org/x.png", ""],
    ["data:text/html,<b>", ""],
    ["star-outline", ""],
    [7, ""],
  ])("reads the icon %j as %j", (icon, shown) => {
    expect(containerSign({ icon }).icon).toBe(shown);
  });

  it("cuts a long description, and ignores one that is not a text", () => {
    expect(containerSign({ description: ` A  paid\nnotice ${"x".repeat(1_000)}` }).description).toHaveLength(300);
    expect(containerSign({ description: ["no"] }).description).toBe("");
  });
});
