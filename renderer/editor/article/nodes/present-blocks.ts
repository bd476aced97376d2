/**
 * Which blocks the cursor is in. A block's fields are shown and made only then. A key leads to them, from the innermost
 * block outwards (`focusFields`); Escape leads back to the words.
 */
import { Extension } from "@tiptap/core";
import { type EditorState, NodeSelection, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** A block on the screen that wants to know. */
export interface Presence {
  enter(): void;
  /** The selection or the words changed, and the cursor is still in. */
  stay(): void;
  leave(): void;
  /** Gives the keyboard to the first field. @returns false where there is none */
  focus(): boolean;
  /** Whether the keyboard is in the fields. */
  hasFocus(): boolean;
}

/** By the block's outermost element. */
const presences = new WeakMap<globalThis.Node, Presence>();

export function registerPresence(dom: HTMLElement, presence: Presence): void {
  presences.set(dom, presence);
}

/** The blocks around the selection that have fields, the innermost first. Work is proportional to depth. */
function presentAt(view: EditorView): Presence[] {
  const found: Presence[] = [];
  for (const position of positionsAround(view.state)) {
    const dom = view.nodeDOM(position);
    const presence = dom === null ? undefined : presences.get(dom);
    if (presence !== undefined) found.push(presence);
  }
  return found;
}

function positionsAround({ selection }: EditorState): number[] {
  const { $from, $to } = selection;
  const positions = selection instanceof NodeSelection ? [selection.from] : [];
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) positions.push($from.before(depth));
  return positions;
}

/** Gives the keyboard to the fields of the innermost block that has any; from there to those of the block around it. */
export function focusFields(view: EditorView): boolean {
  const present = presentAt(view);
  const current = present.findIndex((presence) => presence.hasFocus());
  return present.slice(current + 1).some((presence) => presence.focus());
}

export const PresentBlocks = Extension.create({
  name: "presentBlocks",

  addProseMirrorPlugins: () => [
    new Plugin({
      view(view) {
        let present: Presence[] = [];
        // Before somebody has come to write, the article is only read.
        let begun = view.hasFocus();
        const refresh = () => {
          const next = begun ? presentAt(view) : [];
          for (const presence of present) if (!next.includes(presence)) presence.leave();
          for (const presence of next) {
            if (present.includes(presence)) presence.stay();
            else presence.enter();
          }
          present = next;
        };
        const begin = () => {
          begun = true;
          refresh();
        };
        // In the words, or in a field that is always there.
        view.dom.addEventListener("focusin", begin, { once: true });
        return {
          update(_, before) {
            if (view.state.doc !== before.doc || !view.state.selection.eq(before.selection)) refresh();
          },
          destroy: () => view.dom.removeEventListener("focusin", begin),
        };
      },
    }),
  ],
});
