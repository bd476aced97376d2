/** Filters of the list of sessions, and the search line of words and `key:value` terms. */
import { foldedWords, termsOf } from "../../contracts/log-query.ts";
import { SESSION_STATES, type SessionStateFilter } from "../../contracts/sessions-api.ts";

export type SessionState = SessionStateFilter;

export interface SessionQuery {
  project: string | null;
  state: SessionState | null;
  /** Words of the title, material id and author, and `key:value` terms; or a whole session id. */
  q: string | null;
}

export interface ReadSessionQuery {
  project: string | null;
  /** Matches any of them; empty: all states. */
  states: readonly SessionState[];
  words: readonly string[];
  authors: readonly string[];
  materials: readonly string[];
  hosts: readonly string[];
  projectNames: readonly string[];
  id: string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Other names that admins use for a state. */
const STATE_NAMES: Readonly<Record<string, readonly SessionState[]>> = {
  new: ["unsaved"],
  pending: ["queued", "retrying"],
  waiting: ["queued"],
  taken: ["delivered"],
  refused: ["rejected"],
  unusable: ["failed"],
};

function statesNamed(name: string): readonly SessionState[] {
  const state = SESSION_STATES.find((one) => one === name);
  return state === undefined ? (STATE_NAMES[name] ?? []) : [state];
}

/** Keys of the search line, and the fields that they search. */
const KEYS = {
  author: "authors",
  material: "materials",
  id: "materials",
  host: "hosts",
  project: "projectNames",
} as const;

type Found = Record<"words" | (typeof KEYS)[keyof typeof KEYS], string[]>;

export function readSessionQuery({ project, state, q }: SessionQuery): ReadSessionQuery {
  const states = new Set<SessionState>(state === null ? [] : [state]);
  const found: Found = { words: [], authors: [], materials: [], hosts: [], projectNames: [] };
  let id: string | null = null;
  for (const whole of termsOf(q ?? "")) {
    const [, prefix = "", value = whole] = /^([a-z]+):(.+)$/i.exec(whole) ?? [];
    const key = prefix.toLowerCase();
    const named = key === "state" ? statesNamed(foldedWords(value)) : [];
    if (named.length > 0) for (const each of named) states.add(each);
    else if (Object.hasOwn(KEYS, key)) found[KEYS[key as keyof typeof KEYS]].push(foldedWords(value));
    else if (UUID.test(whole)) id = whole.toLowerCase();
    else found.words.push(foldedWords(whole));
  }
  return { project, states: [...states], ...found, id };
}
