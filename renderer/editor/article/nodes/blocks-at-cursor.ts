/** Tracks the blocks at the cursor: only these draw fields. A key focuses the fields, innermost block first. */
import { Extension } from "@tiptap/core";
import { type EditorState, NodeSelection, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export interface CursorWatcher {
  enter(): void;
  /** The selection or the content changed, and the cursor is still in the block. */
  stay?(): void;
  leave(): void;
  /** Focuses the fields or one control (`data-tool`), also if they are still loading. */
  focus?(control?: string): boolean;
  hasFocus?(): boolean;
  /** Redraws the fields after a relevant change outside the block. */
  redraw?(): void;
}

const watchers = new WeakMap<globalThis.Node, CursorWatcher>();

export function watchCursor(dom: HTMLElement, watcher: CursorWatcher): void {
  watchers.set(dom, watcher);
}

export function watcherOf(dom: globalThis.Node | null): CursorWatcher | undefined {
  return dom === null ? undefined : watchers.get(dom);
}

const watchersAt = (view: EditorView): CursorWatcher[] =>
  positionsAround(view.state).flatMap((position) => watcherOf(view.nodeDOM(position)) ?? []);

function positionsAround({ selection }: EditorState): number[] {
  const { $from, $to } = selection;
  const positions = selection instanceof NodeSelection ? [selection.from] : [];
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) positions.push($from.before(depth));
  return positions;
}

/** Focuses the fields of the innermost block that has any, or of the block around the focused one. */
export function focusFields(view: EditorView): boolean {
  const present = watchersAt(view);
  const current = present.findIndex((watcher) => watcher.hasFocus?.());
  return present.slice(current + 1).some((watcher) => watcher.focus?.());
}

export const BlocksAtCursor = Extension.create({
  name: "blocksAtCursor",

  addProseMirrorPlugins: () => [
    new Plugin({
      view(view) {
        let present: CursorWatcher[] = [];
        // Draws no fields before the article first has the focus.
        let begun = view.hasFocus();
        const refresh = () => {
          const next = begun ? watchersAt(view) : [];
          for (const watcher of present) if (!next.includes(watcher)) watcher.leave();
          for (const watcher of next) {
            if (present.includes(watcher)) watcher.stay?.();
            else watcher.enter();
          }
          present = next;
        };
        const begin = () => {
          begun = true;
          refresh();
        };
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
