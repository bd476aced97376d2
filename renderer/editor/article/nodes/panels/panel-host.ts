/**
 * The fields of a block, while the cursor is in it. The block itself is plain DOM, as every key may draw it anew; its
 * fields are React components. They come when they are first needed, as a part of the page of their own.
 */
import { redo, undo } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createElement, type ReactNode, useLayoutEffect } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { element } from "../../../ui/lib/dom.ts";
import { watchCursor } from "../blocks-at-cursor.ts";
import { fieldWriter } from "./field-writer.ts";

/** What the fields know of their block beside its node. */
export interface PanelBlock {
  view: EditorView;
  getPos: () => number | undefined;
  /** Writes attributes of the block. What is written in one visit of the focus is one undo step. */
  write(values: Readonly<Record<string, unknown>>): void;
  /** What the fields remember while the cursor is elsewhere, for as long as the block is on the screen. */
  kept: Map<string, unknown>;
  /** Asks for the fields anew: for those that stand in for fields which did not come. */
  loadAgain(): void;
}

export interface PanelProps {
  block: PanelBlock;
  node: Node;
}

/** The fields for what the node says now. */
export type DrawPanel = (node: Node, block: PanelBlock) => ReactNode;

export interface PanelHostOptions {
  view: EditorView;
  getPos: () => number | undefined;
  /** The block's outermost element. */
  dom: HTMLElement;
  load(): DrawPanel | Promise<DrawPanel>;
  /** Puts the panel where it belongs. */
  place(panel: HTMLElement): void;
  /**
   * file: the block shows a file or a card. Its fields are a bar that floats (BlockBar), only that of the innermost block
   * is shown, a focus anywhere in the block selects it, its fields lead back to its caption, and who reads while somebody
   * else edits has none. words: it holds words, and the fields lead back to where they were left.
   */
  of: "file" | "words";
  /** What a screen reader calls the fields as a group. */
  label?: string;
  /** For fields that say something about the selection: they are drawn anew after each change of it. */
  followsSelection?: boolean;
  /** A field that is always there, so that the focus need not wait for the others. */
  first?: HTMLElement;
  /** Told when the cursor comes in and when it leaves. */
  onActive?(active: boolean): void;
}

export interface PanelHost {
  /** To be called at first and in every update of the node view. */
  update(node: Node): void;
  /** Whether an event happens in the panel and is none of the document's. */
  has(event: Event): boolean;
  destroy(): void;
}

/** What the focus goes to first: a field, else a button. */
const FIELDS = ["input, select, textarea", "button"];

/** Whether an event is one of fields, and not the key that goes on from them to those of the block around. */
export function isFieldEvent(event: Event, fields: HTMLElement): boolean {
  const goesOn = event instanceof KeyboardEvent && event.key === "F10";
  return !goesOn && event.target instanceof globalThis.Node && fields.contains(event.target);
}

interface Hosted {
  focus(control: string): void;
  redraw(): void;
}

/** By the block's outermost element. */
const hosted = new WeakMap<globalThis.Node, Hosted>();

/** Moves the focus to a control of a block's fields (`data-control`), which may be about to come. */
export function focusControl(block: globalThis.Node | null, control: string): void {
  if (block !== null) hosted.get(block)?.focus(control);
}

/** Draws a block's fields anew, where something around the block changed that they speak of. */
export function redrawPanel(block: globalThis.Node): void {
  hosted.get(block)?.redraw();
}

