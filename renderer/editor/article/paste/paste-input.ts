/** Turns pasted and dropped HTML and text into blocks, and reports exceeded limits. */
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { messages } from "../../messages/index.ts";
import { createStore, type Store } from "../../ui/lib/store.ts";
import { type ArticleParts, knownFile } from "../../uploads/assets.ts";
import {
  clipSerializer,
  type DeferredPaste,
  deferDrop,
  deferredPaste,
  deferredPlaces,
  pasteLater,
} from "./copied-files.ts";
import { type FromCode, readCodeText, withBlocks } from "./embed-code.ts";
import {
  appendParagraphs,
  type PasteContext,
  type PastedHtml,
  plainText,
  readPastedHtml,
  textOfHtml,
} from "./pasted-html.ts";
import { type PastedPicture, placePictures } from "./picture-marks.ts";

interface PasteStorage {
  /** A notice about the last paste; "" for none. */
  readonly notice: Store<string>;
  /** URLs of pictures of the last paste that Galley can fetch. */
  readonly offered: Store<readonly string[]>;
}

declare module "@tiptap/core" {
  interface Storage {
    pasteInput: PasteStorage;
  }
}

export const PasteInput = Extension.create<ArticleParts, PasteStorage>({
  name: "pasteInput",
  addStorage: () => ({ notice: createStore(""), offered: createStore<readonly string[]>([]) }),

  addProseMirrorPlugins() {
    const { notice, offered } = this.storage;
    const parts = this.options;
    const { files, queue, imports } = parts;
    const t = messages.writing.paste;
    /** The deferred paste that is being inserted; null during any other paste. */
    let late: DeferredPaste | null = null;
    let rtf = "";
    const read = (html: string) =>
      readOnce(html, {
        isKnown: (block) => knownFile(block, files) !== undefined,
        rtf,
        hosts: parts.embeds.hosts,
      });
    const insertLate = (paste: DeferredPaste, insert: () => void): void => {
      late = paste;
      insert();
      late = null;
      if (paste.problem !== "") notice.set(paste.problem);
    };
    let pictures: readonly PastedPicture[] = [];
    /** The notice about missing pictures, removed with their last placeholder. */
    let lostNotice = "";
    return [
      deferredPlaces(),
      new Plugin({
        appendTransaction(transactions, _before, state) {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          if (pictures.length === 0) {
            if ((lostNotice !== "" || offered.get().length > 0) && !hasPlaces(state.doc)) {
              if (notice.get() === lostNotice) notice.set("");
              lostNotice = "";
              offered.set([]);
            }
            return null;
          }
          const pasted = pictures;
          pictures = [];
          const lost = pasted.filter(({ file }) => file === null);
          const unknown = lost.filter(({ source }) => source === "").length;
          if (unknown > 0) {
            lostNotice = t.lost(unknown);
            notice.set(lostNotice);
          }
          offered.set(lost.map(({ source }) => source).filter((source) => source !== ""));
          return placePictures(state, pasted, (file) => queue.add(file).id);
        },
        props: {
          handleDOMEvents: {
            paste(_, event) {
              rtf = event.clipboardData?.getData("text/rtf") ?? "";
              queueMicrotask(() => {
                rtf = "";
              });
              return false;
            },
            /** A drag from another article copies its files, like a paste. */
            drop(view, event) {
              if (late !== null || view.dragging !== null || !view.editable) return false;
              const waiting = deferredPaste(event.dataTransfer?.getData("text/html") ?? "", parts);
              if (waiting === null) return false;
              const data = new DataTransfer();
              return deferDrop(view, event, waiting, (paste, drop) => {
                data.setData("text/html", paste.html);
                insertLate(paste, () => drop(data));
              });
            },
          },
          clipboardSerializer: clipSerializer(this.editor.schema, imports.clip),
          handlePaste(view, event) {
            if (late !== null) return false;
            const html = event.clipboardData?.getData("text/html") ?? "";
            const text = event.clipboardData?.getData("text/plain") ?? "";
            const isCode = view.state.selection.$from.parent.type.spec.code === true;
            const code = isCode ? null : readCodeText(text, parts.embeds.hosts);
            if (code !== null) {
              view.dispatch(withBlocks(view.state.tr, code));
              const refused = code.map(whyCard).filter((reason) => reason !== "");
              if (refused.length > 0) notice.set(refused.join(" "));
              return true;
            }
            const waiting = html === "" || !view.editable ? null : deferredPaste(html, parts);
            if (waiting !== null) {
              void pasteLater(view, waiting, null, (paste) => insertLate(paste, () => view.pasteHTML(paste.html)));
              return true;
            }
            if (html !== "" && read(html) !== null) return false;
            const plain = plainText(text === "" ? textOfHtml(html) : text);
            if (html === "" && !plain.cut) return false;
            notice.set(plain.cut ? t.cut : t.tooMuch);
            view.pasteText(plain.text);
            return true;
          },
          // Dropped HTML does not go through handlePaste.
          transformPastedHTML(html, view) {
            const clean = read(html);
            if (clean !== null) {
              pictures = clean.pictures;
              // If the paste changes nothing, drops the pictures.
              queueMicrotask(() => {
                pictures = [];
              });
              return clean.html;
            }
            notice.set(t.tooMuch);
            const page = view.dom.ownerDocument.implementation.createHTMLDocument();
            appendParagraphs(page, textOfHtml(html));
            return page.body.innerHTML;
          },
        },
      }),
    ];
  },
});

/** Why embed code became a link card; "" for an embed. */
function whyCard(from: FromCode): string {
  return from.kind === "card" && !from.read.ok ? messages.embed.refused(from.read.reason, from.read.host) : "";
}

function hasPlaces(doc: Node): boolean {
  let found = false;
  doc.descendants((node) => {
    found ||= node.type.name === "mediaPlace";
    return !found && !node.isTextblock;
  });
  return found;
}

let last: { html: string; read: PastedHtml | null } | null = null;

/** Reads the HTML only once, because several handlers of one paste need it. */
function readOnce(html: string, context: PasteContext): PastedHtml | null {
  if (last?.html === html) return last.read;
  const paste = { html, read: readPastedHtml(html, context) };
  last = paste;
  setTimeout(() => {
    if (last === paste) last = null;
  });
  return paste.read;
}
