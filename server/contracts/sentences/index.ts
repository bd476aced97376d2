/**
 * Every sentence that a page shows, in English, by code. How to add or change one:
 *
 * 1. Write the English in the room's file here: `no_login: "There is no login {id}."`. Its code is `logins.no_login`.
 *    - `{id}` takes a text, a list of texts (joined by commas) or another sentence;
 *    - `{#count}` takes a number, written as the language writes it: not for ports and status codes, which are texts;
 *    - `{count:file,files}` is the word that goes with a number, three of them in Russian;
 *    - `{limit:bytes}` takes a number of bytes: "3.4 MB".
 * 2. Write the Russian under the same key in `renderer/shared/russian/sentences/`; the compiler demands it.
 * 3. Throw it: `new AppError("not_found", sentence("logins.no_login", { id }))`. On the editor and console listeners, the
 *    response carries `code` and `facts` beside `detail`. In a zod schema: `.max(9, fault("projects.hosts_max", { n: 9 }))`.
 * 4. In a field: `...withSentence("explanation", value)` adds `explanation_sentence` beside the English `explanation`.
 *    `joined(a, b)` puts several in a row. A stored sentence is its `detail`, with `code` and `facts` where there is room.
 * 5. A page shows it with `said(x.explanation, x.explanation_sentence)`. An unknown code, or none, shows the English.
 *
 * Codes are never reused for another meaning: rows of an older version carry them.
 */
import { fileSize } from "../file-size.ts";
import { admin } from "./admin.ts";
import { articles } from "./articles.ts";
import { backups } from "./backups.ts";
import { check } from "./check.ts";
import { deliveries } from "./deliveries.ts";
import { fonts } from "./fonts.ts";
import { media } from "./media.ts";
import { projects } from "./projects.ts";
import { replica } from "./replica.ts";
import { requests } from "./requests.ts";
import { api, logins, outbound, storage } from "./service.ts";
import {
  type Fact,
  JOINED,
  type Language,
  type Sentence,
  type SentenceRef,
  sentenceRefOf,
  templateIn,
  wordsOf,
} from "./words.ts";

export { type Fact, type Sentence, type SentenceRef, shortFacts } from "./words.ts";

export const SENTENCES = {
  admin,
  api,
  articles,
  backups,
  check,
  deliveries,
  fonts,
  logins,
  media,
  outbound,
  projects,
  replica,
  requests,
  storage,
} as const;

type Sentences = typeof SENTENCES;
export type Room = keyof Sentences;

/** Of all sentences: "room.key". */
export type SentenceCode = { [R in Room]: `${R}.${keyof Sentences[R] & string}` }[Room];

/** The sentences of a room in another language. */
export type RoomIn<R extends Room> = Readonly<Record<keyof Sentences[R], string>>;

type TemplateOf<C> = C extends `${infer R extends Room}.${infer K}`
  ? K extends keyof Sentences[R]
    ? Sentences[R][K]
    : never
  : never;
type Holes<T> = T extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;
type NumberIn<Hole> = Hole extends `#${infer Name}` ? Name : Hole extends `${infer Name}:${string}` ? Name : never;
type TextIn<Hole> = Hole extends `#${string}` | `${string}:${string}` ? never : Hole;
type FactsOf<T> = { readonly [Name in NumberIn<Holes<T>>]: number } & {
  readonly [Name in TextIn<Holes<T>> & string]: string | Sentence | readonly (string | Sentence)[];
};
type FactArguments<T> = [Holes<T>] extends [never] ? [] : [facts: FactsOf<T>];

const ENGLISH: Language = {
  template: (code) => templateIn(SENTENCES, code),
  number: String,
  bytes: (value) => fileSize(value, "en"),
  plural: (count, [one = "", other = one]) => (count === 1 ? one : other),
};

/** A sentence with its facts, and its English text as `detail`. */
export function sentence<C extends SentenceCode>(code: C, ...given: FactArguments<TemplateOf<C>>): Sentence {
  const [facts = {}]: readonly Readonly<Record<string, Fact>>[] = given;
  const made = { code, facts, detail: "" };
  return { ...made, detail: wordsOf(made, ENGLISH) };
}

/** Codes with an advice beside them: `check.plain_http` and `check.plain_http_do`. */
type AdvisedCode = {
  [C in SentenceCode]: `${C}_do` extends SentenceCode
    ? [Holes<TemplateOf<`${C}_do`>>] extends [never]
      ? C
      : never
    : never;
}[SentenceCode];

export interface Advised {
  happened: Sentence;
  change: Sentence;
}

/** What happened, and its advice, the sentence of the same code with `_do`. */
export function advised<C extends AdvisedCode>(code: C, ...facts: FactArguments<TemplateOf<C>>): Advised {
  return { happened: sentence(code, ...facts), change: sentence(`${code}_do` as "check.plain_http_do") };
}

/** Several in a row, with a space between; texts in it, such as a site's own words, stay as they are. "" is left out. */
export function joined(...parts: readonly (Sentence | string)[]): Sentence {
  const present = parts.flatMap((part) => (typeof part === "string" ? part || [] : partsOf(part)));
  const made = { code: JOINED, facts: { parts: present }, detail: "" };
  return { ...made, detail: wordsOf(made, ENGLISH) };
}

/** The sentences in a row of it; itself where it is a single one. */
function partsOf(of: Sentence): readonly (Sentence | string)[] {
  const { parts } = of.facts;
  return of.code === JOINED && Array.isArray(parts) ? parts : [of];
}

/** A sentence as the text of a database's column; `storedSentence` reads it. */
export const toStored = (of: Sentence): string => JSON.stringify(of);

/** A sentence of the database. Earlier versions stored its English text alone. */
export function storedSentence(stored: string): Sentence {
  if (!stored.startsWith('{"code":')) return joined(stored);
  try {
    const value = JSON.parse(stored) as Sentence;
    return typeof value.detail === "string" && sentenceRefOf(value) !== null ? value : joined(stored);
  } catch {
    return joined(stored);
  }
}

/** The message of a zod check, which can only be a text: `http/validation.ts` reads the sentence from it. */
export function fault<C extends SentenceCode>(code: C, ...facts: FactArguments<TemplateOf<C>>): string {
  return JSON.stringify(sentence(code, ...facts));
}

export type WithSentence<Name extends string> = Readonly<Record<Name, string>> &
  Readonly<Partial<Record<`${Name}_sentence`, SentenceRef | null>>>;

/** A field of a response: its English text, and beside it `{name}_sentence` for other languages. */
export function withSentence<Name extends string>(name: Name, { code, facts, detail }: Sentence): WithSentence<Name> {
  return { [name]: detail, [`${name}_sentence`]: { code, facts } } as WithSentence<Name>;
}
