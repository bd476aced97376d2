/** Which language the article is in: the one that was chosen, else a guess. Its element, its spelling and its typography follow. */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createStore, type Readable } from "../../lib/store.ts";
import { guessLanguage, SAMPLE_LENGTH } from "./guess-language.ts";

export interface ArticleLanguage {
  /** BCP 47 tag, never empty. */
  readonly language: Readable<string>;
}

declare module "@tiptap/core" {
  interface Storage {
    articleLanguage: ArticleLanguage;
  }
}

/** ms after the last letter until it is guessed again. */
const PAUSE = 500;

export const ArticleLanguageKeeper = Extension.create<object, ArticleLanguage & { plugin: Plugin }>({
  name: "articleLanguage",
  addStorage() {
    const language = createStore(ownLanguage());
    return { language, plugin: keeper((next) => language.set(next)) };
  },
  addProseMirrorPlugins() {
    return [this.storage.plugin];
  },
});

function ownLanguage(): string {
  return navigator.languages?.[0] ?? "en";
}

function keeper(tell: (language: string) => void): Plugin {
  return new Plugin({
    view(view) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const look = () => {
        const language = languageOf(view);
        view.dom.lang = language;
        tell(language);
      };
      look();
      return {
        update(_view, before) {
          if (view.state.doc === before.doc) return;
          if (view.state.doc.attrs.lang !== before.doc.attrs.lang) look();
          else if (view.state.doc.attrs.lang === "") {
            clearTimeout(timer);
            timer = setTimeout(look, PAUSE);
          }
        },
        destroy: () => clearTimeout(timer),
      };
    },
  });
}

function languageOf({ state }: EditorView): string {
  const chosen = String(state.doc.attrs.lang);
  if (chosen !== "") return chosen;
  const end = Math.min(state.doc.content.size, SAMPLE_LENGTH);
  return guessLanguage(state.doc.textBetween(0, end, " "), ownLanguage());
}
