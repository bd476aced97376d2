/**
 * What another site shows in a frame, with its caption. Here it is a card that asks nobody: a still that is a file of the
 * article, what is shown, whose it is and where. The frame is the page's.
 */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import type { ReadEmbed } from "../../../../../server/article/embeds/embed.ts";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import type { ArticleParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createPanelHost } from "../panels/panel-host.ts";
import { captionedView, createCaption } from "./captioned-view.ts";
import { embedFacts } from "./embed-facts.ts";
import { embedsModule, loadEmbeds } from "./load-embeds.ts";

type EmbedParts = Pick<ArticleParts, "embeds" | "files" | "imports">;

export const Embed = Node.create<EmbedParts>({
  name: "embed",

  /** From a clipboard a still only where it is a file of this session. */
  addAttributes() {
    const { files } = this.options;
    const attributes = dataAttributes("embed");
    const read = attributes.poster?.parseHTML;
    const known = (file: unknown) => (files.get(String(file)) === undefined ? "" : file);
    return { ...attributes, poster: { ...attributes.poster, parseHTML: (element) => known(read?.(element)) } };
  },
  parseHTML: () => [{ tag: "figure[data-block=embed]", contentElement: "figcaption" }],
  renderHTML: ({ HTMLAttributes }) => [
    "figure",
    mergeAttributes({ "data-block": "embed" }, HTMLAttributes),
    ["figcaption", 0],
  ],
  addNodeView() {
    return (props) => createEmbedView(props, this.options);
  },
  addProseMirrorPlugins() {
    return [embedFacts(this.options.imports.embedFacts)];
  },
});

function createEmbedView({ node: initial, view, getPos }: NodeViewRendererProps, parts: EmbedParts): NodeView {
  const { hosts } = parts.embeds;
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
            createElement(EmbedPanel, { block, node, hosts, imports: parts.imports }),
      ),
    place: (panel) => dom.append(panel),
  });

  let shown = initial;
  let isGone = false;

  function draw(): void {
    const read = embedsModule()?.readEmbed(String(shown.attrs.href), hosts) ?? null;
    drawCard(card, shown, read, parts);
    dom.setAttribute("aria-label", messages.embed.named(nameOf(shown, read)));
  }

  function show(node: ProseMirrorNode): void {
    shown = node;
    draw();
    panels.update(node);
    if (embedsModule() !== null) return;
    // Without it the card says the address alone; the next change tries again.
    void loadEmbeds().then(
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

function drawCard(card: HTMLElement, node: ProseMirrorNode, read: ReadEmbed | null, parts: EmbedParts): void {
  const { href, title, shape, poster } = node.attrs as Record<"href" | "title" | "shape" | "poster", string>;
  const t = messages.embed;
  const line = (cssClass: string, words: string) => (words === "" ? [] : [element("p", { class: cssClass }, words)]);
  const provider = read?.ok ? read.embed.name : href === "" || read === null ? t.name : t.noFrame;
  const page = (read?.ok ? read.embed.address : href).replace(/^https?:\/\/(?:www\.)?/, "");
  const still = poster === "" ? [] : [stillOf(parts.files.url(poster))];
  card.classList.toggle("has-still", still.length > 0);
  card.replaceChildren(
    ...still,
    ...line("embed-title", title === "" ? provider : title),
    ...line("embed-address", href === "" ? t.noAddress : title === "" ? page : `${provider} · ${page}`),
    ...line(
      "embed-note",
      // Before it is known which it is, as high as most will be.
      read === null || read.ok
        ? [t.loads[parts.embeds.loading], shape].filter(Boolean).join(" · ")
        : href === ""
          ? ""
          : t.refused(read.reason, read.host),
    ),
  );
}

/** Where its bytes are not here, the card does without. */
function stillOf(url: string): HTMLElement {
  const still = element("img", { class: "embed-still", src: url, alt: "", decoding: "async" });
  still.addEventListener("error", () => still.remove());
  return still;
}
