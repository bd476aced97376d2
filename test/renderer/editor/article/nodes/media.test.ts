import { type EditorState, NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import {
  galleryOfRun,
  movePicture,
  placePicture,
  removeBlockTransaction,
  ungroupGallery,
} from "../../../../../renderer/editor/article/nodes/media/media-commands.ts";
import { typeBesideBlock } from "../../../../../renderer/editor/article/nodes/media/media-keys.ts";
import { buildState } from "../../../../../renderer/editor/drafts/galley-state.ts";
import { type Assets, createAssets } from "../../../../../renderer/editor/uploads/assets.ts";
import { addPlaces, fillPlace } from "../../../../../renderer/editor/uploads/upload-places.ts";
import { readState } from "../../../../../server/article/document.ts";
import { articleSchema } from "../../../../../server/article/schema.ts";
import { editorOf, lineOf, node, outlineOf, p, select as selectText, stateWith } from "../../article.ts";
import { media } from "../../support.ts";

const startOf = (state: EditorState, index: number) => state.doc.resolve(0).posAtIndex(index, 0);
const apply = (state: EditorState, tr: Transaction | null) => state.apply(tr as Transaction);
/** Size of an empty figure. */
const SIZE = 2;
const select = (state: EditorState, from: number, to = from) =>
  state.apply(state.tr.setSelection(TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))));

describe("galleryOfRun", () => {
  it("uses only the selected pictures", () => {
    const state = stateWith("one", "[a]", "[b]", "[c]", "two");
    const selected = select(state, startOf(state, 1) + 1, startOf(state, 2) + 1);
    expect(outlineOf(apply(selected, galleryOfRun(selected, 2)))).toEqual(["one", "[a b]", "[c]", "two"]);
  });

  it("uses all neighbours of the picture at the cursor, with captions and credits", () => {
    let state = stateWith("[a]", "one", "[b]", "[c]");
    state = state.apply(state.tr.insertText("The ferry", startOf(state, 3) + 1));
    state = state.apply(state.tr.setNodeAttribute(startOf(state, 3), "credit", "Anna"));
    const cursor = select(state, startOf(state, 3) + 1);
    const made = apply(cursor, galleryOfRun(cursor));
    expect(outlineOf(made)).toEqual(["[a]", "one", "[b c]"]);
    const picture = made.doc.child(2).child(1);
    expect([picture.textContent, picture.attrs.credit]).toEqual(["The ferry", "Anna"]);
  });

  it("skips empty paragraphs, but does nothing if text is between the pictures", () => {
    const state = stateWith("[a]", "", "[b]", "words", "[c]");
    const empty = select(state, 1, startOf(state, 2) + 1);
    expect(outlineOf(apply(empty, galleryOfRun(empty)))).toEqual(["[a b]", "words", "[c]"]);
    const withText = select(state, 1, startOf(state, 4) + 1);
    expect(galleryOfRun(withText)).toBeNull();
    expect(galleryOfRun(select(state, startOf(state, 3) + 1))).toBeNull();
    expect(galleryOfRun(select(stateWith("[a]"), 1), 2)).toBeNull();
  });

  it("is reverted by ungroupGallery", () => {
    const state = stateWith("one", "[a b]", "two");
    expect(outlineOf(apply(state, ungroupGallery(state, startOf(state, 1))))).toEqual(["one", "[a]", "[b]", "two"]);
    expect(ungroupGallery(state, 0)).toBeNull();
  });
});

describe("the order of pictures", () => {
  const fileOf = (state: EditorState) => (state.selection as NodeSelection).node.attrs.file;

  it("changes by one place, keeps the picture selected and stops at both ends", () => {
    let state = stateWith("[a b c]");
    for (const [step, after] of [
      [1, "[b a c]"],
      [1, "[b c a]"],
      [-1, "[b a c]"],
    ] as const) {
      const from = state.selection instanceof NodeSelection ? state.selection.from : 1;
      state = apply(state, movePicture(state, from, step));
      expect([outlineOf(state), fileOf(state)]).toEqual([[after], "a"]);
    }
    expect(movePicture(state, 1, -1)).toBeNull();
    expect(movePicture(state, 1 + 2 * SIZE, 1)).toBeNull();
    expect(movePicture(stateWith("[a]", "[b]"), 0, 1)).toBeNull();
  });

  it("changes for pictures with captions of any length", () => {
    let state = stateWith("[a b c]");
    state = state.apply(state.tr.insertText("A long caption", 2));
    const wide = SIZE + "A long caption".length;
    state = apply(state, placePicture(state, 1, 1 + wide + 2 * SIZE));
    expect(outlineOf(state)).toEqual(["[b c a]"]);
    expect((state.selection as NodeSelection).node.textContent).toBe("A long caption");
    state = apply(state, placePicture(state, state.selection.from, 1));
    expect(outlineOf(state)).toEqual(["[a b c]"]);
  });

  it.each([
    [["[a]", "one", "[b c]"], 0, 2, 1 + SIZE, ["one", "[b a c]"]],
    [["[a ]", "[b c]"], 1, 1, 1, ["[a b c]"]],
  ])("changes with a picture from %j, and removes an emptied gallery", (blocks, from, gallery, offset, after) => {
    const state = stateWith(...blocks);
    expect(outlineOf(apply(state, placePicture(state, from, startOf(state, gallery) + offset)))).toEqual(after);
  });
});

