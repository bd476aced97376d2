/** The block of a panel, as its fields see it (see block-view.ts). */
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createContext, use } from "react";

type GetPos = () => number | undefined;

let visits = 0;

/** Writes attributes of the node at `getPos`. All writes of one visit of `owner` by focus or pointer are one undo step. */
export function fieldWriter(
  view: EditorView,
  getPos: GetPos,
  owner: EventTarget,
): (values: Readonly<Record<string, unknown>>) => void {
  let visit = 0;
  const begin = () => {
    visits += 1;
    visit = visits;
  };
  owner.addEventListener("focusin", begin);
  // Buttons leave the focus in the text when they are pressed by pointer.
  owner.addEventListener("pointerdown", begin);
  return (values) => {
    const position = getPos();
    if (position === undefined) return;
    const { tr } = view.state;
    for (const [name, value] of Object.entries(values)) tr.setNodeAttribute(position, name, value);
    // The history groups transactions of one composition. Compositions of the keyboard are numbered from 1.
    view.dispatch(tr.setMeta("composition", -2 - visit));
  };
}

export interface PanelBlock {
  view: EditorView;
  getPos: GetPos;
  write: ReturnType<typeof fieldWriter>;
}

interface Panel {
  block: PanelBlock;
  node: Node;
}

export const PanelContext = createContext<Panel | null>(null);

/** The block of the panel that contains the calling component. */
export function usePanel(): Panel {
  const panel = use(PanelContext);
  if (panel === null) throw new Error("A field is outside a panel.");
  return panel;
}

/** Whether an event belongs to the fields. F10 does not: it moves to the fields of the enclosing block. */
export function isFieldEvent(event: Event, fields: HTMLElement): boolean {
  const isBlockKey = event instanceof KeyboardEvent && event.key === "F10";
  return !isBlockKey && event.target instanceof globalThis.Node && fields.contains(event.target);
}

/** Puts the cursor at the end of the block's caption, or selects a block without one. */
export function returnToBlock(view: EditorView, getPos: GetPos): void {
  const position = getPos();
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || node === null) return;
  const { doc, tr } = view.state;
  const selection = node.inlineContent
    ? TextSelection.create(doc, position + 1 + node.content.size)
    : NodeSelection.create(doc, position);
  view.dispatch(tr.setSelection(selection));
  view.focus();
}
