/** Another site's player, map or post. The editor requests nothing from it; only the published page has the frame. */
import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import type { ReadEmbed } from "../../../../../server/article/embeds/embed.ts";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import type { ArticleParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { drawWith } from "../panels/load-panels.ts";
import { embedFacts } from "./embed-facts.ts";
import { createCaption, createFileView, line, parseFigure, renderFigure } from "./file-view.ts";

type Embeds = typeof import("../../../../../server/article/embeds/embed.ts");

let embeds: Embeds | null = null;

/** Loads the rules for embed URLs. A failed load is tried again by the next caller. */
export async function loadEmbeds(): Promise<Embeds> {
  embeds ??= await import("../../../../../server/article/embeds/embed.ts");
  return embeds;
}

type EmbedParts = Pick<ArticleParts, "embeds" | "files" | "imports">;

export const Embed = Node.create<EmbedParts>({
  name: "embed",

  /** A still from the clipboard is kept only where it is a file of this session. */
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
  let shown = props.node;
  let isGone = false;

  function draw(): void {
    const read = embeds?.readEmbed(String(shown.attrs.href), hosts) ?? null;
    drawCard(card, shown, read, parts);
    dom.setAttribute("aria-label", messages.embed.named(nameOf(shown, read)));
  }

  return createFileView(props, {
    dom,
    contentDOM: caption,
    load: () =>
      drawWith(({ EmbedPanel }, panel) => createElement(EmbedPanel, { ...panel, hosts, imports: parts.imports })),
    show(node) {
      shown = node;
      draw();
      if (embeds !== null) return;
      // Until the rules are loaded the card shows the URL alone; the next change tries again.
      void loadEmbeds().then(
        () => isGone || draw(),
        () => {},
      );
    },
    destroy() {
      isGone = true;
    },
  });
}

function nameOf({ attrs: { title } }: ProseMirrorNode, read: ReadEmbed | null): string {
  const name = read?.ok ? read.embed.name : read?.host;
  return [name, String(title)].filter(Boolean).join(": ");
}

function drawCard(card: HTMLElement, node: ProseMirrorNode, read: ReadEmbed | null, parts: EmbedParts): void {
  const { href, title, shape, poster } = node.attrs as Record<"href" | "title" | "shape" | "poster", string>;
  const t = messages.embed;
  const provider = read?.ok ? read.embed.name : href === "" || read === null ? t.name : t.noFrame;
  const page = (read?.ok ? read.embed.address : href).replace(/^https?:\/\/(?:www\.)?/, "");
  const loads = [t.loads[parts.embeds.loading], shape].filter(Boolean).join(" · ");
  card.classList.toggle("has-still", poster !== "");
  card.replaceChildren(
    ...(poster === "" ? [] : [stillOf(parts.files.url(poster))]),
    ...line("embed-title", title === "" ? provider : title),
    ...line("embed-address note", href === "" ? t.noAddress : title === "" ? page : `${provider} · ${page}`),
    // Until it is known, as tall as most cards will be.
    ...line("embed-note note", read === null || read.ok ? loads : href === "" ? "" : t.refused(read.reason, read.host)),
  );
}

function stillOf(url: string): HTMLElement {
  const still = element("img", { class: "embed-still", src: url, alt: "", decoding: "async" });
  still.addEventListener("error", () => still.remove());
  return still;
}
