/** What the node views of blocks with fields have in common: plain DOM, fields made when the cursor first comes in. */
import type { Node } from "@tiptap/pm/model";
import type { EditorView, NodeView, ViewMutationRecord } from "@tiptap/pm/view";
import { registerPresence } from "./present-blocks.ts";

export interface BlockFields {
  dom: HTMLElement;
  show(node: Node): void;
  /** For fields that also say something about the selection: called after each change of it. */
  refresh?(): void;
}

export interface BlockViewParts {
  /** The block's outermost element. */
  dom: HTMLElement;
  /** Where its words are; absent for a block without. */
  contentDOM?: HTMLElement;
  /** Where the fields go when the cursor is in. */
  place: HTMLElement;
  /** Brings what is seen without fields up to date. */
  show(node: Node): void;
  fields(): BlockFields;
}

const FOCUSABLE = "input, select, textarea, button";

export function createBlockView(initial: Node, view: EditorView, parts: BlockViewParts): NodeView {
  const { dom, contentDOM, place } = parts;
  let node = initial;
  let fields: BlockFields | null = null;

  registerPresence(dom, {
    enter() {
      fields ??= parts.fields();
      fields.show(node);
      place.append(fields.dom);
      dom.classList.add("has-cursor");
    },
    stay: () => fields?.refresh?.(),
    leave() {
      const hadFocus = fields?.dom.contains(document.activeElement) ?? false;
      fields?.dom.remove();
      dom.classList.remove("has-cursor");
      if (hadFocus) view.focus();
    },
    focus() {
      const first = fields?.dom.querySelector<HTMLElement>(FOCUSABLE);
      first?.focus();
      return first != null;
    },
    hasFocus: () => fields?.dom.contains(document.activeElement) ?? false,
  });
  dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !(fields?.dom.contains(event.target as globalThis.Node) ?? false)) return;
    event.preventDefault();
    event.stopPropagation();
    view.focus();
  });

  /** A line of words says what belongs there while it is empty. */
  const showEmpty = () => {
    if (contentDOM?.dataset.placeholder !== undefined) contentDOM.classList.toggle("is-empty", node.content.size === 0);
  };

  const isOutside = (target: globalThis.Node) => !(contentDOM?.contains(target) ?? false);
  parts.show(initial);
  showEmpty();
  return {
    dom,
    ...(contentDOM === undefined ? {} : { contentDOM }),
    update(next) {
      if (next.type !== initial.type) return false;
      if (!next.sameMarkup(node)) parts.show(next);
      node = next;
      showEmpty();
      if (fields?.dom.isConnected) fields.show(next);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: (event) => fields?.dom.contains(event.target as globalThis.Node) ?? false,
    ignoreMutation: (mutation) =>
      mutation.type !== "selection" && (isOutside(mutation.target) || isOwnClass(mutation, contentDOM)),
  };
}

/** That the placeholder came or went is no edit. */
function isOwnClass(mutation: ViewMutationRecord, contentDOM: HTMLElement | undefined): boolean {
  return mutation.type === "attributes" && mutation.target === contentDOM;
}

/** A textblock of one element that says what belongs there while it is empty. */
export function createLineView(initial: Node, dom: HTMLElement, placeholder: string): NodeView {
  dom.dataset.placeholder = placeholder;
  const show = (node: Node) => dom.classList.toggle("is-empty", node.content.size === 0);
  show(initial);
  return {
    dom,
    contentDOM: dom,
    update(node) {
      if (node.type !== initial.type) return false;
      show(node);
      return true;
    },
    ignoreMutation: (mutation) => isOwnClass(mutation, dom),
  };
}
