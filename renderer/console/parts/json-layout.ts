/** A string, a mark of structure, or a number or word. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON laid out for reading, anything else as it came. Numbers stay as they were written and keys in their order: a parse and
 * `JSON.stringify` would show others than those that were sent. Escapes in strings become the letters that they stand for.
 */
export function layOutJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let out = "";
  let depth = 0;
  let last = "";
  const newLine = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of text.matchAll(TOKENS)) {
    const closes = token === "}" || token === "]";
    const isEmpty = closes && (last === "{" || last === "[");
    if (closes) depth -= 1;
    if ((closes && !isEmpty) || (!closes && (last === "{" || last === "[")) || last === ",") out += newLine();
    if (token === "{" || token === "[") depth += 1;
    out += token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
    if (token === ":") out += " ";
    last = token;
  }
  return out;
}
