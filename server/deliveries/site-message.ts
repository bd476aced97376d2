/** Extracts the site's own sentence from a response that accepts nothing, for any web framework. Pure. */

/** Maximum length of the sentence, in characters. The attempt has the whole response. */
const MAX_LENGTH = 500;
/** Characters searched in a response that is not JSON. */
const MAX_SEARCHED = 64 * 1024;
const MAX_FAULTS = 5;
/** Levels in JSON, such as `{"error": {"message": …}}`. */
const MAX_LEVELS = 3;
/** Keys of the sentence in common frameworks, the most informative first. `rm` is defined in contract 6.3. */
const KEYS = ["rm", "message", "error_description", "error", "detail", "errors", "msg", "title"];

/** Finds the sentence in a JSON response; null without one. */
export function messageIn(value: unknown, level = 0): string | null {
  if (typeof value === "string") return cut(plainText(value));
  if (typeof value !== "object" || value === null || level === MAX_LEVELS) return null;
  if (Array.isArray(value)) return messageOfFaults(value, level);
  for (const key of KEYS) {
    const message = Object.hasOwn(value, key) ? messageIn((value as Record<string, unknown>)[key], level + 1) : null;
    if (message !== null) return message;
  }
  return null;
}

/** A list of faults, such as FastAPI's `detail`: `body.metadata: Field required; …`. */
function messageOfFaults(faults: readonly unknown[], level: number): string | null {
  const reasons = faults.slice(0, MAX_FAULTS).flatMap((fault) => {
    const message = messageIn(fault, level + 1);
    if (message === null) return [];
    const { loc } = (typeof fault === "object" && fault !== null ? fault : {}) as { loc?: unknown };
    const place = Array.isArray(loc) ? loc.filter((part) => ["string", "number"].includes(typeof part)).join(".") : "";
    return [place === "" ? message : `${place}: ${message}`];
  });
  return reasons.length === 0 ? null : cut(reasons.join("; "));
}

/** Returns a short line of plain text, or the title of a web page. */
export function messageInText(whole: string): string | null {
  const text = whole.slice(0, MAX_SEARCHED);
  if (isMarkup(text)) return titleOf(text);
  const line = text.trim();
  return line.length <= MAX_LENGTH && !/[\r\n{}[\]]/.test(line) ? cut(line) : null;
}

export function isMarkup(text: string): boolean {
  return /^\s*<|<(?:!doctype|html|head|body|h1|p|div|title|br)\b/i.test(text.slice(0, 2_048));
}

function titleOf(page: string): string | null {
  const found = /<title\b[^>]{0,200}>([^<]{1,500})</i.exec(page) ?? /<h1\b[^>]{0,200}>([^<]{1,500})</i.exec(page);
  return cut(plainText(found?.[1] ?? ""));
}

function plainText(text: string): string {
  return isMarkup(text) ? text.slice(0, 8 * MAX_LENGTH).replace(/<[^>]{0,500}>/g, " ") : text.slice(0, 8 * MAX_LENGTH);
}

/** One line of at most `MAX_LENGTH`, null if nothing is left. */
function cut(text: string): string | null {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return null;
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH).toWellFormed()}…`;
}

/** Whether a message is about a signature, in the most common languages of sites. */
export function isAboutSignature(message: string): boolean {
  return /signatur|assinatura|firma\b|hmac|подпис|підпис|podpis|imza|署名|签名|簽名/i.test(message);
}
