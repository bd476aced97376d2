/** What another site shows in a frame, with its caption. Here it is a card that asks nobody: the frame is the page's. */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import type { ReadEmbed } from "../../../../../server/article/embeds/embed.ts";
import type { EmbedSettings } from "../../../../../server/article/embeds/settings.ts";
import { element } from "../../../lib/dom.ts";
import { messages } from "../../../messages/index.ts";
import { dataAttributes } from "../data-attributes.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createPanelHost } from "../panels/panel-host.ts";
import { captionedView, createCaption } from "./captioned-view.ts";
import { embedsNow, fetchEmbeds } from "./load-embeds.ts";

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

  let shown = initial;
  let isGone = false;

  function draw(): void {
    const read = embedsNow()?.readEmbed(String(shown.attrs.href), settings.hosts) ?? null;
    drawCard(card, shown, read, settings);
    dom.setAttribute("aria-label", messages.embed.named(nameOf(shown, read)));
  }

  function show(node: ProseMirrorNode): void {
    shown = node;
    draw();
    panels.update(node);
    if (embedsNow() !== null) return;
    // Without it the card says the address alone; the next change tries again.
    void fetchEmbeds().then(
      () => isGone || draw(),
      () => {},
    );
  }

  return captionedView(initial, {
    dom,
    caption,
    show,
    handles: (event) => panels.has(event),
    destroy() {
      isGone = true;
      panels.destroy();
    },
  });
}

/** @param read null as long as what reads the address has not come */
function nameOf({ attrs: { title } }: ProseMirrorNode, read: ReadEmbed | null): string {
  const name = read?.ok ? read.embed.name : read?.host;
  return [name, String(title)].filter(Boolean).join(": ");
}

function drawCard(card: HTMLElement, node: ProseMirrorNode, read: ReadEmbed | null, { loading }: EmbedSettings): void {
  const { href, title, shape } = node.attrs as Record<"href" | "title" | "shape", string>;
  const t = messages.embed;
  const line = (cssClass: string, words: string) => (words === "" ? [] : [element("p", { class: cssClass }, words)]);
  card.replaceChildren(
    ...line("embed-provider", read?.ok ? read.embed.name : href === "" || read === null ? t.name : t.noFrame),
    ...line("embed-title", title),
    ...line("embed-address", href === "" ? t.noAddress : href),
    ...line(
      "embed-note",
      // Before it is known which it is, as high as most will be.
      read === null || read.ok
        ? [t.loads[loading], shape].filter(Boolean).join(" · ")
        : href === ""
          ? ""
          : t.refused(read.reason, read.host),
    ),
  );
}
