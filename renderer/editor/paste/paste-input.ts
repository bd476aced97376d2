/** What is pasted or dropped as HTML or text, made into blocks of the article; within bounds, and saying so beyond them. */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { messages } from "../messages.ts";
import { createStore, type Store } from "../store.ts";
import { plainWords, wordsOfHtml } from "./plain-words.ts";
import { readOnce } from "./read-once.ts";

export interface PasteStorage {
  /** A sentence about the last paste that did not come whole; "" for none. */
  readonly said: Store<string>;
}

declare module "@tiptap/core" {
  interface Storage {
    pasteInput: PasteStorage;
  }
}

export const PasteInput = Extension.create<object, PasteStorage>({
  name: "pasteInput",
  addStorage: () => ({ said: createStore("") }),

  addProseMirrorPlugins() {
    const { said } = this.storage;
    return [
      new Plugin({
        props: {
          handlePaste(view, event) {
            const html = event.clipboardData?.getData("text/html") ?? "";
            const text = event.clipboardData?.getData("text/plain") ?? "";
            if (html !== "" && readOnce(html) !== null) return false;
            const words = plainWords(text === "" ? wordsOfHtml(html) : text);
            if (html === "" && !words.cut) return false;
            said.set(words.cut ? messages.writing.paste.cut : messages.writing.paste.tooMuch);
            view.pasteText(words.text);
            return true;
          },
          // What is dropped comes here without having been asked about.
          transformPastedHTML(html, view) {
            const read = readOnce(html);
            if (read !== null) return read.html;
            said.set(messages.writing.paste.tooMuch);
            const page = view.dom.ownerDocument.implementation.createHTMLDocument();
            for (const line of plainWords(wordsOfHtml(html)).text.split(/\n+/)) {
              const paragraph = page.createElement("p");
              paragraph.append(line);
              page.body.append(paragraph);
            }
            return page.body.innerHTML;
          },
        },
      }),
    ];
  },
});
