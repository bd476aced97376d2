/**
 * The fields of a block that shows a file, while the cursor is in it. They come when they are first needed, as a part of
 * the page of their own, and then stay, so that what somebody was typing is still there the next time.
 */
import { redo, undo } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { registerPresence } from "../present-blocks.ts";

export interface Panel {
  dom: HTMLElement;
  /** Shows the node's attributes. Called only while the panel is on the screen. */
  show(node: Node): void;
  /** @param control a name of the panel's own; default: its first field */
  focus(control?: string): void;
  /** It has left the screen. */
  hidden?(): void;
  destroy?(): void;
}

export interface PanelHostParts {
  view: EditorView;
  getPos: () => number | undefined;
  /** The block: a focus anywhere in it selects it, Escape in its fields returns to it. */
  dom: HTMLElement;
  load(): Panel | Promise<Panel>;
  /** Puts the panel where it belongs. */
  place(panel: HTMLElement): void;
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

/** Whether an event is one of fields, and not the key that goes on from them to those of the block around. */
export function isFieldEvent(event: Event, fields: HTMLElement): boolean {
  const goesOn = event instanceof KeyboardEvent && event.key === "F10";
  return !goesOn && event.target instanceof globalThis.Node && fields.contains(event.target);
}

const controls = new WeakMap<globalThis.Node, (control: string) => void>();

/** Moves the focus to a control of a block's fields, which may be about to come. */
export function focusControl(block: globalThis.Node | null, control: string): void {
  if (block !== null) controls.get(block)?.(control);
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

export function createPanelHost({ view, getPos, dom, load, place, first, onActive }: PanelHostParts): PanelHost {
  let panel: Panel | null = null;
  let isComing = false;
  let isGone = false;
  let isActive = false;
  let node: Node | null = null;
  let wanted: { control: string | undefined } | null = null;

  function setActive(active: boolean): void {
    isActive = active;
    dom.classList.toggle("is-active", active);
    onActive?.(active);
    if (active) show();
    else hide();
  }

  function show(): void {
    // Who reads while somebody else edits has nothing to fill in.
    if (!isActive || node === null || !view.editable) return;
    if (panel === null) {
      void come();
      return;
    }
    if (!panel.dom.isConnected) place(panel.dom);
    panel.show(node);
    if (wanted !== null) panel.focus(wanted.control);
    wanted = null;
  }

  function hide(): void {
    if (panel === null) return;
    const hadFocus = panel.dom.contains(document.activeElement);
    panel.hidden?.();
    panel.dom.remove();
    if (hadFocus) view.focus();
  }

  async function come(): Promise<void> {
    if (isComing) return;
    isComing = true;
    try {
      const loading = load();
      const made = loading instanceof Promise ? await loading : loading;
      if (isGone) made.destroy?.();
      else {
        panel = made;
        panel.dom.addEventListener("keydown", onKey);
        show();
      }
    } catch {
      // Galley cannot be reached, which the page says already. The next time that the cursor is here tries again.
    } finally {
      isComing = false;
    }
  }

  function onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const typing = event.target instanceof HTMLInputElement && event.target.type === "text";
    const undoKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z";
    if (event.key === "Escape") returnToBlock(view, getPos);
    // A text field has an undo of its own.
    else if (undoKey && !typing) (event.shiftKey ? redo : undo)(view.state, view.dispatch);
    else return;
    event.preventDefault();
  }

  registerPresence(dom, {
    enter: () => setActive(true),
    stay: () => {},
    leave: () => setActive(false),
    focus() {
      if (first !== undefined) first.focus();
      else if (panel?.dom.isConnected) panel.focus();
      else wanted = { control: undefined };
      return true;
    },
    hasFocus: () => first === document.activeElement || panel?.dom.contains(document.activeElement) === true,
  });
  controls.set(dom, (control) => {
    if (panel?.dom.isConnected) panel.focus(control);
    else wanted = { control };
  });
  dom.addEventListener("focusin", (event) => {
    const position = getPos();
    if (isActive || position === undefined || event.target === dom) return;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
  });

  return {
    update(next) {
      node = next;
      show();
    },
    has: (event) => panel !== null && isFieldEvent(event, panel.dom),
    destroy() {
      isGone = true;
      panel?.destroy?.();
      panel?.dom.remove();
    },
  };
}
