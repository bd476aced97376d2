/** Node views of blocks that show a file or a card: plain DOM, selection, caption, settings bar. */
import { mergeAttributes, type NodeViewRendererProps } from "@tiptap/core";
import type { DOMOutputSpec, Node, TagParseRule } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import type { Assets } from "../../../uploads/assets.ts";
import { knownFile } from "../../../uploads/media-parts.ts";
import { createPanelHost, type PanelHostOptions } from "../panels/panel-host.ts";

/** Reads a figure from the clipboard. @param files where given, a figure whose file is not in the session is text */
export function parseFigure(block: string, files?: Assets): TagParseRule[] {
  const getAttrs = (dom: HTMLElement) =>
    files !== undefined && knownFile(dom, files) === undefined ? (false as const) : null;
  return [{ tag: `figure[data-block=${block}]`, contentElement: "figcaption", getAttrs }];
}

/** For the clipboard: without the media, which other programs cannot load. */
export const renderFigure =
  (block: string) =>
  ({ HTMLAttributes }: { HTMLAttributes: Record<string, unknown> }): DOMOutputSpec => [
    "figure",
    mergeAttributes({ "data-block": block }, HTMLAttributes),
    ["figcaption", 0],
  ];

export function createCaption(): HTMLElement {
  return element("figcaption", { class: "figure-caption", "data-placeholder": messages.figure.captionPlaceholder });
}

export interface FileViewOptions extends Pick<PanelHostOptions, "dom" | "first" | "onActive"> {
  contentDOM?: HTMLElement;
  load?: PanelHostOptions["load"];
  /** Updates the DOM from the node; called first and after each change. */
  show(node: Node): void;
  handles?(event: Event): boolean;
  destroy?(): void;
}

/** For another file ProseMirror makes another view. */
export function createFileView(
  { node: initial, view, getPos }: NodeViewRendererProps,
  { contentDOM, load, show, handles, destroy, ...rest }: FileViewOptions,
): NodeView {
  const { dom } = rest;
  const panel = load && createPanelHost({ ...rest, view, getPos, of: "file", load });
  if (contentDOM === undefined) {
    // A draggable block would take the drag that selects text in a field.
    dom.addEventListener("focusin", () => dom.setAttribute("draggable", "false"));
    dom.addEventListener("focusout", () => dom.setAttribute("draggable", "true"));
  }
  const draw = (node: Node) => {
    contentDOM?.classList.toggle("is-empty", node.content.size === 0);
    show(node);
    panel?.update(node);
  };
  draw(initial);
  return {
    dom,
    ...(contentDOM === undefined ? {} : { contentDOM }),
    update(node) {
      if (node.type !== initial.type || node.attrs.file !== initial.attrs.file) return false;
      draw(node);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: (event) => panel?.has(event) === true || handles?.(event) === true,
    ignoreMutation: ({ target }) => !contentDOM?.contains(target),
    destroy() {
      panel?.destroy();
      destroy?.();
    },
  };
}

export const line = (cssClass: string, words: string): HTMLElement[] =>
  words === "" ? [] : [element("p", { class: cssClass }, words)];

export function createCardView(
  props: NodeViewRendererProps,
  card: { draw(node: Node): Element[]; name(node: Node): string; load: PanelHostOptions["load"] },
): NodeView {
  const box = element("div", { class: "card" });
  const dom = element("div", { class: "card-block", role: "group" }, box);
  return createFileView(props, {
    dom,
    load: card.load,
    show(node) {
      box.replaceChildren(...card.draw(node));
      dom.setAttribute("aria-label", card.name(node));
    },
  });
}
