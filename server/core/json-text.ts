/**
 * JSON kept as text (contract 2.5). `JSON.parse` turns all numbers into doubles and moves keys such as "10" to the
 * front, so values of sites are stored and split as text and parsed only for reading. The last value of a repeated key
 * counts; `__proto__` is a normal key.
 */

/** A member of an object: its decoded key, its value as written. */
export type Member = [key: string, value: string];

/** A JSON value as written. The text must be valid for `JSON.parse`. */
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

  /** An object's member; null without one. */
  member(key: string): JsonText | null {
    // A quick check, because most texts lack the key. A text with escapes takes the full search.
    if (!this.text.includes(JSON.stringify(key)) && !this.text.includes("\\")) return null;
    const found = this.members().find(([name]) => name === key);
    return found === undefined ? null : new JsonText(found[1]);
  }

  /** Replaces the values of some members in place, and appends new members. */
  with(values: Readonly<Record<string, unknown>>): JsonText {
    const members = new Map(this.members());
    for (const [key, value] of Object.entries(values))
      members.set(key, value instanceof JsonText ? value.text : JSON.stringify(value));
    return JsonText.ofMembers([...members]);
  }

  /** Parses with `JSON.parse`: numbers become doubles. */
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

/** Replaces members by name, at any depth, also in truncated JSON. Linear time. @param replace maps the old value as written */
export function replaceMembers(
  text: string,
  matches: (key: string) => boolean,
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
      if (matches(decode(text.slice(quote, end)))) {
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

/** Decodes a quoted string, or returns its raw text if it is invalid. */
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
