/** What the list of sessions can be asked for, and the line of words and `key:value` that people type. Pure. */
import { foldedWords, termsOf } from "../../contracts/log-query.ts";
import { SESSION_STATES, type SessionStateFilter } from "../../contracts/sessions-api.ts";

export type SessionState = SessionStateFilter;

export interface SessionQuery {
  project: string | null;
  state: SessionState | null;
  /** Words anywhere in name, material id and author, and `key:value`; or a whole session id. */
  q: string | null;
}

export interface ReadSessionQuery {
  project: string | null;
  /** One of them; none: all. */
  states: readonly SessionState[];
  words: readonly string[];
  authors: readonly string[];
  materials: readonly string[];
  hosts: readonly string[];
  projectNames: readonly string[];
  id: string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Other names under which people look for a state. */
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

/** Keys of the line, and what their values are looked for in. */
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
    const [, named = "", value = whole] = /^([a-z]+):(.+)$/i.exec(whole) ?? [];
    const key = named.toLowerCase();
    const asked = key === "state" ? statesNamed(foldedWords(value)) : [];
    if (asked.length > 0) for (const each of asked) states.add(each);
    else if (Object.hasOwn(KEYS, key)) found[KEYS[key as keyof typeof KEYS]].push(foldedWords(value));
    else if (UUID.test(whole)) id = whole.toLowerCase();
    else found.words.push(foldedWords(whole));
  }
  return { project, states: [...states], ...found, id };
}
