import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import { expect, it } from "vitest";
import { nodeType } from "../../../../renderer/editor/article/commands/block-places.ts";
import { isLargePicture, largePictures } from "../../../../renderer/editor/uploads/large-pictures.ts";
import {
  addPlaces,
  fillPlace,
  placeAtSelection,
  removePlace,
  type UploadUse,
} from "../../../../renderer/editor/uploads/upload-places.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import type { AssetEntry } from "../../../../server/article/vms-json.ts";
import { docOf, outlineOf, stateWith } from "../article.ts";
import { media } from "../support.ts";

const FIGURE = nodeType(articleSchema, "figure");

function place(state: EditorState, ids: string[], position: number, use?: UploadUse): EditorState {
  return state.apply(addPlaces(state, ids, position, use));
}

function fill(state: EditorState, id: string, type?: string): EditorState {
  return state.apply(fillPlace(state, id, media(id, type)) as Transaction);
}

/** The position before the block with this index. */
const startOf = (state: EditorState, index: number) => state.doc.resolve(0).posAtIndex(index, 0);

it.each([
  ["image/avif", "figure"],
  ["video/mp4", "video"],
  ["audio/ogg", "audio"],
  ["application/pdf", "fileDownload"],
])("%s becomes a %s", (type, name) => {
  const state = fill(place(stateWith("one"), ["x"], 0), "x", type);
  expect(state.doc.firstChild?.type.name).toBe(name);
  expect(state.doc.firstChild?.attrs.file).toBe("x");
});

/** `1: a b` adds files a and b before the block with index 1. */
function addFiles(state: EditorState, files: string): EditorState {
  const [before, ids = ""] = files.split(": ");
  return place(state, ids.split(" "), startOf(state, Number(before)));
}

it.each<[string, string[], string[], string[], string[]]>([
  [
    "dropped pictures keep their order",
    ["one", "two"],
    ["1: a b c"],
    ["a b c", "c b a", "b c a", "b a c"],
    ["one", "[a]", "[b]", "[c]", "two"],
  ],
  ["two drops keep their places", ["one", "two"], ["2: z", "1: a b"], ["b z a"], ["one", "[a]", "[b]", "two", "[z]"]],
])("%s in any order of arrival", (_, blocks, added, arrivals, expected) => {
  for (const arrival of arrivals) {
    let state = added.reduce(addFiles, stateWith(...blocks));
    for (const id of arrival.split(" ")) state = fill(state, id);
    expect(outlineOf(state), arrival).toEqual(expected);
  }
});

it("inserts a picture at its place in a gallery, and a video after the gallery", () => {
  let state = stateWith("[a b]", "end");
  const betweenPictures = 1 + (state.doc.firstChild?.firstChild?.nodeSize ?? 0);
  state = place(state, ["c", "clip"], betweenPictures);
  state = fill(fill(state, "clip", "video/mp4"), "c");
  expect(outlineOf(state)).toEqual(["[a c b]", "{clip}", "end"]);
});

it("sets a poster on its video, even if the video has moved", () => {
  let state = stateWith("one", "{clip}", "two");
  state = place(state, ["still"], startOf(state, 2), "poster");
  state = state.apply(state.tr.insertText("And ", 1));
  state = state.apply(state.tr.insert(startOf(state, 2), articleSchema.node("paragraph")));
  state = fill(state, "still");
  expect(outlineOf(state)).toEqual(["And one", "{clip}", "", "two"]);
  expect(state.doc.child(1).attrs.poster).toBe("still");
});

it("ignores a poster that is not a picture or whose video was deleted", () => {
  let state = stateWith("one", "{clip}");
  state = place(state, ["still", "sound"], state.doc.content.size, "poster");
  expect(fill(state, "sound", "audio/mpeg").doc.eq(state.doc)).toBe(true);
  state = state.apply(state.tr.delete(startOf(state, 1), state.doc.content.size));
  expect(outlineOf(fill(state, "still"))).toEqual(["one"]);
});

it("places a file before an empty paragraph, after a block, or in the gallery at the cursor", () => {
  const at = (state: EditorState, position: number) =>
    placeAtSelection(state.apply(state.tr.setSelection(TextSelection.create(state.doc, position))), FIGURE);
  const text = stateWith("one", "", "two");
  expect(at(text, 2)).toBe(startOf(text, 1));
  expect(at(text, startOf(text, 1) + 1)).toBe(startOf(text, 1));
  expect(at(text, startOf(text, 2) + 1)).toBe(text.doc.content.size);
  const gallery = stateWith("[a b]");
  expect(at(gallery, 2)).toBe(3);
});

