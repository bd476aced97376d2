/** Creates node views of blocks: plain DOM, with a panel of fields while the cursor is in the block. */
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { type CursorWatcher, watchCursor } from "./blocks-at-cursor.ts";
import { createPanelHost, type PanelHostOptions } from "./panels/panel-host.ts";

export interface BlockViewOptions extends Partial<Omit<PanelHostOptions, "dom" | "view" | "getPos" | "load">> {
  dom: HTMLElement;
  contentDOM?: HTMLElement;
  /** Updates the DOM from the node, initially and after each relevant change. */
  show(node: Node): void;
  /** Absent for a block without a panel. */
  fields?: PanelHostOptions["load"];
  /** For a block without a panel. By default sets the class `has-cursor`. */
  watcher?: CursorWatcher;
  /** Whether an event outside the panel belongs to the block. */
  handles?(event: Event): boolean;
  destroy?(): void;
}

/** ProseMirror creates a new view if the file changes. */
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
    // Otherwise selecting text in a field by mouse would drag the block.
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
      // Text blocks draw only attributes; a gallery also draws its number of pictures.
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
