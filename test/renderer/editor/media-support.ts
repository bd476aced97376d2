/** Editor states without a page, for tests of blocks that show files. */
import { EditorState } from "@tiptap/pm/state";
import { galleryGuard } from "../../../renderer/editor/article/nodes/media/media-keys.ts";
import { uploadPlaces } from "../../../renderer/editor/uploads/upload-places.ts";
import { articleSchema } from "../../../server/article/schema.ts";
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";

/** `text`: a paragraph. `[a]`: a figure of file a. `[a b]`, `[a ]`: galleries of two and one. `{v}`: a video. */
export function docOf(...blocks: string[]): DocumentNode {
  return { type: "doc", content: blocks.map(blockOf) };
}

function blockOf(text: string): DocumentNode {
  const figure = (file: string): DocumentNode => ({ type: "figure", attrs: { file } });
  const [, files] = /^\[(.+)\]$/.exec(text) ?? [];
  if (files?.includes(" ")) return { type: "gallery", content: files.trim().split(" ").map(figure) };
  if (files !== undefined) return figure(files);
  const [, video] = /^\{(.+)\}$/.exec(text) ?? [];
  if (video !== undefined) return { type: "video", attrs: { file: video } };
  return { type: "paragraph", ...(text === "" ? {} : { content: [{ type: "text", text }] }) };
}

/** The inverse of `docOf`. */
export function outlineOf({ doc }: EditorState): string[] {
  return doc.children.map((node) => {
    const file = String(node.attrs.file);
    if (node.type.name === "gallery")
      return `[${node.children.map((each) => each.attrs.file).join(" ")}${node.childCount === 1 ? " " : ""}]`;
    return node.type.name === "figure" ? `[${file}]` : node.type.name === "paragraph" ? node.textContent : `{${file}}`;
  });
}

export function stateWith(...blocks: string[]): EditorState {
  const places = uploadPlaces(
    () => {
      throw new Error("The test draws nothing.");
    },
    () => {},
  );
  return EditorState.create({ doc: articleSchema.nodeFromJSON(docOf(...blocks)), plugins: [places, galleryGuard()] });
}

export const media = (file_name: string, type = "image/png"): UploadedMedia => ({
  file_name,
  size: 1,
  type,
  width: 1,
  height: 1,
});
