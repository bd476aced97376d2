import type { EditorState } from "@tiptap/pm/state";
import { expect, it } from "vitest";
import { buildState } from "../../../../../renderer/editor/drafts/galley-state.ts";
import { type Assets, createAssets } from "../../../../../renderer/editor/uploads/assets.ts";
import { addPlaces, fillPlace, type UploadUse } from "../../../../../renderer/editor/uploads/upload-places.ts";
import { readState } from "../../../../../server/article/document.ts";
import { articleSchema } from "../../../../../server/article/schema.ts";
import { stateWith } from "../../article.ts";
import { media } from "../../support.ts";

const TYPES = { picture: "image/png", film: "video/mp4", sound: "audio/mpeg", paper: "application/pdf" };

/** The editor's state after all of TYPES are uploaded at the top. */
function afterUploads(use: (file: string) => UploadUse): { state: EditorState; files: Assets } {
  const files = createAssets(String);
  let state = stateWith("one");
  for (const file of Object.keys(TYPES)) state = state.apply(addPlaces(state, [file], 0, use(file)));
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
  const { state, files } = afterUploads(() => "block");
  const card = articleSchema.node("linkEmbed", { href: "/about", title: "About", description: "Us" });
  const saved = expectRoundTrip(state.apply(state.tr.insert(state.doc.content.size, card)), files);
  expect(saved.doc.content?.map(({ type }) => type).join()).toBe("figure,video,audio,fileDownload,paragraph,linkEmbed");
  expect(Object.keys(saved.assets)).toEqual(["picture", "film", "sound", "paper"]);
});

it("saves a gallery with all picture attributes, and a video's poster as an asset", () => {
  const { state, files } = afterUploads((file) => (file === "picture" ? "gallery" : "block"));
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
