/** Fills in the placeholders of a sentence. `index.ts` describes their syntax. */

export type Fact = string | number | Sentence | readonly (string | Sentence)[];

export interface SentenceRef {
  readonly code: string;
  readonly facts: Readonly<Record<string, Fact>>;
}

export interface Sentence extends SentenceRef {
  readonly detail: string;
}

/** Code of joined sentences, which are in the fact `parts`. */
export const JOINED = "joined";

export interface Language {
  /** Undefined for an unknown code: the page then shows the English text. */
  template(code: string): string | undefined;
  number(value: number): string;
  bytes(value: number): string;
  plural(count: number, forms: readonly string[]): string;
}

export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** @returns the template of a code; undefined without one */
export function findTemplate(catalogue: Catalogue, code: string): string | undefined {
  const dot = code.indexOf(".");
  const [room, key] = [code.slice(0, dot), code.slice(dot + 1)];
  if (!Object.hasOwn(catalogue, room)) return undefined;
  const sentences = catalogue[room] ?? {};
  return Object.hasOwn(sentences, key) ? sentences[key] : undefined;
}

const HOLE = /\{(#?)(\w+)(?::([^}]*))?\}/g;

/** The sentence in a language; its `detail` if the code is unknown or a fact is missing. */
export function wordsOf({ code, facts, detail }: Sentence, language: Language): string {
  const textOf = (fact: Fact | undefined): string => {
    if (typeof fact === "string") return fact;
    if (typeof fact === "number") return language.number(fact);
    return fact === undefined ? "" : "code" in fact ? wordsOf(fact, language) : fact.map(textOf).join(", ");
  };
  if (code === JOINED) {
    const { parts } = facts;
    return Array.isArray(parts) ? parts.map(textOf).join(" ") : detail;
  }
  const template = language.template(code);
  if (template === undefined) return detail;
  let isWhole = true;
  const words = template.replace(HOLE, (_, isNumber: string, name: string, form: string | undefined) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    const needsNumber = isNumber !== "" || form !== undefined;
    if (fact === undefined || needsNumber !== (typeof fact === "number")) isWhole = false;
    if (typeof fact !== "number") return textOf(fact);
    if (form === "bytes") return language.bytes(fact);
    return form === undefined ? language.number(fact) : language.plural(fact, form.split(","));
  });
  return isWhole ? words : detail;
}

/** Shortens all texts in a sentence, including nested sentences. */
export function shortFacts<S extends SentenceRef>(sentence: S, short: (text: string) => string): S {
  const cut = <F extends Fact>(fact: F): F => {
    if (typeof fact === "string") return short(fact) as F;
    if (typeof fact === "number") return fact;
    return (Array.isArray(fact) ? fact.map(cut) : shortFacts(fact as F & Sentence, short)) as F;
  };
  const facts = Object.fromEntries(Object.entries(sentence.facts).map(([name, fact]) => [name, cut(fact)]));
  const { detail } = sentence as Partial<Sentence>;
  return { ...sentence, facts, ...(detail === undefined ? {} : { detail: short(detail) }) };
}

/** Reads a sentence from a JSON value; null if it is not one. */
export function sentenceRefOf(value: unknown): SentenceRef | null {
  if (value === null || typeof value !== "object" || !("code" in value) || !("facts" in value)) return null;
  const { code, facts } = value;
  if (typeof code !== "string" || facts === null || typeof facts !== "object") return null;
  return { code, facts: facts as SentenceRef["facts"] };
}
