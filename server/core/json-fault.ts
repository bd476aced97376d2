/** Finds where a text stops being JSON. Messages of `JSON.parse` differ by engine and may lack the place. */

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Up to the closing quote or a forbidden character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON forbids in a string
const STRING = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*/y;
const SPACE = /[ \t\n\r]*/y;

/** Returns the offset of the first invalid character, or the length if the text ends too early; null for valid JSON. */
export function findJsonFault(text: string): number | null {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const open: string[] = [];
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  /** The next token: a value, a key, or a separator or end after a value. */
  let expected: "value" | "first" | "key" | "firstKey" | "after" = "value";
  for (;;) {
    skip(SPACE);
    const character = text[at];
    if (expected === "after") {
      const closes = open.at(-1);
      if (closes === undefined) return at === text.length ? null : at;
      if (character === closes) {
        open.pop();
        at += 1;
      } else if (character === ",") {
        at += 1;
        expected = closes === "}" ? "key" : "value";
      } else return at;
      continue;
    }
    if ((expected === "first" && character === "]") || (expected === "firstKey" && character === "}")) {
      open.pop();
      at += 1;
      expected = "after";
      continue;
    }
    if (character === '"') {
      skip(STRING);
      if (text[at] !== '"') return at;
      at += 1;
      if (expected === "key" || expected === "firstKey") {
        skip(SPACE);
        if (text[at] !== ":") return at;
        at += 1;
        expected = "value";
      } else expected = "after";
      continue;
    }
    if (expected === "key" || expected === "firstKey") return at;
    if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      at += 1;
      expected = character === "{" ? "firstKey" : "first";
    } else if (skip(LITERAL)) expected = "after";
    else return at;
  }
}
