/** The last resort for another editor's state: every string that looks like prose. */
import { paragraphs } from "./foreign-blocks.ts";

/** Two words in a row, or four characters of a script without spaces. */
const PROSE =
  /\p{L}{2,}[\p{P}\p{S}]*\s+[\p{P}\p{S}]*[\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;
/** A single word with punctuation. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]*\p{P}*$/u;
/** URLs and data. */
const NO_PROSE = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|data:|[{[<])/i;

/** A key with prose anywhere has words everywhere, so its single words count too. */
export function proseHtml(root: unknown, limits: { values: number; depth: number }): string {
  const strings: { key: string; text: string }[] = [];
  let left = limits.values;
  const stack: { key: string; value: unknown; depth: number }[] = [{ key: "", value: root, depth: 1 }];
  for (let at = stack.pop(); at !== undefined && left > 0; at = stack.pop(), left--) {
    const { key, value, depth } = at;
    if (typeof value === "string" && !NO_PROSE.test(value)) strings.push({ key, text: value });
    if (typeof value !== "object" || value === null || depth >= limits.depth) continue;
    for (const [name, child] of Object.entries(value).toReversed())
      stack.push({ key: Array.isArray(value) ? key : name, value: child, depth: depth + 1 });
  }
  const keys = new Set(strings.filter(({ text }) => PROSE.test(text)).map(({ key }) => key));
  return strings
    .filter(({ key, text }) => keys.has(key) && (PROSE.test(text) || WORD.test(text.trim())))
    .map(({ text }) => paragraphs(text))
    .join("");
}
