/** An editor with its plugins but without a page, for tests of commands, undo and positions. */
import type { Editor, JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { createArticleEditor } from "../../../renderer/editor/article/article-editor.ts";
import { galleryGuard } from "../../../renderer/editor/article/nodes/media/gallery.ts";
import { createConnection } from "../../../renderer/editor/client/connection.ts";
import { type ArticleParts, createAssets } from "../../../renderer/editor/uploads/assets.ts";
import { createImports } from "../../../renderer/editor/uploads/imports.ts";
import { uploadPlaces } from "../../../renderer/editor/uploads/upload-places.ts";
import { createUploadQueue } from "../../../renderer/editor/uploads/upload-queue.ts";
import { ArticleLanguageKeeper } from "../../../renderer/editor/writing/language/article-language.ts";
import { Slash } from "../../../renderer/editor/writing/slash/slash-trigger.ts";
import { TypographyAsTyped } from "../../../renderer/editor/writing/typography/typography.ts";
import { readState } from "../../../server/article/document.ts";
import { DEFAULT_EMBEDS } from "../../../server/article/embeds/settings.ts";
import { articleSchema } from "../../../server/article/schema.ts";
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import { manualSchedule } from "./support.ts";

/** Extensions of the writing features. */
export const FEATURES = [Slash, ArticleLanguageKeeper, TypographyAsTyped];

/** Builds the JSON of a node: `node("callout", node("paragraph", "one"), { tone: "tip" })`. */
export function node(type: string, ...parts: (string | JSONContent)[]): JSONContent {
  const isNode = (part: string | JSONContent): part is string | JSONContent =>
    typeof part === "string" || "type" in part;
  const content = parts
    .filter(isNode)
    .filter((part) => part !== "")
    .map((part) => (typeof part === "string" ? { type: "text", text: part } : part));
  const attrs = parts.find((part) => !isNode(part));
  return { type, ...(attrs === undefined ? {} : { attrs }), ...(content.length === 0 ? {} : { content }) };
}

export const p = (text: string): JSONContent => node("paragraph", text);

export const docWith = (...blocks: object[]): Node => articleSchema.nodeFromJSON({ type: "doc", content: blocks });

/** Files, uploads and fetches of an editor without a server. */
export function mediaParts(): ArticleParts {
  const connection = createConnection(manualSchedule().schedule, () => 0.5);
  const nothing = () => Promise.reject(new Error("The test has no server."));
  return {
    files: createAssets(String),
    queue: createUploadQueue(
      { connection, api: { upload: nothing }, prepare: nothing, originals: false, narrower: true },
      { done: () => {}, cancelled: () => {} },
    ),
    imports: createImports(
      {
        connection,
        api: { fetchPicture: nothing, embedFacts: nothing, copyMedia: nothing },
        session: { clip: "", session_id: "" },
      },
      () => {},
      () => {},
    ),
    embeds: DEFAULT_EMBEDS,
    containers: [],
  };
}

export function editorOf(...blocks: JSONContent[]): Editor {
  const editor = createArticleEditor({ type: "doc", content: blocks } as never, mediaParts(), FEATURES);
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }));
  return editor;
}

/** An editor with these blocks and this selection. */
export function editorAt(from: string, to: number | string, ...blocks: JSONContent[]): Editor {
  const editor = editorOf(...blocks);
  select(editor, from, to);
  return editor;
}

/** Selects from the start of `from` to the end of `to`, or sets the cursor `to` characters into `from`. */
export function select(editor: Editor, from: string, to: number | string = 0): void {
  const start = find(editor, from);
  const range = typeof to === "number" ? start + to : { from: start, to: find(editor, to) + to.length };
  editor.commands.setTextSelection(range);
}

/** Position of a text in the article. */
export function find(editor: Editor, text: string): number {
  let found = -1;
  editor.state.doc.descendants((each, position) => {
    const at = each.isText ? (each.text ?? "").indexOf(text) : -1;
    if (found < 0 && at >= 0) found = position + at;
    return found < 0;
  });
  if (found < 0) throw new Error(`The article has no text ${text}.`);
  return found;
}

/** The article in one line, such as `paragraph(one) callout(paragraph(t|wo))`, with | at the cursor. */
export function lineOf(editor: Editor): string {
  const { doc, selection } = editor.state;
  const cursor = selection.empty ? selection.from : -1;
  const text = (value: string, at: number) =>
    cursor > at && cursor < at + value.length ? `${value.slice(0, cursor - at)}|${value.slice(cursor - at)}` : value;
  const show = (each: typeof doc, position: number): string => {
    const parts: string[] = [];
    each.forEach((child, offset) => {
      const at = position + offset;
      if (each.isTextblock && at === cursor) parts.push("|");
      parts.push(
        child.isText
          ? text(child.text ?? "", at)
          : child.isLeaf
            ? child.type.name
            : `${child.type.name}(${show(child, at + 1)})`,
      );
    });
    if (each.isTextblock && cursor === position + each.content.size) parts.push("|");
    return parts.join(each.isTextblock ? "" : " ");
  };
  return show(doc, 0);
}

/** Why Galley would reject the article; null if it accepts it. */
export function faultOf(editor: Editor): string | null {
  const read = readState({ format: "galley/1", doc: editor.getJSON(), assets: {} });
  return read.ok ? null : read.problem;
}

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
