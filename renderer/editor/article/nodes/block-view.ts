/** Node views of blocks: plain DOM, with a panel of fields while the cursor is in the block. */
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { type CursorWatcher, watchCursor } from "./blocks-at-cursor.ts";
import { createPanelHost, type PanelHostOptions } from "./panels/panel-host.ts";

export interface BlockViewOptions extends Partial<Omit<PanelHostOptions, "dom" | "view" | "getPos" | "load">> {
  dom: HTMLElement;
  contentDOM?: HTMLElement;
  /** Updates the DOM from the node; called first, and after each change that it may show. */
  show(node: Node): void;
  /** Absent for a block without a panel. */
  fields?: PanelHostOptions["load"];
  /** Of a block without a panel. Default: the class `has-cursor`. */
  watcher?: CursorWatcher;
  /** Whether an event outside the panel belongs to the block. */
  handles?(event: Event): boolean;
  destroy?(): void;
}

/** For another file ProseMirror makes another view. */
export function createBlockView({ node: initial, view, getPos }: NodeViewRendererProps, options: BlockViewOptions) {
  const { dom, contentDOM, show, fields, watcher, handles, destroy, of = "words", ...panel } = options;
  const isOfFile = of === "file";
  let node = initial;
  const host = fields && createPanelHost({ ...panel, of, view, getPos, dom, load: fields });
  if (host === undefined)
    watchCursor(
      dom,
      watcher ?? {
        enter: () => dom.classList.add("has-cursor"),
        leave: () => dom.classList.remove("has-cursor"),
      },
    );
  if (isOfFile && contentDOM === undefined) {
    // A draggable block would take the drag that selects text in a field.
    dom.addEventListener("focusin", () => dom.setAttribute("draggable", "false"));
    dom.addEventListener("focusout", () => dom.setAttribute("draggable", "true"));
  }

  function draw(isChanged: boolean): void {
    if (contentDOM?.dataset.placeholder !== undefined) contentDOM.classList.toggle("is-empty", node.content.size === 0);
    if (isChanged) show(node);
    host?.update(node);
  }
  draw(true);
  return {
    dom,
    ...(contentDOM === undefined ? {} : { contentDOM }),
    update(next) {
      if (next.type !== initial.type || next.attrs.file !== initial.attrs.file) return false;
      // Text blocks show attributes, never text; a gallery shows what its pictures are.
      const isChanged = isOfFile || !next.sameMarkup(node) || next.childCount !== node.childCount;
      node = next;
      draw(isChanged);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: (event) => host?.has(event) === true || handles?.(event) === true,
    ignoreMutation: ({ type, target }) => (isOfFile || type !== "selection") && !contentDOM?.contains(target),
    destroy() {
      host?.destroy();
      destroy?.();
    },
  } satisfies NodeView;
}
