import { mergeAttributes, type NodeViewRendererProps } from "@tiptap/core";
import type { DOMOutputSpec, Node, TagParseRule } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { type Assets, knownFile } from "../../../uploads/assets.ts";
import { type BlockViewOptions, createBlockView } from "../block-view.ts";

/** Parses a pasted figure. @param files if given, a figure with an unknown file is not parsed as a figure */
export function parseFigure(block: string, files?: Assets): TagParseRule[] {
  const getAttrs = (dom: HTMLElement) =>
    files !== undefined && knownFile(dom, files) === undefined ? (false as const) : null;
  return [{ tag: `figure[data-block=${block}]`, contentElement: "figcaption", getAttrs }];
}

/** Renders a figure for the clipboard without its media, which other programs cannot load. */
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

export const line = (cssClass: string, text: string): HTMLElement[] =>
  text === "" ? [] : [element("p", { class: cssClass }, text)];

export function createCardView(
  props: NodeViewRendererProps,
  card: { draw(node: Node): Element[]; name(node: Node): string; fields: NonNullable<BlockViewOptions["fields"]> },
): NodeView {
  const box = element("div", { class: "card" });
  const dom = element("div", { class: "card-block", role: "group" }, box);
  return createBlockView(props, {
    of: "file",
    dom,
    fields: card.fields,
    show(node) {
      box.replaceChildren(...card.draw(node));
      dom.setAttribute("aria-label", card.name(node));
    },
  });
}
