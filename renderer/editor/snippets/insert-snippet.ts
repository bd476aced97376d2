/** Inserts a snippet at the cursor position of the request, as one undo step. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Fragment, Node } from "@tiptap/pm/model";
import { type EditorState, Selection, type Transaction } from "@tiptap/pm/state";
import { isEmptyParagraph, rangeAround, rangeAt } from "../article/commands/block-places.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import type { Assets } from "../uploads/assets.ts";

interface Inserting {
  editor: Editor;
  api: Pick<ArticleTab["api"], "insertSnippet">;
  files: Pick<Assets, "add">;
  isReading(): boolean;
}

/** @throws Error with a message for the journalist */
export async function insertSnippet({ editor, api, files, isReading }: Inserting, id: string): Promise<void> {
  let position = editor.state.selection.head;
  const follow = ({ transaction }: { transaction: Transaction }) => {
    position = transaction.mapping.map(position);
  };
  editor.on("transaction", follow);
  try {
    const { kind, doc: json, files: copied } = await api.insertSnippet(id);
    if (isReading()) throw new Error(messages.snippets.othersWrite);
    for (const file of copied) files.add(file);
    const doc = editor.schema.nodeFromJSON(json);
    const { state, view } = editor;
    const at = Math.min(position, state.doc.content.size);
    const tr = (kind === "words" ? asText(state, at, doc) : null) ?? asBlocks(state, at, doc);
    view.dispatch(closeHistory(tr).scrollIntoView());
    // Later typing is a separate undo step.
    view.dispatch(closeHistory(view.state.tr));
    // Leaves the focus in a field that has it.
    if (!editor.isDestroyed && !document.activeElement?.matches("input, textarea")) view.focus();
  } finally {
    editor.off("transaction", follow);
  }
}

/** Inserts into the text at a position; null if there is no textblock. */
function asText({ doc, tr }: EditorState, at: number, { firstChild }: Node): Transaction | null {
  const $at = doc.resolve(at);
  const { parent } = $at;
  if (!parent.inlineContent || firstChild === null) return null;
  const text = firstChild.content;
  // Inserts plain text where formatting is not allowed.
  if (parent.canReplace($at.index(), $at.index(), text)) tr.insert(at, text);
  else tr.insertText(firstChild.textContent, at);
  return tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(at)), -1));
}

/** Inserts after the block at a position, or replaces an empty paragraph. */
function asBlocks(state: EditorState, at: number, { content }: Node): Transaction {
  let place = rangeAt(state, at);
  while (place !== null && !place.parent.canReplace(place.endIndex, place.endIndex, content))
    place = rangeAround(state, place);
  const { tr } = state;
  if (place === null) return replaceRange(tr, state.doc.content.size, state.doc.content.size, content);
  const isEmpty = isEmptyParagraph(place.parent.child(place.index));
  return replaceRange(tr, isEmpty ? place.start : place.end, place.end, content);
}

function replaceRange(tr: Transaction, start: number, end: number, content: Fragment): Transaction {
  tr.replaceWith(start, end, content);
  return tr.setSelection(Selection.near(tr.doc.resolve(start + content.size), -1));
}
