/** The article's language, chosen or detected, for the `lang` attribute, spell check and typography. */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { afterPause } from "../../ui/lib/later.ts";
import { createStore, type Store } from "../../ui/lib/store.ts";

interface ArticleLanguage {
  /** BCP 47 tag, never empty. */
  readonly language: Store<string>;
}

declare module "@tiptap/core" {
  interface Storage {
    articleLanguage: ArticleLanguage;
  }
}

const PAUSE_MS = 500;

export const ArticleLanguageKeeper = Extension.create<object, ArticleLanguage>({
  name: "articleLanguage",
  addStorage: () => ({ language: createStore(ownLanguage()) }),
  addProseMirrorPlugins() {
    return [keeper(this.storage.language.set)];
  },
});

function ownLanguage(): string {
  return navigator.languages?.[0] ?? "en";
}

function keeper(onChange: (language: string) => void): Plugin {
  return new Plugin({
    view(view) {
      const update = () => {
        const language = languageOf(view);
        view.dom.lang = language;
        onChange(language);
      };
      const { call, cancel } = afterPause(update, PAUSE_MS);
      update();
      return {
        update(_view, before) {
          if (view.state.doc === before.doc) return;
          if (view.state.doc.attrs.lang !== before.doc.attrs.lang) update();
          else if (view.state.doc.attrs.lang === "") call();
        },
        destroy: cancel,
      };
    },
  });
}

function languageOf({ state }: EditorView): string {
  const chosen = String(state.doc.attrs.lang);
  if (chosen !== "") return chosen;
  const end = Math.min(state.doc.content.size, SAMPLE_LENGTH);
  return detectLanguage(state.doc.textBetween(0, end, " "), ownLanguage());
}

const SAMPLE_LENGTH = 2_000;

const CYRILLIC = new Set(["bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "uk", "be"]);

/** Detects the language of a text. @param sample may be empty @param own BCP 47 tag of the browser's language */
export function detectLanguage(sample: string, own: string): string {
  const cyrillic = sample.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const base = own.split("-")[0]?.toLowerCase() ?? "en";
  if (cyrillic + latin === 0) return own;
  if (latin >= cyrillic) return CYRILLIC.has(base) ? "en" : own;
  if (/[іїєґ]/iu.test(sample)) return /ў/iu.test(sample) ? "be" : "uk";
  return CYRILLIC.has(base) && base !== "uk" && base !== "be" ? base : "ru";
}
