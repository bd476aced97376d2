const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indents JSON, with numbers and key order as sent and escapes decoded. Other text is unchanged. */
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
