/**
 * JSON kept as text (contract 2.5). `JSON.parse` makes doubles of all numbers and moves keys such as "10" to the
 * front, so values of sites are stored and split as text and parsed only for reading. Of a repeated key, the last
 * value counts; `__proto__` is a normal key.
 */

/** A member of an object: its decoded key, its value as written. */
export type Member = [key: string, value: string];

/** A JSON value as written. Made only of text that `JSON.parse` accepts. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  static of(value: unknown): JsonText {
    return new JsonText(JSON.stringify(value));
  }

  static ofMembers(members: readonly Member[]): JsonText {
    return new JsonText(`{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`);
  }

  /** An object's members in order; empty for other values. */
  members(): Member[] {
    return membersOf(this.text);
  }

  /** An object's member, null where there is none. */
  member(key: string): JsonText | null {
    // Most texts do not have it: only an escape could spell it otherwise.
    if (!this.text.includes(JSON.stringify(key)) && !this.text.includes("\\")) return null;
    const found = this.members().find(([name]) => name === key);
    return found === undefined ? null : new JsonText(found[1]);
  }

  /** With other values for some members, in place. */
  with(values: Readonly<Record<string, unknown>>): JsonText {
    const members = new Map(this.members());
    for (const [key, value] of Object.entries(values))
      members.set(key, value instanceof JsonText ? value.text : JSON.stringify(value));
    return JsonText.ofMembers([...members]);
  }

  /** As `JSON.parse` reads it: numbers are doubles. */
  parse(): unknown {
    return JSON.parse(this.text);
  }

  /** For display. Keys in JavaScript's order. */
  indented(): string {
    return JSON.stringify(this, null, 2);
  }

  /** For `JSON.stringify`: numbers as written, keys in JavaScript's order. */
  toJSON(): unknown {
    return JSON.parse(this.text, keepNumber);
  }
}

/** A JSON body with some members kept as text. */
export type Written<T, K extends keyof T> = Omit<T, K> & { [P in K]: JsonText | Extract<T[P], null | undefined> };

/** JSON of an object whose members may be texts, which are inserted unchanged. */
export function stringify(value: unknown): string {
  if (typeof value !== "object" || value === null || !Object.values(value).some((each) => each instanceof JsonText))
    return JSON.stringify(value);
  return JsonText.ofMembers(
    Object.entries(value).flatMap(([key, each]): Member[] => {
      const text = each instanceof JsonText ? each.text : JSON.stringify(each);
      return text === undefined ? [] : [[key, text]];
    }),
  ).text;
}

/**
 * Replaces members by name, at any depth. Also takes truncated or invalid JSON: whatever looks like a member counts.
 * Linear time.
 * @param replace returns the new value for the old one as written
 */
export function replaceMembers(
  text: string,
  isAskedFor: (key: string) => boolean,
  replace: (value: string) => string,
): string {
  let out = "";
  let copied = 0;
  for (let quote = text.indexOf('"'); quote !== -1; ) {
    const end = endOfString(text, quote);
    const colon = skipSpace(text, end);
    let next = end;
    if (text.charCodeAt(colon) === COLON) {
      next = skipSpace(text, colon + 1);
      if (isAskedFor(decode(text.slice(quote, end)))) {
        const from = next;
        next = endOfValue(text, from);
        out += text.slice(copied, from) + replace(text.slice(from, next));
        copied = next;
      }
    }
    quote = text.indexOf('"', next);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

function membersOf(text: string): Member[] {
  const members = new Map<string, string>();
  let at = skipSpace(text, 0);
  if (text[at] !== "{") return [];
  for (at = skipSpace(text, at + 1); text.charCodeAt(at) === QUOTE; ) {
    const end = endOfString(text, at);
    const from = skipSpace(text, skipSpace(text, end) + 1);
    const to = endOfValue(text, from);
    members.set(decode(text.slice(at, end)), text.slice(from, to));
    at = skipSpace(text, to);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return [...members];
}

function endOfString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slash = quote;
    while (text.charCodeAt(slash - 1) === BACKSLASH) slash--;
    if ((quote - slash) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfValue(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i) - 1;
        if (depth === 0) return i + 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth++;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (depth === 0) return i;
        if (--depth === 0) return i + 1;
        break;
      case COMMA:
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        if (depth === 0) return i;
    }
  }
  return text.length;
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && " \t\n\r".includes(text[i] as string)) i++;
  return i;
}

/** A quoted string, which may not be decodable in invalid JSON. */
function decode(text: string): string {
  if (!text.includes("\\")) return text.slice(1, -1);
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}

// TypeScript's types lack both.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

function keepNumber(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined || JSON.stringify(value) === context.source)
    return value;
  return rawJSON(context.source);
}
