/** Offers alternatives after a paste (writing/offers) until the next edit. One undo restores the pasted text. */
import { Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { DOMParser as SchemaParser, Slice } from "@tiptap/pm/model";
import { AllSelection, Plugin, PluginKey, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { EmbedHost, EmbedSettings } from "../../../../server/article/embeds/settings.ts";
import { loneUrl } from "../../ui/lib/links.ts";
import { createStore, type Store } from "../../ui/lib/store.ts";
import { isEmptyParagraph, isHolder } from "../commands/block-places.ts";

export interface PasteOffer {
  from: number;
  to: number;
  /** The pasted URL; null for Markdown. */
  href: string | null;
}

interface PasteOfferStorage {
  readonly hosts: readonly EmbedHost[];
  readonly offer: Store<PasteOffer | null>;
  /** Counter, increased each time a key moves the focus to the offer. */
  readonly entered: Store<number>;
}

declare module "@tiptap/core" {
  interface Storage {
    pasteOffers: PasteOfferStorage;
  }
}

const key = new PluginKey<PasteOffer | null>("pasteOffers");

export const PasteOffers = Extension.create<{ embeds: EmbedSettings }, PasteOfferStorage>({
  name: "pasteOffers",
  // Handles Tab before other extensions.
  priority: 900,
  addStorage() {
    return { hosts: this.options.embeds.hosts, offer: createStore<PasteOffer | null>(null), entered: createStore(0) };
  },
  addProseMirrorPlugins() {
    const { offer, entered } = this.storage;
    return [
      new Plugin<PasteOffer | null>({
        key,
        state: {
          init: () => null,
          apply(tr, present) {
            const next: PasteOffer | null | undefined = tr.getMeta(key);
            if (next !== undefined) return next;
            // Appended transactions, such as picture placeholders, do not end the offer.
            const isOwn = tr.getMeta("appendedTransaction") !== undefined;
            if (present === null || (tr.docChanged && !isOwn)) return null;
            const [from, to] = [tr.mapping.map(present.from, -1), tr.mapping.map(present.to, 1)];
            const isInside = tr.selection.from >= from && tr.selection.to <= to;
            return isInside ? (tr.docChanged ? { ...present, from, to } : present) : null;
          },
        },
        view: () => ({ update: ({ state }) => offer.set(key.getState(state) ?? null) }),
        props: {
          transformPastedText: (text, isPlain) => (isPlain ? text : (loneUrl(text) ?? text)),
          handlePaste: (view, event) => pasteMarkdown(view, event) || pasteUrl(view, event),
          handleKeyDown(view, event) {
            if (key.getState(view.state) == null || event.ctrlKey || event.metaKey || event.altKey) return false;
            if (event.key === "Escape") dismissOffer(view);
            else if (event.key === "Tab" && !event.shiftKey) entered.set(entered.get() + 1);
            else return false;
            return true;
          },
        },
      }),
    ];
  },
});

export function dismissOffer(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(key, null));
}

/** The pasted text if it may replace its paragraph by other blocks; "" otherwise and for plain-text pastes. */
function freeText(view: EditorView, { clipboardData }: ClipboardEvent): string {
  const { selection } = view.state;
  // ProseMirror's key state, missing in its types. With Shift, a paste is plain text.
  const isPlain = (view as unknown as { input: { shiftKey: boolean } }).input.shiftKey;
  if (clipboardData === null || isPlain || clipboardData.files.length > 0) return "";
  const { $from } = selection;
  const isFree =
    selection instanceof AllSelection || ($from.parent.type.name === "paragraph" && isHolder($from.node(-1)));
  return isFree ? clipboardData.getData("text/plain").trimEnd() : "";
}

function pasteUrl(view: EditorView, event: ClipboardEvent): boolean {
  const href = loneUrl(freeText(view, event));
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

/** Formats the inserted Markdown once the parser has loaded. If loading fails, the text stays unchanged. */
async function format(view: EditorView, text: string, { from, to }: Range): Promise<void> {
  const before = view.state.doc;
  const html = await import("./markdown.ts").then(
    ({ htmlOfMarkdown }) => htmlOfMarkdown(text),
    () => null,
  );
  // Skipped after further typing or undo.
  if (html === null || view.isDestroyed || view.state.doc !== before) return;
  const tr = closeHistory(view.state.tr);
  putFormatted(tr, view, html, { from, to });
  const end = tr.mapping.map(to, 1);
  tr.setSelection(Selection.near(tr.doc.resolve(end), -1));
  const offer: PasteOffer = { from, to: Math.max(tr.selection.to, end), href: null };
  view.dispatch(tr.setMeta(key, offer).scrollIntoView());
}

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

const MAX_LENGTH = 100_000;
/** UTF-16 units between empty lines. The parser's time is quadratic in this length. */
const MAX_PARAGRAPH = 5_000;
const MAX_QUOTES = 20;
/** Minimum points of a Markdown text. */
const ENOUGH = 2;

/** Allowed characters before and after emphasis. */
const BEGIN = String.raw`(?:^|[\s(«„“"'])`;
const END = String.raw`(?=[\s.,;:!?)»“”"'…]|$)`;

/** 2 points for syntax that is never accidental, 1 for syntax that also occurs in other texts. */
const SIGNS: readonly [sign: RegExp, points: number][] = [
  [/^#{1,6} \S/m, 2],
  [/^(?:```|~~~)[\s\S]*\n(?:```|~~~)/m, 2],
  // A line of cells above the line between a table's header and body.
  [/^[^|\n]*\|.*\n *\|? *:?-+:? *(?:\| *:?-+:? *)+\|? *$/m, 2],
  [/\[[^\]\n]{1,500}\]\((?:https?:|mailto:|\/)[^)\s]{0,2000}\)/, 2],
  [/^ {0,3}[-*+] \S.*\n(?:\s*\n)? *[-*+] \S/m, 2],
  [new RegExp(String.raw`${BEGIN}\*\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*\*${END}`, "m"), 2],
  [/^ {0,3}\d{1,3}[.)] \S.*\n(?:\s*\n)? *\d{1,3}[.)] \S/m, 1],
  [/^> ?\S/m, 1],
  [
    new RegExp(String.raw`${BEGIN}(?:\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*|_[^\s_](?:[^_\n]{0,500}[^\s_])?_)${END}`, "m"),
    1,
  ],
  [new RegExp(String.raw`${BEGIN}\`[^\`\n]{1,500}\`${END}`, "m"), 1],
  [/^(?:-{3,}|\*{3,}|_{3,}) *$/m, 1],
];

/** Whether a text is Markdown and small enough to parse synchronously. */
export function isMarkdown(text: string): boolean {
  if (text.length > MAX_LENGTH || !isModest(text)) return false;
  let points = 0;
  for (const [sign, worth] of SIGNS) if (points < ENOUGH && sign.test(text)) points += worth;
  return points >= ENOUGH;
}

function isModest(text: string): boolean {
  if (new RegExp(`^(?: *>){${MAX_QUOTES}}`, "m").test(text)) return false;
  return text.split(/\n\s*\n/).every((paragraph) => paragraph.length <= MAX_PARAGRAPH);
}
