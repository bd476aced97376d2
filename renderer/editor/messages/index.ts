/** All texts of the editor tab. Read `messages` at call time, not while a module loads: the language may still change. */
import { fileSize } from "../../../server/contracts/file-size.ts";
import { ENGLISH, type SharedWords, setPageLanguage } from "../../shared/language.ts";
import { en, type Messages } from "./en/index.ts";

/** English until another language has loaded. */
export let messages: Messages = en;

/** BCP 47 tag of `messages`. */
export let language = "en";

/** The interface languages other than English, each loaded on demand. */
const OTHERS: Readonly<Record<string, () => Promise<{ words: Messages; shared: SharedWords }>>> = {
  ru: async () => (await import("./ru/index.ts")).russian,
};

/** Loads the first supported language. @param preferred BCP 47 tags, such as `navigator.languages` */
export async function chooseLanguage(preferred: readonly string[]): Promise<string> {
  const bases = preferred.map((tag) => tag.split("-")[0]?.toLowerCase() ?? "");
  const at = bases.findIndex((base) => base === "en" || Object.hasOwn(OTHERS, base));
  const chosen = bases[at] ?? "en";
  const other = await OTHERS[chosen]?.();
  messages = other?.words ?? en;
  language = chosen;
  // The region matters: "en-GB" and "en" format dates differently.
  setPageLanguage(other?.shared ?? ENGLISH, preferred[at] ?? chosen);
  return chosen;
}

/** "412 bytes", "3.4 kB", "12 MB" in the language of the page. */
export function sizeInWords(bytes: number): string {
  return fileSize(bytes, language);
}
