/**
 * Which blocks the cursor is in. A block's fields are shown and made only then. A key leads to them, from the innermost
 * block outwards (`focusFields`); Escape leads back to the words.
 */
import { Extension } from "@tiptap/core";
import { type EditorState, NodeSelection, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** What a block on the screen is told of the cursor. */
export interface CursorWatcher {
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
const watchers = new WeakMap<globalThis.Node, CursorWatcher>();

export function watchCursor(dom: HTMLElement, watcher: CursorWatcher): void {
  watchers.set(dom, watcher);
}

/** The blocks around the selection that have fields, the innermost first. Work is proportional to depth. */
function watchersAt(view: EditorView): CursorWatcher[] {
  const found: CursorWatcher[] = [];
  for (const position of positionsAround(view.state)) {
    const dom = view.nodeDOM(position);
    const watcher = dom === null ? undefined : watchers.get(dom);
    if (watcher !== undefined) found.push(watcher);
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
  const present = watchersAt(view);
  const current = present.findIndex((watcher) => watcher.hasFocus());
  return present.slice(current + 1).some((watcher) => watcher.focus());
}

export const BlocksAtCursor = Extension.create({
  name: "blocksAtCursor",

  addProseMirrorPlugins: () => [
    new Plugin({
      view(view) {
        let present: CursorWatcher[] = [];
        // Until the article has had the focus, nobody edits it, and no fields are shown.
        let begun = view.hasFocus();
        const refresh = () => {
          const next = begun ? watchersAt(view) : [];
          for (const watcher of present) if (!next.includes(watcher)) watcher.leave();
          for (const watcher of next) {
            if (present.includes(watcher)) watcher.stay();
            else watcher.enter();
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
