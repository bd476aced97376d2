/**
 * What can be done with what has just been pasted. Markdown is put in as it was typed and then formatted, each a step of
 * its own, so that one undo leaves the typed text. A bare address on an empty line is a link, and may become a card or what
 * it leads to. What is offered stands beside it (writing/offers) until somebody goes on writing.
 */
import { Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { DOMParser as SchemaParser, Slice } from "@tiptap/pm/model";
import { AllSelection, Plugin, PluginKey, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { EmbedHost, EmbedSettings } from "../../../../server/article/embeds/settings.ts";
import { createStore, type Readable } from "../../ui/lib/store.ts";
import { addressAlone } from "../../ui/lib/wrapped-links.ts";
import { isEmptyParagraph, isHolder } from "../commands/block-places.ts";
import { loadPasteReader } from "./load-paste-reader.ts";
import { isMarkdown } from "./markdown-signs.ts";
import { pressedKeys } from "./pressed-keys.ts";

export interface PasteOffer {
  /** Where what was pasted stands. */
  from: number;
  to: number;
  /** The address that was pasted; null where it was Markdown. */
  href: string | null;
}

export interface PasteOfferOptions {
  embeds: EmbedSettings;
}

export interface PasteOfferStorage {
  /** Whose pages may be embedded beside those of the known providers. */
  readonly hosts: readonly EmbedHost[];
  readonly offer: Readable<PasteOffer | null>;
  /** How often a key asked for what is offered: each time it takes the focus. */
  readonly entered: Readable<number>;
  /** Takes the offer away. */
  dismiss(): void;
}

declare module "@tiptap/core" {
  interface Storage {
    pasteOffers: PasteOfferStorage;
  }
}

const key = new PluginKey<PasteOffer | null>("pasteOffers");

export const PasteOffers = Extension.create<PasteOfferOptions, PasteOfferStorage & { plugin: Plugin }>({
  name: "pasteOffers",
  // Tab goes to what is offered before it goes anywhere else.
  priority: 900,
  addStorage() {
    return createPasteOffers(this.options.embeds.hosts);
  },
  addProseMirrorPlugins() {
    return [this.storage.plugin];
  },
});

function createPasteOffers(hosts: readonly EmbedHost[]): PasteOfferStorage & { plugin: Plugin } {
  const offer = createStore<PasteOffer | null>(null);
  const entered = createStore(0);
  let shown: EditorView | null = null;
  const dismiss = () => shown?.dispatch(shown.state.tr.setMeta(key, null));

  const plugin = new Plugin<PasteOffer | null>({
    key,
    state: {
      init: () => null,
      apply(tr, present) {
        const next: PasteOffer | null | undefined = tr.getMeta(key);
        if (next !== undefined) return next;
        // What the editor itself adds to a change, such as places for pictures, is no going on.
        const isOwn = tr.getMeta("appendedTransaction") !== undefined;
        if (present === null || (tr.docChanged && !isOwn)) return null;
        const [from, to] = [tr.mapping.map(present.from, -1), tr.mapping.map(present.to, 1)];
        const isIn = tr.selection.from >= from && tr.selection.to <= to;
        return isIn ? (tr.docChanged ? { ...present, from, to } : present) : null;
      },
    },
    view: (view) => {
      shown = view;
      return { update: ({ state }) => offer.set(key.getState(state) ?? null) };
    },
    props: {
      transformPastedText: (text, isPlain) => (isPlain ? text : (addressAlone(text) ?? text)),
      handlePaste: (view, event) => pasteMarkdown(view, event) || pasteAddress(view, event),
      handleKeyDown(view, event) {
        if (key.getState(view.state) == null || event.ctrlKey || event.metaKey || event.altKey) return false;
        if (event.key === "Escape") dismiss();
        else if (event.key === "Tab" && !event.shiftKey) entered.set(entered.get() + 1);
        else return false;
        return true;
      },
    },
  });
  return { plugin, hosts, offer, entered, dismiss };
}

/** The text of a paste that may be formatted: into a paragraph where any block may stand, and not asked for as plain. */
function freeText(view: EditorView, { clipboardData }: ClipboardEvent): string {
  const { selection } = view.state;
  const isPlain = pressedKeys(view).shiftKey;
  if (clipboardData === null || isPlain || clipboardData.files.length > 0) return "";
  const { $from } = selection;
  const isFree =
    selection instanceof AllSelection || ($from.parent.type.name === "paragraph" && isHolder($from.node(-1)));
  return isFree ? clipboardData.getData("text/plain").trimEnd() : "";
}

/** A bare address on an empty line. */
function pasteAddress(view: EditorView, event: ClipboardEvent): boolean {
  const href = addressAlone(freeText(view, event));
  const { $from, from } = view.state.selection;
  const { schema } = view.state;
  const link = schema.marks.link;
  if (href === null || link === undefined || !isEmptyParagraph($from.parent)) return false;
  const tr = closeHistory(view.state.tr).insert(from, schema.text(href, [link.create({ href })]));
  const offer: PasteOffer = { from, to: from + href.length, href };
  view.dispatch(tr.setStoredMarks([]).setMeta(key, offer).scrollIntoView());
  return true;
}

function pasteMarkdown(view: EditorView, event: ClipboardEvent): boolean {
  if ((event.clipboardData?.getData("text/html") ?? "") !== "") return false;
  const text = freeText(view, event).replace(/\r\n?/g, "\n");
  if (!isMarkdown(text)) return false;
  const { selection } = view.state;
  const from = selection instanceof TextSelection ? selection.from : 1;
  view.dispatch(closeHistory(view.state.tr));
  view.pasteText(text);
  void format(view, text, { from, to: view.state.selection.to });
  return true;
}

interface Range {
  from: number;
  to: number;
}

/** Formats the Markdown that was put in, as soon as what reads it has come. Where it does not come, the text stays as typed. */
async function format(view: EditorView, text: string, { from, to }: Range): Promise<void> {
  const before = view.state.doc;
  const html = await Promise.all([import("./markdown.ts"), loadPasteReader()]).then(
    ([{ htmlOfMarkdown }]) => htmlOfMarkdown(text),
    () => null,
  );
  // Who has gone on writing meanwhile, or taken it back, is not disturbed.
  if (html === null || view.isDestroyed || view.state.doc !== before) return;
  const tr = closeHistory(view.state.tr);
  putFormatted(tr, view, html, { from, to });
  const end = tr.mapping.map(to, 1);
  tr.setSelection(Selection.near(tr.doc.resolve(end), -1));
  const offer: PasteOffer = { from, to: Math.max(tr.selection.to, end), href: null };
  view.dispatch(tr.setMeta(key, offer).scrollIntoView());
}

/** Puts HTML in the place of a range, cleaned as every paste is. */
function putFormatted(tr: Transaction, view: EditorView, html: string, { from, to }: Range): void {
  let cleaned = html;
  view.someProp("transformPastedHTML", (transform) => {
    cleaned = transform(cleaned, view);
  });
  const page = new DOMParser().parseFromString(cleaned, "text/html");
  const [$from, $to] = [tr.doc.resolve(from), tr.doc.resolve(to)];
  const { content } = SchemaParser.fromSchema(tr.doc.type.schema).parseSlice(page.body, { context: $from });
  const holder = $from.node(-1);
  const isWhole = $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size && $to.node(-1) === holder;
  if (isWhole && holder.canReplace($from.index(-1), $to.indexAfter(-1), content))
    tr.replaceWith($from.before(), $to.after(), content);
  else tr.replaceRange(from, to, Slice.maxOpen(content, true));
}
