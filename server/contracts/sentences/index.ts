/**
 * The English sentences of all pages, by code. How to add or change one:
 *
 * 1. Write the English in a file here: `no_login: "There is no login {id}."`. Its code is `logins.no_login`.
 *    - `{id}` takes a text, a list of texts (joined by commas) or another sentence;
 *    - `{#count}` takes a number, formatted for the language; ports and status codes are texts;
 *    - `{count:file,files}` is the noun for a number; Russian has three forms;
 *    - `{limit:bytes}` takes a number of bytes: "3.4 MB".
 * 2. Write the Russian under the same key in `renderer/shared/russian/sentences/`; the compiler requires it.
 * 3. Throw it: `new AppError("not_found", sentence("logins.no_login", { id }))`. On the editor and console listeners,
 *    the response contains `detail`, `code` and `facts`.
 *    In a zod schema: `.max(9, fault("projects.hosts_max", { n: 9 }))`.
 * 4. In a field: `...withSentence("explanation", value)` adds the English `explanation` and `explanation_sentence`.
 *    `joined(a, b)` joins several sentences.
 * 5. A page shows it with `said(x.explanation, x.explanation_sentence)`; without a known code, it shows the English.
 *
 * Codes keep their meaning forever, because stored rows contain them.
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
  findTemplate,
  JOINED,
  type Language,
  type Sentence,
  type SentenceRef,
  sentenceRefOf,
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

export type SentenceCode = { [R in Room]: `${R}.${keyof Sentences[R] & string}` }[Room];

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
  template: (code) => findTemplate(SENTENCES, code),
  number: String,
  bytes: (value) => fileSize(value, "en"),
  plural: (count, [one = "", other = one]) => (count === 1 ? one : other),
};

/** Creates a sentence with its facts and its English text as `detail`. */
export function sentence<C extends SentenceCode>(code: C, ...given: FactArguments<TemplateOf<C>>): Sentence {
  const [facts = {}]: readonly Readonly<Record<string, Fact>>[] = given;
  const made = { code, facts, detail: "" };
  return { ...made, detail: wordsOf(made, ENGLISH) };
}

/** Codes with advice: `check.plain_http` has `check.plain_http_do`. */
type CodeWithAdvice = {
  [C in SentenceCode]: `${C}_do` extends SentenceCode
    ? [Holes<TemplateOf<`${C}_do`>>] extends [never]
      ? C
      : never
    : never;
}[SentenceCode];

export interface SentenceWithAdvice {
  happened: Sentence;
  change: Sentence;
}

/** The sentence of a code, and its advice: the sentence of the same code with `_do`. */
export function withAdvice<C extends CodeWithAdvice>(
  code: C,
  ...facts: FactArguments<TemplateOf<C>>
): SentenceWithAdvice {
  return { happened: sentence(code, ...facts), change: sentence(`${code}_do` as "check.plain_http_do") };
}

/** Joins sentences and texts with spaces. Texts stay unchanged; "" is omitted. */
export function joined(...parts: readonly (Sentence | string)[]): Sentence {
  const present = parts.flatMap((part) => (typeof part === "string" ? part || [] : partsOf(part)));
  const made = { code: JOINED, facts: { parts: present }, detail: "" };
  return { ...made, detail: wordsOf(made, ENGLISH) };
}

/** The parts of a joined sentence; a single sentence itself. */
function partsOf(of: Sentence): readonly (Sentence | string)[] {
  const { parts } = of.facts;
  return of.code === JOINED && Array.isArray(parts) ? parts : [of];
}

/** Serializes a sentence for the database; `storedSentence` reads it. */
export const toStored = (of: Sentence): string => JSON.stringify(of);

/** Reads a sentence from the database. Earlier versions stored only the English text. */
export function storedSentence(stored: string): Sentence {
  if (!stored.startsWith('{"code":')) return joined(stored);
  try {
    const value = JSON.parse(stored) as Sentence;
    return typeof value.detail === "string" && sentenceRefOf(value) !== null ? value : joined(stored);
  } catch {
    return joined(stored);
  }
}

/** A sentence as the message of a zod check; `http/validation.ts` parses it. */
export function fault<C extends SentenceCode>(code: C, ...facts: FactArguments<TemplateOf<C>>): string {
  return JSON.stringify(sentence(code, ...facts));
}

export type WithSentence<Name extends string> = Readonly<Record<Name, string>> &
  Readonly<Partial<Record<`${Name}_sentence`, SentenceRef | null>>>;

/** Two fields of a response: the English text, and `{name}_sentence` for other languages. */
export function withSentence<Name extends string>(name: Name, { code, facts, detail }: Sentence): WithSentence<Name> {
  return { [name]: detail, [`${name}_sentence`]: { code, facts } } as WithSentence<Name>;
}
