/** What another site shows in a frame, with its caption. Here it is a card that asks nobody: the frame is the page's. */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { readEmbed } from "../../../../../server/article/embeds/embed.ts";
import type { EmbedSettings } from "../../../../../server/article/embeds/settings.ts";
import { element } from "../../../lib/dom.ts";
import { messages } from "../../../messages/index.ts";
import { dataAttributes } from "../data-attributes.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createPanelHost } from "../panels/panel-host.ts";
import { captionedView, createCaption } from "./captioned-view.ts";

export const Embed = Node.create<{ settings: EmbedSettings }>({
  name: "embed",
  addAttributes: () => dataAttributes("embed"),
  parseHTML: () => [{ tag: "figure[data-block=embed]", contentElement: "figcaption" }],
  renderHTML: ({ HTMLAttributes }) => [
    "figure",
    mergeAttributes({ "data-block": "embed" }, HTMLAttributes),
    ["figcaption", 0],
  ],
  addNodeView() {
    return (props) => createEmbedView(props, this.options.settings);
  },
});

function createEmbedView({ node: initial, view, getPos }: NodeViewRendererProps, settings: EmbedSettings): NodeView {
  const card = element("div", { class: "figure-media embed-card", contenteditable: "false" });
  const caption = createCaption();
  const dom = element("figure", { class: "figure" }, card, caption);
  const panels = createPanelHost({
    view,
    getPos,
    dom,
    of: "file",
    load: () =>
      withPanels(
        ({ EmbedPanel }) =>
          (node, block) =>
            createElement(EmbedPanel, { block, node, hosts: settings.hosts }),
      ),
    place: (panel) => dom.append(panel),
  });

  function show(node: ProseMirrorNode): void {
    drawCard(card, node, settings);
    dom.setAttribute("aria-label", messages.embed.named(nameOf(node, settings)));
    panels.update(node);
  }

  return captionedView(initial, {
    dom,
    caption,
    show,
    handles: (event) => panels.has(event),
    destroy: () => panels.destroy(),
  });
}

function nameOf({ attrs: { href, title } }: ProseMirrorNode, { hosts }: EmbedSettings): string {
  const read = readEmbed(String(href), hosts);
  return [read.ok ? read.embed.name : read.host, String(title)].filter(Boolean).join(": ");
}

function drawCard(card: HTMLElement, node: ProseMirrorNode, { hosts, loading }: EmbedSettings): void {
  const { href, title, shape } = node.attrs as Record<"href" | "title" | "shape", string>;
  const t = messages.embed;
  const read = readEmbed(href, hosts);
  const line = (cssClass: string, words: string) => (words === "" ? [] : [element("p", { class: cssClass }, words)]);
  card.replaceChildren(
    ...line("embed-provider", read.ok ? read.embed.name : href === "" ? t.name : t.noFrame),
    ...line("embed-title", title),
    ...line("embed-address", href === "" ? t.noAddress : href),
    ...line(
      "embed-note",
      read.ok
        ? [t.loads[loading], shape].filter(Boolean).join(" · ")
        : href === ""
          ? ""
          : t.refused(read.reason, read.host),
    ),
  );
}
