/**
 * What is pasted or dropped as HTML or text, made into blocks of the article; within bounds, and saying so beyond them.
 * Its pictures come in where they stood, and of those that cannot a note stays.
 */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { createStore, type Store } from "../../lib/store.ts";
import { messages } from "../../messages/index.ts";
import { knownFile, type MediaParts } from "../../uploads/media-parts.ts";
import { type IsKnown, type PastedHtml, type PastedPicture, readPastedHtml } from "./pasted-html.ts";
import { appendWords, plainWords, wordsOfHtml } from "./plain-words.ts";
import { settlePictures } from "./settle-pictures.ts";

export interface PasteStorage {
  /** A sentence about the last paste that did not come whole; "" for none. */
  readonly said: Store<string>;
}

declare module "@tiptap/core" {
  interface Storage {
    pasteInput: PasteStorage;
  }
}

export const PasteInput = Extension.create<MediaParts, PasteStorage>({
  name: "pasteInput",
  addStorage: () => ({ said: createStore("") }),

  addProseMirrorPlugins() {
    const { said } = this.storage;
    const { files, queue } = this.options;
    const isKnown = (block: Element) => knownFile(block, files) !== undefined;
    /** Of what is being pasted this very moment. */
    let pictures: readonly PastedPicture[] = [];
    return [
      new Plugin({
        appendTransaction(transactions, _before, state) {
          if (pictures.length === 0 || !transactions.some(({ docChanged }) => docChanged)) return null;
          const came = pictures;
          pictures = [];
          const lost = came.filter(({ file }) => file === null).length;
          if (lost > 0) said.set(messages.writing.paste.lost(lost));
          return settlePictures(state, came, (file) => queue.add(file).id);
        },
        props: {
          handlePaste(view, event) {
            const html = event.clipboardData?.getData("text/html") ?? "";
            const text = event.clipboardData?.getData("text/plain") ?? "";
            if (html !== "" && readOnce(html, isKnown) !== null) return false;
            const words = plainWords(text === "" ? wordsOfHtml(html) : text);
            if (html === "" && !words.cut) return false;
            said.set(words.cut ? messages.writing.paste.cut : messages.writing.paste.tooMuch);
            view.pasteText(words.text);
            return true;
          },
          // Dropped HTML comes here without having gone through handlePaste.
          transformPastedHTML(html, view) {
            const read = readOnce(html, isKnown);
            if (read !== null) {
              pictures = read.pictures;
              // A paste that changes nothing leaves no pictures for the next one.
              queueMicrotask(() => {
                pictures = [];
              });
              return read.html;
            }
            said.set(messages.writing.paste.tooMuch);
            const page = view.dom.ownerDocument.implementation.createHTMLDocument();
            appendWords(page, wordsOfHtml(html));
            return page.body.innerHTML;
          },
        },
      }),
    ];
  },
});

/** The HTML of the paste that is going on, as it was read. */
let last: { html: string; read: PastedHtml | null } | null = null;

/** `readPastedHtml` for the several listeners of one paste: the same HTML is read once. */
function readOnce(html: string, isKnown: IsKnown): PastedHtml | null {
  if (last?.html === html) return last.read;
  const paste = { html, read: readPastedHtml(html, isKnown) };
  last = paste;
  // Nobody needs it after this paste.
  setTimeout(() => {
    if (last === paste) last = null;
  });
  return paste.read;
}
