import { expect, it } from "vitest";
import { assetsOf, buildState, readDoc, sameDoc } from "../../../../renderer/editor/drafts/galley-state.ts";
import { documentJson } from "../../../../server/article/document.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { stateOf } from "../support.ts";

const doc = articleSchema.nodeFromJSON({
  type: "doc",
  content: [
    { type: "figure", attrs: { file: "a-1.jpg", alt: "A" } },
    { type: "figure", attrs: { file: "b-2.jpg", alt: "" } },
    { type: "figure", attrs: { file: "a-1.jpg", alt: "again" } },
  ],
});

it("keeps unknown keys of the state and its entries, and lists exactly the document's files", () => {
  const entries: Record<string, { clientUrl: string; credit?: string }> = {
    "a-1.jpg": { clientUrl: "https://site.example/a-1.jpg", credit: "AP" },
    "gone.jpg": { clientUrl: "https://site.example/gone.jpg" },
  };
  const saved = buildState({ format: "galley/1", doc: {}, assets: {}, section: 7 }, doc, (file) => entries[file]);
  expect(saved.section).toBe(7);
  expect(saved.format).toBe("galley/1");
  expect(saved.assets).toEqual({
    "a-1.jpg": { clientUrl: "https://site.example/a-1.jpg", credit: "AP" },
    "b-2.jpg": { clientUrl: "dummy-b-2.jpg" },
  });
  expect(readDoc(saved)).toEqual(documentJson(doc));
  // An uncropped picture has no crop attribute, as before cropping existed.
  expect(JSON.stringify(saved)).not.toContain('"crop"');
});

it("keeps the site's own keys in assets, and never treats them as files", () => {
  const assets = { "my cat.png": { clientUrl: "https://site.example/c.png" }, note: ["kept"] };
  const loaded = { format: "galley/1", doc: doc.toJSON(), assets: { ...assets, "a-1.jpg": {} } };
  expect(buildState(loaded, doc, () => undefined).assets).toEqual({
    ...assets,
    "a-1.jpg": { clientUrl: "dummy-a-1.jpg" },
    "b-2.jpg": { clientUrl: "dummy-b-2.jpg" },
  });
  expect(Object.keys(assetsOf(loaded))).toEqual(["a-1.jpg"]);
});

it("compares only the documents of two states", () => {
  expect(sameDoc(stateOf("one"), { ...stateOf("one"), section: 7 })).toBe(true);
  expect(sameDoc(stateOf("one"), stateOf("two"))).toBe(false);
  const empty = { type: "doc", content: [{ type: "paragraph" }] };
  expect(sameDoc(null, { format: "galley/1", doc: empty, assets: [] })).toBe(true);
  expect(sameDoc(stateOf("one"), { blocks: [] })).toBe(false);
});

it("does not read another editor's state or an invalid document", () => {
  expect(readDoc({ blocks: [] })).toBeNull();
  expect(readDoc({ format: "galley/1", doc: { type: "doc", content: [{ type: "table" }] }, assets: {} })).toBeNull();
});
