/**
 * The steps of this tab that Galley may lack, tracked by prosemirror-collab. Outside a room, each stored draft confirms the steps of the
 * previous one; in a room, Galley confirms them.
 */
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { EditorState, PluginKey, Transaction } from "@tiptap/pm/state";
import type { Step } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import { collab, getVersion, receiveTransaction, sendableSteps } from "prosemirror-collab";

/** The id of this tab among the writers. */
const OWN = "own";

const key = collab().spec.key as PluginKey<{ version: number; unconfirmed: readonly unknown[] }>;

export const OwnSteps = Extension.create({
  name: "ownSteps",
  addProseMirrorPlugins: () => [collab({ clientID: OWN })],
});

/** Whether a transaction contains steps of other tabs, which are already normalized. */
export function isRemote(tr: Transaction): boolean {
  return tr.getMeta(key) !== undefined && tr.docChanged;
}

/** Own steps that are not confirmed, oldest first. */
export function unconfirmedSteps(state: EditorState): readonly Step[] {
  // Before the editor is mounted, it has no plugins.
  return key.getState(state) === undefined ? [] : (sendableSteps(state)?.steps ?? []);
}

/** Number of steps that this editor has received or had confirmed. */
export function confirmedCount(state: EditorState): number {
  return key.getState(state) === undefined ? 0 : getVersion(state);
}

export function confirmOwn(state: EditorState, count: number): Transaction {
  return receiveTransaction(state, unconfirmedSteps(state).slice(0, count), Array<string>(count).fill(OWN));
}

/** @param writers ids of the steps' writers, never `OWN` */
export function receiveSteps(state: EditorState, steps: readonly Step[], writers: readonly string[]): Transaction {
  // Text that another tab inserts at the cursor comes after the cursor.
  const tr = receiveTransaction(state, steps, writers, { mapSelectionBackward: true });
  // The tab that made the steps adds links and paragraphs itself.
  return tr.setMeta("preventAutolink", true).setMeta("preventClearDocument", true);
}

/**
 * Reads a selection that the browser has changed but not reported yet. Call before an update that the person did not make:
 * ProseMirror would restore the old selection, and a click or an arrow key would be lost.
 */
export function readSelection({ dom }: EditorView): void {
  dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
}

export function forgetSteps(state: EditorState): Transaction {
  return state.tr.setMeta(key, { version: 0, unconfirmed: [] });
}

/** The document after the steps; null if they do not apply. */
export function applied(doc: Node, steps: readonly Step[]): Node | null {
  let after: Node | null = doc;
  for (const step of steps) {
    if (after === null) return null;
    after = step.apply(after).doc;
  }
  return after;
}
