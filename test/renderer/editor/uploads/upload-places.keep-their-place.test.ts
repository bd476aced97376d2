import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import { expect, it } from "vitest";
import { nodeType } from "../../../../renderer/editor/ui/lib/node-type.ts";
import {
  addPlaces,
  fillPlace,
  placeAtSelection,
  removePlace,
  type UploadUse,
} from "../../../../renderer/editor/uploads/upload-places.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { media, outlineOf, stateWith } from "../media-support.ts";

const FIGURE = nodeType(articleSchema, "figure");

function place(state: EditorState, ids: string[], position: number, use?: UploadUse): EditorState {
  return state.apply(addPlaces(state, ids, position, use));
}

function fill(state: EditorState, id: string, type?: string): EditorState {
  return state.apply(fillPlace(state, id, media(id, type)) as Transaction);
}

/** The place before the block number `index`. */
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

it.each([[["a", "b", "c"]], [["c", "a", "b"]], [["b", "c", "a"]]])(
  "pictures that came as a gallery are one, in their order, whatever order they arrive in: %j",
  (arrival) => {
    let state = stateWith("one", "two");
    state = place(state, ["a", "b", "c"], startOf(state, 1), "gallery");
    for (const id of arrival) state = fill(state, id);
    expect(outlineOf(state)).toEqual(["one", "[a b c]", "two"]);
  },
);

it("what is no picture stands after the gallery that it was chosen with, whenever it comes", () => {
  for (const arrival of [
    ["film", "a", "paper", "b"],
    ["b", "paper", "a", "film"],
  ]) {
    let state = place(stateWith("one"), ["a", "b"], 0, "gallery");
    state = place(state, ["film", "paper"], 0);
    for (const id of arrival) state = fill(state, id, { film: "video/mp4", paper: "application/pdf" }[id]);
    expect(outlineOf(state)).toEqual(["[a b]", "{film}", "{paper}", "one"]);
  }
});

it("two galleries and a picture under way do not mix", () => {
  let state = stateWith("one");
  state = place(state, ["a", "b"], 0, "gallery");
  state = place(state, ["c"], 0);
  state = place(state, ["d", "e"], startOf(state, 1), "gallery");
  for (const id of ["e", "b", "c", "a", "d"]) state = fill(state, id);
  expect(outlineOf(state).sort()).toEqual(["[a b]", "[c]", "[d e]", "one"]);
});

it("a picture for a gallery stands in it where it was put, and what is no picture after it", () => {
  let state = stateWith("[a b]", "end");
  const betweenPictures = 1 + (state.doc.firstChild?.firstChild?.nodeSize ?? 0);
  state = place(state, ["c", "film"], betweenPictures);
  state = fill(fill(state, "film", "video/mp4"), "c");
  expect(outlineOf(state)).toEqual(["[a c b]", "{film}", "end"]);
});

it("a gallery that is gone while its pictures come in is begun anew", () => {
  let state = stateWith("one", "two");
  state = fill(place(state, ["a", "b"], startOf(state, 1), "gallery"), "a");
  state = state.apply(state.tr.delete(startOf(state, 1), startOf(state, 2)));
  expect(outlineOf(fill(state, "b"))).toEqual(["one", "[b ]", "two"]);
});

it("a poster comes to its film, wherever that has gone meanwhile", () => {
  let state = stateWith("one", "{film}", "two");
  state = place(state, ["still"], startOf(state, 2), "poster");
  state = state.apply(state.tr.insertText("And ", 1));
  state = state.apply(state.tr.insert(startOf(state, 2), articleSchema.node("paragraph")));
  state = fill(state, "still");
  expect(outlineOf(state)).toEqual(["And one", "{film}", "", "two"]);
  expect(state.doc.child(1).attrs.poster).toBe("still");
});

it("a poster whose film is gone, or that is no picture, changes nothing", () => {
  let state = stateWith("one", "{film}");
  state = place(state, ["still", "sound"], state.doc.content.size, "poster");
  expect(fill(state, "sound", "audio/mpeg").doc.eq(state.doc)).toBe(true);
  state = state.apply(state.tr.delete(startOf(state, 1), state.doc.content.size));
  expect(outlineOf(fill(state, "still"))).toEqual(["one"]);
});

it("comes in where the cursor is: before an empty paragraph, after any other block, in the gallery of a picture", () => {
  const at = (state: EditorState, position: number) =>
    placeAtSelection(state.apply(state.tr.setSelection(TextSelection.create(state.doc, position))), FIGURE);
  const text = stateWith("one", "", "two");
  expect(at(text, 2)).toBe(startOf(text, 1));
  expect(at(text, startOf(text, 1) + 1)).toBe(startOf(text, 1));
  expect(at(text, startOf(text, 2) + 1)).toBe(text.doc.content.size);
  const gallery = stateWith("[a b]");
  expect(at(gallery, 2)).toBe(3);
});

it("stands in a column beside the words there, but after a whole list and a whole quote", () => {
  const paragraph = articleSchema.node("paragraph", null, articleSchema.text("words"));
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

it.each([[["a", "b", "c"]], [["c", "b", "a"]], [["b", "c", "a"]], [["b", "a", "c"]]])(
  "pictures of a drop stand in its order, whatever order they arrive in: %j",
  (arrival) => {
    let state = stateWith("one", "two");
    state = place(state, ["a", "b", "c"], startOf(state, 1));
    for (const id of arrival) state = fill(state, id);
    expect(outlineOf(state)).toEqual(["one", "[a]", "[b]", "[c]", "two"]);
  },
);

it("two drops at two places stay at their places", () => {
  let state = stateWith("one", "two");
  state = place(state, ["z"], state.doc.content.size);
  state = place(state, ["a", "b"], startOf(state, 1));
  for (const id of ["b", "z", "a"]) state = fill(state, id);
  expect(outlineOf(state)).toEqual(["one", "[a]", "[b]", "two", "[z]"]);
});

it("a place moves along with what is written before it", () => {
  let state = stateWith("one", "two");
  state = place(state, ["a"], startOf(state, 1));
  state = state.apply(state.tr.insertText("One and ", 1));
  state = state.apply(state.tr.split(4));
  expect(outlineOf(fill(state, "a"))).toEqual(["One", " and one", "[a]", "two"]);
});

it("a place is found between two blocks where its surroundings were deleted", () => {
  let state = stateWith("one", "two", "three");
  state = place(state, ["a"], startOf(state, 1));
  state = state.apply(state.tr.delete(2, 8));
  expect(outlineOf(fill(state, "a"))).toEqual(["oo", "[a]", "three"]);
});

it("a place that was given up is forgotten, and nothing changes", () => {
  let state = stateWith("one");
  state = place(state, ["a"], state.doc.content.size);
  state = state.apply(removePlace(state, "a"));
  expect(fillPlace(state, "a", media("a"))).toBeNull();
  expect(outlineOf(state)).toEqual(["one"]);
});