describe("a gallery", () => {
  it("is removed with its last picture; the article keeps a paragraph", () => {
    let state = stateWith("[a b]", "one");
    state = apply(state, removeBlockTransaction(state, 1));
    expect(outlineOf(state)).toEqual(["[b ]", "one"]);
    expect((state.selection as NodeSelection).node.attrs.file).toBe("b");
    state = apply(state, removeBlockTransaction(state, 1));
    expect(outlineOf(state)).toEqual(["one"]);
    const only = stateWith("[a ]");
    expect(outlineOf(apply(only, removeBlockTransaction(only, 1)))).toEqual([""]);
    const figure = stateWith("[a]");
    expect(outlineOf(apply(figure, removeBlockTransaction(figure, 0)))).toEqual([""]);
  });

  it.each([
    ["a cut", (state: EditorState) => state.tr.setSelection(NodeSelection.create(state.doc, 1)).deleteSelection()],
    ["any deletion", (state: EditorState) => state.tr.delete(1, 1 + SIZE)],
  ])("is removed after %s of its only picture", (_, cut) => {
    const state = stateWith("[a ]", "one");
    expect(outlineOf(state.apply(cut(state)))).toEqual(["one"]);
    const only = stateWith("[a ]");
    expect(outlineOf(only.apply(cut(only)))).toEqual([""]);
  });

  it("is not changed by an edit outside it", () => {
    const state = stateWith("[a b]", "one");
    const next = state.apply(state.tr.insertText("x", state.doc.content.size - 1));
    expect(next.doc.firstChild).toBe(state.doc.firstChild);
    expect(articleSchema.nodes.gallery.validContent(state.doc.child(0).content)).toBe(true);
  });

  it("is not replaced by typing while selected", () => {
    const state = stateWith("[a b]", "one");
    const at = (position: number) => state.apply(state.tr.setSelection(NodeSelection.create(state.doc, position)));
    const caption = apply(at(0), typeBesideBlock(at(0), "x"));
    expect(outlineOf(caption)).toEqual(["[a b]", "x", "one"]);
    const picture = apply(at(1), typeBesideBlock(at(1), "x"));
    expect(picture.doc.firstChild?.firstChild?.textContent).toBe("x");
    expect(typeBesideBlock(state, "x")).toBeNull();
  });
});

const TYPES = { picture: "image/png", film: "video/mp4", sound: "audio/mpeg", paper: "application/pdf" };

/** The editor's state after all of TYPES are uploaded at the top. */
function afterUploads(): { state: EditorState; files: Assets } {
  const files = createAssets(String);
  let state = stateWith("one");
  for (const file of Object.keys(TYPES)) state = state.apply(addPlaces(state, [file], 0));
  for (const [file, type] of Object.entries(TYPES)) {
    files.add(media(file, type));
    const filled = fillPlace(state, file, media(file, type));
    if (filled !== null) state = state.apply(filled);
  }
  return { state, files };
}

function expectRoundTrip(state: EditorState, files: Assets) {
  const saved = buildState(null, state.doc, files.get);
  const read = readState(JSON.parse(JSON.stringify(saved)));
  expect(read.ok ? null : read.problem).toBeNull();
  expect(read.ok && read.doc.eq(state.doc)).toBe(true);
  return saved;
}

it("saves each block that shows a file, with the file as an asset", () => {
  const { state, files } = afterUploads();
  const card = articleSchema.node("linkEmbed", { href: "/about", title: "About", description: "Us" });
  const saved = expectRoundTrip(state.apply(state.tr.insert(state.doc.content.size, card)), files);
  expect(saved.doc.content?.map(({ type }) => type).join()).toBe("figure,video,audio,fileDownload,paragraph,linkEmbed");
  expect(Object.keys(saved.assets)).toEqual(["picture", "film", "sound", "paper"]);
});

it("saves a gallery with all picture attributes, and a video's poster as an asset", () => {
  const { state: uploaded, files } = afterUploads();
  const figure = uploaded.doc.child(0);
  const gallery = articleSchema.node("gallery", null, figure);
  const state = uploaded.apply(uploaded.tr.replaceWith(0, figure.nodeSize, gallery));
  files.add(media("still"));
  const attrs = { alt: "A", credit: "B", href: "https://example.org/", focusX: 0, focusY: 100 };
  const tr = state.tr.setNodeAttribute(0, "columns", 6);
  for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(1, name, value);
  tr.setNodeAttribute(state.doc.firstChild?.nodeSize ?? 0, "poster", "still");
  const saved = expectRoundTrip(state.apply(tr), files);
  expect(saved.doc.content?.[0]).toEqual({
    type: "gallery",
    attrs: { columns: 6 },
    content: [{ type: "figure", attrs: { file: "picture", width: "text", ...attrs } }],
  });
  expect(Object.keys(saved.assets)).toEqual(["picture", "film", "still", "sound", "paper"]);
});

it.each([
  ["embed", { href: "https://example.org/film", title: "", shape: "" }],
  ["figure", { file: "a.png" }],
  ["video", { file: "a.mp4" }],
])("keeps a %s without text that replaces the whole article", (type, attrs) => {
  const editor = editorOf(p("one"), p("two"));
  selectText(editor, "one", "two");
  const { schema, tr, doc } = editor.state;
  editor.view.dispatch(tr.replaceWith(0, doc.content.size, schema.nodeFromJSON(node(type, attrs))));
  expect(lineOf(editor)).toMatch(new RegExp(`^${type}`));
});

it("leaves a paragraph after everything is deleted", () => {
  const editor = editorOf(node("heading", "one", { level: 2 }), p("two"));
  selectText(editor, "one", "two");
  editor.commands.deleteSelection();
  expect(lineOf(editor)).toBe("paragraph(|)");
});
