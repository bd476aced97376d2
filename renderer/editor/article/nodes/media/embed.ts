/** A player, map or post of another site. Only the published page loads its frame. */
import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { type ReadEmbed, readEmbed } from "../../../../../server/article/embeds/embed.ts";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import type { ArticleParts } from "../../../uploads/assets.ts";
import { createBlockView } from "../block-view.ts";
import { dataAttributes } from "../data-attributes.ts";
import { embedFacts } from "./embed-facts.ts";
import { createCaption, line, parseFigure, renderFigure } from "./file-view.ts";

type EmbedParts = Pick<ArticleParts, "embeds" | "files" | "imports">;

export const Embed = Node.create<EmbedParts>({
  name: "embed",

  /** Keeps a pasted still only if it is a file of this session. */
  addAttributes() {
    const { files } = this.options;
    const attributes = dataAttributes("embed");
    const read = attributes.poster?.parseHTML;
    const known = (file: unknown) => (files.get(String(file)) === undefined ? "" : file);
    return { ...attributes, poster: { ...attributes.poster, parseHTML: (dom) => known(read?.(dom)) } };
  },
  parseHTML: () => parseFigure("embed"),
  renderHTML: renderFigure("embed"),
  addNodeView() {
    return (props) => createEmbedView(props, this.options);
  },
  addProseMirrorPlugins() {
    return [embedFacts(this.options.imports.embedFacts)];
  },
});

function createEmbedView(props: NodeViewRendererProps, parts: EmbedParts): NodeView {
  const { hosts } = parts.embeds;
  const card = element("div", { class: "figure-media embed-card", contenteditable: "false" });
  const caption = createCaption();
  const dom = element("figure", { class: "figure" }, card, caption);
  return createBlockView(props, {
    of: "file",
    dom,
    contentDOM: caption,
    fields: ({ EmbedPanel }) => createElement(EmbedPanel, { hosts, imports: parts.imports }),
    show(node) {
      const read = readEmbed(String(node.attrs.href), hosts);
      drawCard(card, node, read, parts);
      dom.setAttribute("aria-label", messages.embed.named(nameOf(node, read)));
    },
  });
}

function nameOf({ attrs: { title } }: ProseMirrorNode, read: ReadEmbed): string {
  const name = read.ok ? read.embed.name : read.host;
  return [name, String(title)].filter(Boolean).join(": ");
}

function drawCard(card: HTMLElement, node: ProseMirrorNode, read: ReadEmbed, parts: EmbedParts): void {
  const { href, title, shape, poster } = node.attrs as Record<"href" | "title" | "shape" | "poster", string>;
  const t = messages.embed;
  const provider = read.ok ? read.embed.name : href === "" ? t.name : t.noFrame;
  const page = (read.ok ? read.embed.address : href).replace(/^https?:\/\/(?:www\.)?/, "");
  const loads = [t.loads[parts.embeds.loading], shape].filter(Boolean).join(" · ");
  card.classList.toggle("has-still", poster !== "");
  card.replaceChildren(
    ...(poster === "" ? [] : [stillOf(parts.files.url(poster))]),
    ...line("embed-title", title === "" ? provider : title),
    ...line("embed-address note", href === "" ? t.noAddress : title === "" ? page : `${provider} · ${page}`),
    ...line("embed-note note", read.ok ? loads : href === "" ? "" : t.refused(read.reason, read.host)),
  );
}

function stillOf(url: string): HTMLElement {
  const still = element("img", { class: "embed-still", src: url, alt: "", decoding: "async" });
  still.addEventListener("error", () => still.remove());
  return still;
}