it("places a file inside a column, but after a list or a quote", () => {
  const paragraph = articleSchema.node("paragraph", null, articleSchema.text("text"));
  const column = articleSchema.node("column", null, paragraph);
  const list = articleSchema.node("bulletList", null, articleSchema.node("listItem", null, paragraph));
  const quote = articleSchema.node("blockquote", null, paragraph);
  for (const [block, inside, expected] of [
    [articleSchema.node("columns", null, [column, column]), 3, 2 + paragraph.nodeSize],
    [list, 4, list.nodeSize],
    [quote, 3, quote.nodeSize],
  ] as const) {
    const state = stateWith("one");
    const next = state.apply(state.tr.replaceWith(0, state.doc.content.size, block));
    const cursor = next.apply(next.tr.setSelection(TextSelection.create(next.doc, inside)));
    expect(placeAtSelection(cursor, FIGURE)).toBe(expected);
  }
});

it("moves an upload's place with the text before it, and keeps it between two blocks", () => {
  let state = stateWith("one", "two");
  state = place(state, ["a"], startOf(state, 1));
  state = state.apply(state.tr.insertText("One and ", 1));
  state = state.apply(state.tr.split(4));
  expect(outlineOf(fill(state, "a"))).toEqual(["One", " and one", "[a]", "two"]);
  state = state.apply(state.tr.delete(8, 18));
  expect(outlineOf(fill(state, "a"))).toEqual(["One", " ao", "[a]"]);
});

it("ignores an upload whose place was removed", () => {
  let state = stateWith("one");
  state = place(state, ["a"], state.doc.content.size);
  state = state.apply(removePlace(state, "a"));
  expect(fillPlace(state, "a", media("a"))).toBeNull();
  expect(outlineOf(state)).toEqual(["one"]);
});

const small = { clientUrl: "dummy-x", type: "image/jpeg", width: 100, height: 100, size: 100 };
const entry = (change: Partial<AssetEntry>): AssetEntry => ({ ...small, ...change });

it.each<[string, Partial<AssetEntry>, boolean]>([
  ["accepts the maximum side", { width: 2560, height: 1700 }, false],
  ["reports one pixel more in width", { width: 2561 }, true],
  ["reports one pixel more in height", { height: 2561 }, true],
  ["accepts the maximum file size", { size: 3_000_000 }, false],
  ["reports one byte more", { size: 3_000_001 }, true],
  ["ignores a drawing", { type: "image/svg+xml", width: 9000 }, false],
  ["ignores a GIF", { type: "image/gif", size: 9_000_000 }, false],
  ["ignores a video", { type: "video/mp4", size: 90_000_000, width: 3840 }, false],
  ["reports a large PNG", { type: "image/png", width: 3000 }, true],
  ["reports a large AVIF", { type: "image/avif", width: 3000 }, true],
])("isLargePicture %s", (_, change, expected) => {
  expect(isLargePicture("x", entry(change))).toBe(expected);
});

it("isLargePicture uses the file name if the type is unknown", () => {
  expect(isLargePicture("photo.webp", { clientUrl: "", width: 4000 })).toBe(true);
  expect(isLargePicture("drawing.svg", { clientUrl: "", width: 4000 })).toBe(false);
});

it("finds pictures, also in galleries and posters, once with the first position", () => {
  const doc = articleSchema.nodeFromJSON(docOf("one", "[big]", "[small big2]", "{video}", "[big]", "[unknown]"));
  const video = articleSchema.node("video", { file: "video", poster: "still" });
  const withPoster = doc.replace(
    doc.resolve(0).posAtIndex(3, 0),
    doc.resolve(0).posAtIndex(4, 0),
    articleSchema.node("doc", null, video).slice(0),
  );
  const entries: Record<string, AssetEntry> = {
    big: entry({ width: 4000, height: 3000, size: 5_000_000 }),
    small: entry({}),
    big2: entry({ width: 3000 }),
    video: entry({ type: "video/mp4", size: 9e9 }),
    still: entry({ height: 5000 }),
  };
  const found = largePictures(withPoster, (file) => entries[file]);
  expect(found.map(({ file }) => file)).toEqual(["big", "big2", "still"]);
  expect(found[0]).toEqual({ file: "big", size: 5_000_000, from: 5, to: 7 });
  for (const { file, from: position } of found) {
    const { attrs } = withPoster.nodeAt(position) ?? {};
    expect([attrs?.file, attrs?.poster]).toContain(file);
  }
});
