/** A player, map or post of another site. Only the published page loads its frame. */
import { getChangedRanges, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import { Plugin, type Transaction } from "@tiptap/pm/state";
import { AttrStep } from "@tiptap/pm/transform";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { type ReadEmbed, readEmbed } from "../../../../../server/article/embeds/embed.ts";
import type { EmbedFacts } from "../../../../../server/contracts/media-api.ts";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { afterPause } from "../../../ui/lib/later.ts";
import type { ArticleParts } from "../../../uploads/assets.ts";
import { createBlockView, createCaption } from "../block-view.ts";
import { copiedFigure, dataAttributes } from "../data-attributes.ts";
import { line } from "./cards.ts";

type EmbedParts = Pick<ArticleParts, "embeds" | "files" | "imports">;

export const Embed = Node.create<EmbedParts>({
  ...copiedFigure("embed"),

  /** Keeps a pasted still only if it is a file of this session. */
  addAttributes() {
    const { files } = this.options;
    const attributes = dataAttributes("embed");
    const read = attributes.poster?.parseHTML;
    const known = (file: unknown) => (files.get(String(file)) === undefined ? "" : file);
    return { ...attributes, poster: { ...attributes.poster, parseHTML: (dom) => known(read?.(dom)) } };
  },
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
  const provider = read.ok ? read.embed.name : href === "" ? t.label : messages.media.choices["link-card"].label;
  const page = (read.ok ? read.embed.address : href).replace(/^https?:\/\/(?:www\.)?/, "");
  const loads = [t.loads[parts.embeds.loading], shape].filter(Boolean).join(" · ");
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

const PAUSE_MS = 500;

/** Fetches title and still of a new embed. @param ask called once for each URL; resolves to null if nothing is known */
function embedFacts(ask: (href: string) => Promise<EmbedFacts | null>): Plugin {
  const pending = new Set<string>();
  const requested = new Set<string>();

  async function fetchFacts(view: EditorView, href: string): Promise<void> {
    requested.add(href);
    const facts = await ask(href);
    if (facts === null || view.isDestroyed) return;
    const { tr } = view.state;
    tr.doc.descendants((node, position) => {
      if (!lacksFacts(node) || node.attrs.href !== href) return;
      if (facts.poster !== null) tr.setNodeAttribute(position, "poster", facts.poster.file_name);
      if (node.attrs.title === "" && facts.title !== "") tr.setNodeAttribute(position, "title", facts.title);
    });
    if (tr.docChanged) view.dispatch(tr.setMeta("addToHistory", false));
  }

  return new Plugin({
    state: {
      init: () => null,
      apply(tr) {
        if (isUserEdit(tr)) for (const href of hrefsIn(tr)) if (!requested.has(href)) pending.add(href);
        return null;
      },
    },
    view(view) {
      const { call, cancel } = afterPause(() => {
        for (const href of pending) void fetchFacts(view, href);
        pending.clear();
      }, PAUSE_MS);
      return {
        update(_, before) {
          if (pending.size > 0 && view.state.doc !== before.doc) call();
        },
        destroy: cancel,
      };
    },
  });
}

function isUserEdit(tr: Transaction): boolean {
  return tr.docChanged && tr.getMeta("preventUpdate") !== true && tr.getMeta("addToHistory") !== false;
}

function lacksFacts({ type, attrs }: ProseMirrorNode): boolean {
  return type.name === "embed" && attrs.poster === "" && attrs.href !== "";
}

function hrefsIn(tr: Transaction): string[] {
  const found: string[] = [];
  const collect = (node: ProseMirrorNode | null) =>
    node !== null && lacksFacts(node) && found.push(String(node.attrs.href));
  for (const [index, step] of tr.steps.entries())
    if (step instanceof AttrStep && step.attr === "href")
      collect(tr.doc.nodeAt(tr.mapping.slice(index + 1).map(step.pos)));
  for (const { newRange } of getChangedRanges(tr))
    tr.doc.nodesBetween(newRange.from, newRange.to, (node) => void collect(node));
  return found;
}
