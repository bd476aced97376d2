/**
 * Every word of the editor tab, in the language of the browser. A newsroom's words, no programmer's. Sentences of the
 * appliance and of the site are shown as they come.
 *
 * A language is a folder under messages/ with a module an area. Read `messages` when the words are needed, not when a
 * module is loaded: it is set before anything is drawn.
 */
import { fileSize } from "../../../server/article/file-size.ts";
import { en, type Messages } from "./en/index.ts";

/** English, until another language has come. */
export let messages: Messages = en;

/** Its BCP 47 tag. */
export let language = "en";

/** The languages of the interface, other than English. Each comes only where it is asked for. */
const OTHERS: Readonly<Record<string, () => Promise<Messages>>> = {
  ru: async () => (await import("./ru/index.ts")).ru,
};

/** Takes the first language that this page speaks. @param wanted BCP 47 tags, as `navigator.languages` has them */
export async function chooseLanguage(wanted: readonly string[]): Promise<string> {
  const bases = wanted.map((tag) => tag.split("-")[0]?.toLowerCase() ?? "");
  const chosen = bases.find((base) => base === "en" || Object.hasOwn(OTHERS, base)) ?? "en";
  messages = (await OTHERS[chosen]?.()) ?? en;
  language = chosen;
  return chosen;
}

/** "412 bytes", "3.4 kB", "12 MB" in the language of the page. */
export function sizeInWords(bytes: number): string {
  return fileSize(bytes, language);
}
