import { EditorState, type Transaction } from "@tiptap/pm/state";
import { expect, it } from "vitest";
import { addPlaces, fillPlace, removePlace, uploadPlaces } from "../../../../renderer/editor/uploads/upload-places.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { stateOf } from "../support.ts";

function startWith(...paragraphs: string[]): EditorState {
  return EditorState.create({
    doc: articleSchema.nodeFromJSON(stateOf(...paragraphs).doc),
    plugins: [
      uploadPlaces(
        () => {
          throw new Error("nothing is drawn here");
        },
        () => {},
      ),
    ],
  });
}

const media = (file_name: string) => ({ file_name, size: 1, type: "image/png", width: 1, height: 1 });

function fill(state: EditorState, id: string): EditorState {
  return state.apply(fillPlace(state, id, media(id)) as Transaction);
}

const outline = (state: EditorState) =>
  state.doc.children.map((node) => (node.type.name === "figure" ? `[${node.attrs.file}]` : node.textContent));

/** Between the first and the second paragraph. */
const afterFirst = (state: EditorState) => state.doc.child(0).nodeSize;

it.each([[["a", "b", "c"]], [["c", "b", "a"]], [["b", "c", "a"]], [["b", "a", "c"]]])(
  "whatever order they arrive in: %j",
  (arrival) => {
    let state = startWith("one", "two");
    state = state.apply(addPlaces(state, ["a", "b", "c"], afterFirst(state)));
    for (const id of arrival) state = fill(state, id);
    expect(outline(state)).toEqual(["one", "[a]", "[b]", "[c]", "two"]);
  },
);

it("two drops at two places stay at their places", () => {
  let state = startWith("one", "two");
  state = state.apply(addPlaces(state, ["z"], state.doc.content.size));
  state = state.apply(addPlaces(state, ["a", "b"], afterFirst(state)));
  for (const id of ["b", "z", "a"]) state = fill(state, id);
  expect(outline(state)).toEqual(["one", "[a]", "[b]", "two", "[z]"]);
});

it("moves along with what is written before it", () => {
  let state = startWith("one", "two");
  state = state.apply(addPlaces(state, ["a"], afterFirst(state)));
  state = state.apply(state.tr.insertText("One and ", 1));
  state = state.apply(state.tr.split(4));
  expect(outline(fill(state, "a"))).toEqual(["One", " and one", "[a]", "two"]);
});

it("finds a place between two blocks where its surroundings were deleted", () => {
  let state = startWith("one", "two", "three");
  state = state.apply(addPlaces(state, ["a"], afterFirst(state)));
  state = state.apply(state.tr.delete(2, 8));
  expect(outline(fill(state, "a"))).toEqual(["oo", "[a]", "three"]);
});

it("forgets a place that was given up, and changes nothing", () => {
  let state = startWith("one");
  state = state.apply(addPlaces(state, ["a"], state.doc.content.size));
  state = state.apply(removePlace(state, "a"));
  expect(fillPlace(state, "a", media("a"))).toBeNull();
  expect(outline(state)).toEqual(["one"]);
});
