/** Hosts the fields of a block, React components loaded on demand, while the cursor is in the block. */
import { redo, undo } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createContext, createElement, type ReactNode, use, useLayoutEffect } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { element } from "../../../ui/lib/dom.ts";
import { watchCursor } from "../blocks-at-cursor.ts";

type GetPos = () => number | undefined;

let visits = 0;

/** Writes attributes of the node at `getPos`. All writes while `owner` has the focus are one undo step. */
export function fieldWriter(
  view: EditorView,
  getPos: GetPos,
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
    // The history groups transactions of one composition. Compositions of the keyboard are numbered from 1.
    view.dispatch(tr.setMeta("composition", -2 - visit));
  };
}

/** Writes one attribute of the node at `getPos` as a separate undo step. */
export function setAttribute({ view, getPos }: PanelBlock, name: string, value: unknown): void {
  const position = getPos();
  if (position !== undefined) view.dispatch(view.state.tr.setNodeAttribute(position, name, value));
}

export interface PanelBlock {
  view: EditorView;
  getPos: GetPos;
  write: ReturnType<typeof fieldWriter>;
  kept: Map<string, unknown>;
}

interface Panel {
  block: PanelBlock;
  node: Node;
}

const PanelContext = createContext<Panel | null>(null);

/** The block of the panel that contains the calling component. */
export function usePanel(): Panel {
  const panel = use(PanelContext);
  if (panel === null) throw new Error("A field is outside a panel.");
  return panel;
}

export type DrawPanel = () => ReactNode;

export interface PanelHostOptions {
  view: EditorView;
  getPos: GetPos;
  dom: HTMLElement;
  load(): DrawPanel | Promise<DrawPanel>;
  /** The panel is appended here; default: `dom`. */
  place?: HTMLElement;
  /**
   * file: a block that shows a file or a card. Its panel is a floating bar (BlockBar); only the innermost bar is shown,
   * and none in a read-only tab. Focus in the block selects it; Escape returns to its caption.
   * words: a text block. Escape returns to the previous cursor position.
   */
  of: "file" | "words";
  label?: string;
  followsSelection?: boolean;
  /** A field outside the panel that receives the focus without waiting for the panel. */
  first?: HTMLElement;
  onActive?(active: boolean): void;
}

const FIELDS = ["input, select, textarea", "button"];

/** Whether an event belongs to the fields. F10 does not: it moves to the fields of the enclosing block. */
export function isFieldEvent(event: Event, fields: HTMLElement): boolean {
  const isBlockKey = event instanceof KeyboardEvent && event.key === "F10";
  return !isBlockKey && event.target instanceof globalThis.Node && fields.contains(event.target);
}

const hosted = new WeakMap<globalThis.Node, { focus(control: string): void; redraw(): void }>();

/** Focuses a control (`data-tool`) of a block's panel, also if the panel is still loading. */
export function focusControl(block: globalThis.Node | null, control: string): void {
  if (block !== null) hosted.get(block)?.focus(control);
}

/** Redraws a block's panel after a relevant change outside the block. */
export function redrawPanel(block: globalThis.Node): void {
  hosted.get(block)?.redraw();
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

function Drawn({ children, onDrawn }: { children?: ReactNode; onDrawn: () => void }): ReactNode {
  useLayoutEffect(onDrawn);
  return children;
}

export function createPanelHost(options: PanelHostOptions) {
  const { view, getPos, dom, first, label } = options;
  const isOfFile = options.of === "file";
  const panel = element("div", {
    class: isOfFile ? "block-floating" : "block-fields row",
    contenteditable: "false",
    ...(label === undefined ? {} : { role: "group", "aria-label": label }),
  });
  let draw: DrawPanel | null = null;
  let isLoading = false;
  let isDestroyed = false;
  let isActive = false;
  let node: Node | null = null;
  let focusTargets: readonly string[] = [];

  const block: PanelBlock = {
    view,
    getPos,
    write: fieldWriter(view, getPos, panel),
    kept: new Map(),
  };

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

  function show(at: "once" | "next"): void {
    if (!isActive || isCovered() || node === null || (isOfFile && !view.editable)) return;
    draw ??= load();
    if (draw === null) return;
    if (!panel.isConnected) (options.place ?? dom).append(panel);
    drawPanel(
      panel,
      createElement(PanelContext, { value: { block, node } }, createElement(Drawn, { onDrawn: applyFocus }, draw())),
      at,
    );
  }

  function hide(): void {
    focusTargets = [];
    if (!panel.isConnected) return;
    const hadFocus = panel.contains(document.activeElement);
    panel.remove();
    clearPanel(panel);
    if (hadFocus) view.focus();
  }

  /** @returns null while loading and after a failure */
  function load(): DrawPanel | null {
    if (isLoading) return null;
    const loading = options.load();
    if (!(loading instanceof Promise)) return loading;
    isLoading = true;
    void wait(loading);
    return null;
  }

  async function wait(loading: Promise<DrawPanel>): Promise<void> {
    try {
      draw = await loading;
    } catch {
      // Galley is not reachable. The next visit of the cursor retries.
    } finally {
      isLoading = false;
    }
    if (!isDestroyed && draw !== null) show("next");
  }

  /** Focuses the first match, immediately or when it is drawn. */
  function focusFirst(...selectors: readonly string[]): void {
    focusTargets = selectors;
    applyFocus();
  }

  function applyFocus(): void {
    for (const selector of focusTargets) {
      const field = panel.querySelector<HTMLElement>(selector);
      if (field === null) continue;
      focusTargets = [];
      field.focus();
      return;
    }
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
    focus() {
      if (isCovered()) return false;
      if (first !== undefined) first.focus();
      else focusFirst(...FIELDS);
      return true;
    },
    hasFocus: () => first === document.activeElement || panel.contains(document.activeElement),
  });
  hosted.set(dom, { focus: (control) => focusFirst(`[data-tool="block-${control}"]`), redraw: () => show("next") });
  if (isOfFile)
    dom.addEventListener("focusin", (event) => {
      const position = getPos();
      if (isActive || position === undefined || event.target === dom) return;
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
    });

  return {
    /** Call initially and in each update of the node view. */
    update(next: Node): void {
      // Fields show attributes, never text, so typing does not redraw them.
      const isSame = node?.sameMarkup(next) === true && node.childCount === next.childCount;
      node = next;
      if (!isSame) show("next");
    },
    has: (event: Event) => isFieldEvent(event, panel),
    destroy(): void {
      isDestroyed = true;
      panel.remove();
      clearPanel(panel);
    },
  };
}
