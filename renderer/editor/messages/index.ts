/** Every word of the editor tab. Read `messages` when words are needed, not when a module is loaded. */
import { fileSize } from "../../../server/contracts/file-size.ts";
import { ENGLISH, type SharedWords, speak } from "../../shared/language.ts";
import { en, type Messages } from "./en/index.ts";

/** English, until another language has come. */
export let messages: Messages = en;

/** Its BCP 47 tag. */
export let language = "en";

/** The languages of the interface, other than English. Each comes only where it is asked for. */
const OTHERS: Readonly<Record<string, () => Promise<{ words: Messages; shared: SharedWords }>>> = {
  ru: async () => (await import("./ru/index.ts")).russian,
};

/** Takes the first language that this page speaks. @param wanted BCP 47 tags, as `navigator.languages` has them */
export async function chooseLanguage(wanted: readonly string[]): Promise<string> {
  const bases = wanted.map((tag) => tag.split("-")[0]?.toLowerCase() ?? "");
  const at = bases.findIndex((base) => base === "en" || Object.hasOwn(OTHERS, base));
  const chosen = bases[at] ?? "en";
  const other = await OTHERS[chosen]?.();
  messages = other?.words ?? en;
  language = chosen;
  // With its region: "en-GB" writes moments in another way than "en".
  speak(other?.shared ?? ENGLISH, wanted[at] ?? chosen);
  return chosen;
}

/** "412 bytes", "3.4 kB", "12 MB" in the language of the page. */
export function sizeInWords(bytes: number): string {
  return fileSize(bytes, language);
}
