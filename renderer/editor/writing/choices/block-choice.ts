/** A block that can be inserted, for the slash menu, the insert menu, the block handle and the toolbar. */
import type { Icon } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import { isEmptyParagraph, rangeAround, rangeAt } from "../../article/commands/block-places.ts";
import { focusFields } from "../../article/nodes/blocks-at-cursor.ts";
import type { Snippets } from "../../snippets/snippet-list.ts";
import { showBlock } from "../../ui/visible-area.ts";

export interface BlockContext {
  editor: Editor;
  session: EditorSession;
  /** Starts a comment on the selected text or the block with the cursor. */
  beginComment(): void;
  snippets: Pick<Snippets, "list" | "load" | "ask">;
  insertSnippet(id: string): void;
  /** Opens the file dialog and uploads to the cursor. @param asGallery makes one gallery; default: separate blocks */
  chooseFiles(accept?: string, asGallery?: boolean): void;
}

export interface BlockChoice {
  /** Stable and unique, such as `heading-2`. */
  id: string;
  label(): string;
  about?: string;
  /** Search words in the interface's language and in English, separated by spaces. */
  keywords(): string;
  icon: Icon;
  group: "text" | "media" | "layout" | "site" | "snippets";
  shortcut?: string;
  isActive?(editor: Editor): boolean;
  /** Inserts the block at the cursor, in place of an empty paragraph, and moves the cursor into it. */
  insert(context: BlockContext): void;
  /** Turns the block with the cursor into this block and keeps the text. Absent if not possible. */
  turnInto?(context: BlockContext): void;
}

/** Inserts a block in place of an empty paragraph or after the cursor's block. @returns false if not allowed */
export function insertBlock(editor: Editor, node: Node): boolean {
  const { state, view } = editor;
  let place = rangeAt(state, state.selection.head);
  // Inserts after a quote, not into it.
  while (place?.parent.type.name === "blockquote") place = rangeAround(state, place);
  if (place === null) return false;
  const { parent, index, endIndex, end } = place;
  const present = parent.child(index);
  const isEmpty = isEmptyParagraph(present);
  if (!parent.canReplaceWith(isEmpty ? index : endIndex, endIndex, node.type)) return false;
  const start = isEmpty ? place.start : end;
  const tr = closeHistory(state.tr).replaceWith(start, end, node);
  writeIn(tr, start);
  view.dispatch(tr);
  // Tests use an editor without a page.
  if (!editor.isDestroyed) enter(view, start);
  return true;
}

function enter(view: EditorView, position: number): void {
  // Tiptap's focus command waits for a frame, and a key in between would be lost.
  view.focus();
  if (view.state.selection instanceof NodeSelection) focusFields(view);
  showBlock(view, position);
  view.dispatch(view.state.tr.scrollIntoView());
}

function writeIn(tr: Transaction, position: number): void {
  const node = tr.doc.nodeAt(position);
  if (node === null) return;
  const after = position + node.nodeSize;
  if (node.type.name === "horizontalRule") {
    const $after = tr.doc.resolve(after);
    if (!$after.nodeAfter?.isTextblock) tr.insert(after, node.type.schema.node("paragraph"));
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  } else if (node.isAtom || node.type.name === "embed") tr.setSelection(NodeSelection.create(tr.doc, position));
  else tr.setSelection(Selection.near(tr.doc.resolve(position + 1), 1));
}
