/** Creates node views of blocks: plain DOM, with a panel of React fields while the cursor is in the block. */
import type { NodeViewRendererProps } from "@tiptap/core";
import { redo, undo } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import type { NodeView } from "@tiptap/pm/view";
import { createElement, type ReactNode } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { type CursorWatcher, watchCursor } from "./blocks-at-cursor.ts";
import { fieldWriter, isFieldEvent, type PanelBlock, PanelContext, returnToBlock } from "./panels/panel.ts";

type Panels = typeof import("./panels/block-panels.tsx");

let panels: Panels | null = null;

/** Loads the panels of all blocks. After a failed load, the next call retries. */
export async function loadPanels(): Promise<Panels> {
  panels ??= await import("./panels/block-panels.tsx");
  return panels;
}

export interface BlockViewOptions extends Omit<PanelHostOptions, "fields"> {
  contentDOM?: HTMLElement;
  /** Updates the DOM from the node, initially and after each relevant change. */
  show(node: Node): void;
  fields?: PanelHostOptions["fields"];
  /** For a block without a panel. By default sets the class `has-cursor`. */
  watcher?: CursorWatcher;
  /** Whether an event outside the panel belongs to the block. */
  handles?(event: Event): boolean;
  destroy?(): void;
}

interface PanelHostOptions {
  dom: HTMLElement;
  fields(panels: Panels): ReactNode;
  /** The panel is appended here; default: `dom`. */
  place?: HTMLElement;
  /**
   * file: a block that shows a file or a card. Its panel is a floating bar (BlockBar); only the innermost bar is shown,
   * and none in a read-only tab. Focus in the block selects it; Escape returns to its caption.
   * words (default): a text block. Escape returns to the previous cursor position.
   */
  of?: "file" | "words";
  label?: string;
  followsSelection?: boolean;
  /** A field outside the panel that receives the focus without waiting for the panel. */
  first?: HTMLElement;
  onActive?(active: boolean): void;
}

export function createCaption(): HTMLElement {
  return element("figcaption", { class: "figure-caption", "data-placeholder": messages.media.caption });
}

/** ProseMirror creates a new view if the file changes. */
export function createBlockView(props: NodeViewRendererProps, options: BlockViewOptions) {
  const { dom, contentDOM, show, fields, watcher, handles, destroy } = options;
  const initial = props.node;
  const isOfFile = options.of === "file";
  let node = initial;
  const host = fields && createPanelHost(props, { ...options, fields });
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

let root: Root | null = null;
let keys = 0;
const drawn = new Map<HTMLElement, { key: number; content: ReactNode }>();

function render(): void {
  root ??= createRoot(document.createElement("div"));
  root.render([...drawn].map(([panel, { key, content }]) => createPortal(content, panel, String(key))));
}

/** @param at "once" draws synchronously, because the next key may go to a field */
function drawPanel(panel: HTMLElement, content: ReactNode, at: "once" | "next"): void {
  const key = drawn.get(panel)?.key ?? ++keys;
  drawn.set(panel, { key, content });
  if (at === "once") flushSync(render);
  else render();
}

function clearPanel(panel: HTMLElement): void {
  if (drawn.delete(panel)) render();
}

function createPanelHost({ view, getPos }: NodeViewRendererProps, options: PanelHostOptions) {
  const { dom, fields, first, label } = options;
  const isOfFile = options.of === "file";
  const panel = element("div", {
    class: isOfFile ? "block-floating" : "block-fields note row",
    contenteditable: "false",
    ...(label === undefined ? {} : { role: "group", "aria-label": label }),
  });
  let isActive = false;
  let node: Node | null = null;
  const block: PanelBlock = { view, getPos, write: fieldWriter(view, getPos, panel) };

  function setActive(active: boolean): void {
    isActive = active;
    dom.classList.toggle(isOfFile ? "is-active" : "has-cursor", active);
    options.onActive?.(active);
    refresh("once");
  }

  const isCovered = () => isOfFile && dom.querySelector(".is-active") !== null;

  function refresh(at: "once" | "next"): void {
    if (isActive && !isCovered()) show(at);
    else hide();
  }

  /**
   * Synchronous once the panels are loaded: after a promise, the next key would go to another element.
   * @param onDrawn called after a draw with "once"
   */
  function show(at: "once" | "next", onDrawn?: () => void): void {
    if (!isActive || isCovered() || node === null || (isOfFile && !view.editable)) return;
    if (panels === null) {
      // If Galley is not reachable, the next visit of the cursor retries.
      loadPanels().then(
        () => show("once", onDrawn),
        () => undefined,
      );
      return;
    }
    if (!panel.isConnected) (options.place ?? dom).append(panel);
    drawPanel(panel, createElement(PanelContext, { value: { block, node } }, fields(panels)), at);
    onDrawn?.();
  }

  function hide(): void {
    if (!panel.isConnected) return;
    const hadFocus = panel.contains(document.activeElement);
    panel.remove();
    clearPanel(panel);
    if (hadFocus) view.focus();
  }

  function focusFirst(selector: string): void {
    show("once", () => panel.querySelector<HTMLElement>(selector)?.focus());
  }

  panel.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    const typing = event.target instanceof HTMLInputElement && event.target.type === "text";
    const undoKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z";
    if (event.key === "Escape" || (event.key === "Enter" && typing)) {
      if (isOfFile) returnToBlock(view, getPos);
      else view.focus();
    }
    // A text field has its own undo.
    else if (isOfFile && undoKey && !typing) (event.shiftKey ? redo : undo)(view.state, view.dispatch);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  watchCursor(dom, {
    enter: () => setActive(true),
    stay: () => {
      if (options.followsSelection || isCovered() === panel.isConnected) refresh("next");
    },
    leave: () => setActive(false),
    focus(control) {
      if (control !== undefined) focusFirst(`[data-tool="block-${control}"]`);
      else if (isCovered()) return false;
      else if (first !== undefined) first.focus();
      else focusFirst("input, select, textarea, button");
      return true;
    },
    hasFocus: () => first === document.activeElement || panel.contains(document.activeElement),
    redraw: () => show("next"),
  });
  if (isOfFile)
    dom.addEventListener("focusin", (event) => {
      const position = getPos();
      if (isActive || position === undefined || event.target === dom) return;
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
    });

  return {
    update(next: Node): void {
      // Fields show attributes, never text, so typing does not redraw them.
      const isSame = node?.sameMarkup(next) === true && node.childCount === next.childCount;
      node = next;
      if (!isSame) show("next");
    },
    has: (event: Event) => isFieldEvent(event, panel),
    destroy(): void {
      isActive = false;
      panel.remove();
      clearPanel(panel);
    },
  };
}