/** Back from the fields: the cursor to the end of the caption, or the block selected where it has none. */
export function returnToBlock(view: EditorView, getPos: () => number | undefined): void {
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

/** One root for the fields of all blocks; a block without the cursor has nothing mounted. */
let root: Root | null = null;
let keys = 0;
const drawn = new Map<HTMLElement, { key: number; content: ReactNode }>();

function render(): void {
  root ??= createRoot(document.createElement("div"));
  root.render([...drawn].map(([panel, { key, content }]) => createPortal(content, panel, String(key))));
}

/** @param at once where the next key may go to a field; else with what React draws next */
function drawPanel(panel: HTMLElement, content: ReactNode, at: "once" | "next"): void {
  const key = drawn.get(panel)?.key ?? ++keys;
  drawn.set(panel, { key, content });
  if (at === "once") flushSync(render);
  else render();
}

function clearPanel(panel: HTMLElement): void {
  if (drawn.delete(panel)) render();
}

/** Tells when its children are on the screen. */
function Drawn({ children, onDrawn }: { children?: ReactNode; onDrawn: () => void }): ReactNode {
  useLayoutEffect(onDrawn);
  return children;
}

export function createPanelHost(options: PanelHostOptions): PanelHost {
  const { view, getPos, dom, first, label } = options;
  const isOfFile = options.of === "file";
  const panel = element("div", {
    class: isOfFile ? "block-floating" : "block-fields",
    contenteditable: "false",
    ...(label === undefined ? {} : { role: "group", "aria-label": label }),
  });
  let draw: DrawPanel | null = null;
  let isComing = false;
  let isGone = false;
  let isActive = false;
  let node: Node | null = null;
  let wanted: readonly string[] = [];

  const block: PanelBlock = {
    view,
    getPos,
    write: fieldWriter(view, getPos, panel),
    kept: new Map(),
    loadAgain() {
      draw = null;
      show("next");
    },
  };

  function setActive(active: boolean): void {
    isActive = active;
    dom.classList.toggle(isOfFile ? "is-active" : "has-cursor", active);
    options.onActive?.(active);
    refresh("once");
  }

  /** Whether a block in this one shows its own. */
  const isCovered = () => isOfFile && dom.querySelector(".is-active") !== null;

  function refresh(at: "once" | "next"): void {
    if (isActive && !isCovered()) show(at);
    else hide();
  }

  function show(at: "once" | "next"): void {
    // Who reads while somebody else edits has nothing to fill in.
    if (!isActive || isCovered() || node === null || (isOfFile && !view.editable)) return;
    draw ??= load();
    if (draw === null) return;
    if (!panel.isConnected) options.place(panel);
    drawPanel(panel, createElement(Drawn, { onDrawn: focusWanted }, draw(node, block)), at);
  }

  function hide(): void {
    wanted = [];
    if (!panel.isConnected) return;
    const hadFocus = panel.contains(document.activeElement);
    panel.remove();
    clearPanel(panel);
    if (hadFocus) view.focus();
  }

  /** @returns null while it is on its way, and where it cannot be had */
  function load(): DrawPanel | null {
    if (isComing) return null;
    const loading = options.load();
    if (!(loading instanceof Promise)) return loading;
    isComing = true;
    void wait(loading);
    return null;
  }

  async function wait(loading: Promise<DrawPanel>): Promise<void> {
    try {
      draw = await loading;
    } catch {
      // Galley cannot be reached, which the page says already. The next time that the cursor is here tries again.
    } finally {
      isComing = false;
    }
    if (!isGone && draw !== null) show("next");
  }

  /** Gives the focus to the first of these that is there, now or as soon as one is. */
  function want(...selectors: readonly string[]): void {
    wanted = selectors;
    focusWanted();
  }

  function focusWanted(): void {
    for (const selector of wanted) {
      const field = panel.querySelector<HTMLElement>(selector);
      if (field === null) continue;
      wanted = [];
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
    // A text field has an undo of its own.
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
      else want(...FIELDS);
      return true;
    },
    hasFocus: () => first === document.activeElement || panel.contains(document.activeElement),
  });
  hosted.set(dom, { focus: (control) => want(`[data-control="${control}"]`), redraw: () => show("next") });
  if (isOfFile)
    dom.addEventListener("focusin", (event) => {
      const position = getPos();
      if (isActive || position === undefined || event.target === dom) return;
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
    });

  return {
    update(next) {
      // Fields show attributes, never words: a key in the words draws nothing here.
      const isSame = node?.sameMarkup(next) === true && node.childCount === next.childCount;
      node = next;
      if (!isSame) show("next");
    },
    has: (event) => isFieldEvent(event, panel),
    destroy() {
      isGone = true;
      panel.remove();
      clearPanel(panel);
    },
  };
}
