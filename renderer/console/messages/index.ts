/**
 * Every word of the console, in the language that the admin chose, or the browser's. A newsroom's words, no programmer's.
 * Sentences of the appliance are worded by `said` where they are shown; those of the sites stay as they come.
 *
 * A language is a folder under messages/ with a module a page; `{en,ru}/<page>.ts` have the same keys. Read `messages` when
 * the words are needed, not when a module is loaded: it is set before anything is drawn, and again when the choice changes.
 */
import { useSyncExternalStore } from "react";
import { fileSize } from "../../../server/contracts/file-size.ts";
import { ENGLISH, type SharedWords, speak } from "../../shared/language.ts";
import { en, type Messages } from "./en/index.ts";

/** English, until another language has come. */
export let messages: Messages = en;

/** Its BCP 47 tag. */
export let language = "en";

/** BCP 47, for dates and numbers: the browser's own kind of the language, such as en-GB. */
export let locale = "en-GB";

interface Language {
  messages: Messages;
  shared: SharedWords;
}

const ENGLISH_PAGE: Language = { messages: en, shared: ENGLISH };

/** Each language comes only where it is asked for; English is there at once. */
const LANGUAGES = {
  en: async () => ENGLISH_PAGE,
  ru: async () => (await import("./ru/index.ts")).russian,
} satisfies Record<string, () => Promise<Language>>;

type Tag = keyof typeof LANGUAGES;

/** What the admin may choose. */
export type LanguageChoice = Tag | "browser";
export const LANGUAGE_CHOICES: readonly LanguageChoice[] = ["browser", "en", "ru"];

const NAME = "galley:language";

/** Kept by this browser, for this console alone. */
export function languageChoice(): LanguageChoice {
  try {
    const kept = window.localStorage.getItem(NAME);
    return LANGUAGE_CHOICES.find((choice) => choice === kept) ?? "browser";
  } catch {
    return chosenWithoutStorage;
  }
}

/** Where the browser keeps nothing for pages, the choice lasts until the page is loaded again. */
let chosenWithoutStorage: LanguageChoice = "browser";

/** Keeps the choice and draws the page anew in its language. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  chosenWithoutStorage = choice;
  try {
    if (choice === "browser") window.localStorage.removeItem(NAME);
    else window.localStorage.setItem(NAME, choice);
  } catch {
    // It stays in memory.
  }
  await speakChosenLanguage();
}

/** Sets `messages` and everything that goes with them. To be awaited before anything is drawn. */
export async function speakChosenLanguage(): Promise<void> {
  const wanted = navigator.languages;
  const choice = languageChoice();
  const tag = choice === "browser" ? languageFor(wanted) : choice;
  // A page that cannot fetch its words speaks on as it does.
  const chosen = await LANGUAGES[tag]().catch(() => undefined);
  if (chosen === undefined) return;
  messages = chosen.messages;
  language = tag;
  locale = localeFor(tag, wanted);
  speak(chosen.shared, locale);
  document.documentElement.lang = tag;
  for (const notify of listeners) notify();
}

/** The first language that this page speaks. @param wanted BCP 47 tags, as `navigator.languages` has them */
export function languageFor(wanted: readonly string[]): Tag {
  const isSpoken = (base: string): base is Tag => Object.hasOwn(LANGUAGES, base);
  return wanted.map(baseOf).find(isSpoken) ?? "en";
}

/** How the browser's owner writes dates in a language; the European way in English where nothing is known. */
export function localeFor(tag: Tag, wanted: readonly string[]): string {
  return wanted.find((each) => baseOf(each) === tag) ?? (tag === "en" ? "en-GB" : tag);
}

function baseOf(tag: string): string {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}

const listeners = new Set<() => void>();

/** The tag of the language spoken; whoever uses it is drawn anew when it changes. */
export function useLanguage(): string {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => language,
  );
}

/** "1,834" as the page's language writes it. */
export function numberInWords(value: number): string {
  return value.toLocaleString(locale);
}

/** "412 bytes", "3.4 kB", "12 MB" in the language of the page. */
export function sizeInWords(bytes: number): string {
  return fileSize(bytes, locale);
}
