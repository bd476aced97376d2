/**
 * JSON to the letter. `JSON.parse` makes doubles of all numbers and puts keys such as "10" first, so what a site gives is
 * kept as its text and taken apart as text (contract 2.5): numbers stay as they were written, keys in their order. It is
 * parsed only to be read. Of a key that stands twice the last value counts, as for every parser in use; `__proto__` is a
 * key like any other.
 */

/** A member of an object: its key, decoded, and its value as it was written. */
export type Member = [key: string, value: string];

/** A JSON value as it was written. Only made of text that `JSON.parse` accepts. */
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

  /** The members of an object in their order; none where the text is no object. */
  members(): Member[] {
    return membersOf(this.text);
  }

  /** A member of an object, null where it has none of that name. */
  member(key: string): JsonText | null {
    // Most texts that are asked do not have it: only an escape could spell it otherwise.
    if (!this.text.includes(JSON.stringify(key)) && !this.text.includes("\\")) return null;
    const found = this.members().find(([name]) => name === key);
    return found === undefined ? null : new JsonText(found[1]);
  }

  /** With other values for some members; what is there keeps its place. */
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

  /** For people. Keys stand in the order of JavaScript. */
  indented(): string {
    return JSON.stringify(this, null, 2);
  }

  /** For `JSON.stringify`: numbers come out as they were written, keys in the order of JavaScript. */
  toJSON(): unknown {
    return JSON.parse(this.text, keepNumber);
  }
}

/** A thing as it is sent: some of its members stand in it to the letter. */
export type Written<T, K extends keyof T> = Omit<T, K> & { [P in K]: JsonText | Extract<T[P], null | undefined> };

/** JSON of an object whose own members may be texts, which then stand in it to the letter. */
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
 * Writes other values in place of the members, at any depth, whose name is asked for. Takes text that was cut off, or is
 * no JSON, too: what looks like a member counts as one. Linear in the length of the text.
 * @param replace the new value; it is given the old one as it was written
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

/** The offset after the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slash = quote;
    while (text.charCodeAt(slash - 1) === BACKSLASH) slash--;
    if ((quote - slash) % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The offset after the value that begins at `at`. */
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

/** A string with its quotes; in text that is no JSON perhaps none that can be decoded. */
function decode(text: string): string {
  if (!text.includes("\\")) return text.slice(1, -1);
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}

// Both are newer than the types of the language that are used here.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

function keepNumber(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined || JSON.stringify(value) === context.source)
    return value;
  return rawJSON(context.source);
}
