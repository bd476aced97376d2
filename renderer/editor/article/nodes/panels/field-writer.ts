/** How the fields of a block write its attributes. */
import type { EditorView } from "@tiptap/pm/view";

let visits = 0;

/**
 * Writes attributes of the node that a node view stands for. What is written in one visit of the focus is undone in one
 * step, as a word typed in one go is.
 * @param owner holds the fields
 */
export function fieldWriter(
  view: EditorView,
  getPos: () => number | undefined,
  owner: EventTarget,
): (values: Readonly<Record<string, unknown>>) => void {
  let visit = 0;
  owner.addEventListener("focusin", () => {
    visits += 1;
    visit = visits;
  });
  return (values) => {
    const position = getPos();
    if (position === undefined) return;
    const { tr } = view.state;
    for (const [name, value] of Object.entries(values)) tr.setNodeAttribute(position, name, value);
    // The history keeps together what carries the same composition; those of the keyboard are numbered from 1 up.
    view.dispatch(tr.setMeta("composition", -2 - visit));
  };
}

/** Writes one attribute of the node that a node view stands for, as an undo step of its own. */
export function setAttribute(view: EditorView, getPos: () => number | undefined, name: string, value: unknown): void {
  const position = getPos();
  if (position !== undefined) view.dispatch(view.state.tr.setNodeAttribute(position, name, value));
}
