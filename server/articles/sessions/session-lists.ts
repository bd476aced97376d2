/**
 * Pages of sessions for the console, most recently used first. A search starts from the narrow table of words or from the
 * index of delivery states, if few sessions match there. Otherwise it walks the list in steps, so that no search blocks
 * the appliance.
 */
import type { Page } from "../../contracts/console-api.ts";
import { normalizeText, termsOf } from "../../contracts/log-query.ts";
import { SESSION_STATES, type SessionStateFilter } from "../../contracts/sessions-api.ts";
import { yieldToRequests } from "../../core/runtime.ts";
import { type Database, statements } from "../../storage/database.ts";
import { beginningOfColumn, PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";
import type { Session } from "./session-store.ts";
import { createTitleSearch } from "./session-titles.ts";

/** A session in a list: without its metadata, which can be of any size. */
export interface SessionHead extends Omit<Session, "metadata"> {
  /** Null if only its material id is known. */
  title: string | null;
}

/** Characters of a callback URL in a list. */
const MAX_LISTED = 1_024;
const COLUMNS = `s.id, s.project_id AS projectId, s.material_id AS materialId, s.fingerprint,
  ${beginningOfColumn("s.callback_url", MAX_LISTED)} AS callbackUrl, s.current_version AS currentVersion,
  s.last_access AS lastAccess, s.created_at AS createdAt, t.title`;
/** Columns that a walk reads: all but the metadata. */
const READ = "id, project_id, material_id, fingerprint, callback_url, current_version, last_access, created_at";
const TITLES = "LEFT JOIN session_titles t ON t.session_id = s.id";
const ORDER = "ORDER BY s.last_access DESC, s.id DESC";
/** Sessions checked one by one; with more candidates, the list is walked instead. */
const MAX_CANDIDATES = 2_000;
/** Sessions per step of a walk, which takes a few ms. */
const STEP = 2_000;

type Value = string | number;
type Key = [lastAccess: number, id: string];
interface Condition {
  where: string;
  values: Value[];
}

export function createSessionLists(database: Database) {
  const { row } = statements(database);
  const byId = row<[string], SessionHead>(`SELECT ${COLUMNS} FROM sessions s ${TITLES} WHERE s.id = ?`);
  const projects = database.prepare<[], { id: string; name: string }>("SELECT id, name FROM projects");
  const titlesWith = createTitleSearch(database);
  const where = (conditions: readonly Condition[]) =>
    conditions.length === 0 ? "1" : conditions.map((condition) => condition.where).join(" AND ");
  const valuesOf = (conditions: readonly Condition[]) => conditions.flatMap(({ values }) => values);
  const all = <Row>(sql: string, values: readonly Value[]): Row[] => database.prepare<Value[], Row>(sql).all(...values);

  const projectIdsOf = ({ project, projectNames }: ReadSessionQuery): string[] | null => {
    if (projectNames.length === 0) return project === null ? null : [project];
    return projects
      .all()
      .filter(({ id }) => project === null || id === project)
      .filter(({ name }) => projectNames.every((part) => normalizeText(name).includes(part)))
      .map(({ id }) => id);
  };

  /** Sessions whose newest version is in one of these states; null for too many. */
  const inStates = (states: readonly SessionState[]): string[] | null => {
    if (states.includes("unsaved")) return null;
    const rows = states.flatMap((state) => {
      const { where: condition, values } = stateCondition(state);
      return all<{ id: string }>(
        `SELECT d.session_id AS id FROM deliveries d INDEXED BY deliveries_of_current
         WHERE d.latest = 1 AND d.event = 'article_saved' AND ${condition} LIMIT ${MAX_CANDIDATES + 1}`,
        values,
      );
    });
    return rows.length > MAX_CANDIDATES ? null : rows.map(({ id }) => id);
  };

  const ofCandidates = (ids: readonly string[], conditions: readonly Condition[], after: Key | null): SessionHead[] =>
    all(
      `SELECT ${COLUMNS} FROM json_each(?) c CROSS JOIN sessions s ON s.id = c.value ${TITLES}
       WHERE ${where(conditions)} ${after === null ? "" : "AND (s.last_access, s.id) < (?, ?)"} ${ORDER} LIMIT ${PAGE_SIZE + 1}`,
      [JSON.stringify(ids), ...valuesOf(conditions), ...(after ?? [])],
    );

  /** Walks the list from `after` in steps, until a page is full. */
  const walk = async (
    projectIds: readonly string[] | null,
    conditions: readonly Condition[],
    after: Key | null,
  ): Promise<SessionHead[]> => {
    const [only] = projectIds?.length === 1 ? projectIds : [];
    const scope = [
      ...(only === undefined ? [] : [{ where: "project_id = ?", values: [only] }]),
      ...(projectIds === null || only !== undefined
        ? []
        : [{ where: "project_id IN (SELECT value FROM json_each(?))", values: [JSON.stringify(projectIds)] }]),
    ];
    const found: SessionHead[] = [];
    for (let from = after; ; ) {
      const bounds = [...scope, ...(from === null ? [] : [{ where: "(last_access, id) < (?, ?)", values: [...from] }])];
      const below = `FROM sessions WHERE ${where(bounds)} ORDER BY last_access DESC, id DESC LIMIT`;
      const size = conditions.length === 0 ? PAGE_SIZE + 1 : STEP;
      const rows = all<SessionHead>(
        `SELECT ${COLUMNS} FROM (SELECT ${READ} ${below} ${size}) s ${TITLES} WHERE ${where(conditions)} ${ORDER}
         LIMIT ${PAGE_SIZE + 1 - found.length}`,
        [...valuesOf(bounds), ...valuesOf(conditions)],
      );
      found.push(...rows);
      if (found.length > PAGE_SIZE || conditions.length === 0) return found;
      const last = all<{ lastAccess: number; id: string }>(
        `SELECT last_access AS lastAccess, id ${below} 1 OFFSET ${STEP - 1}`,
        valuesOf(bounds),
      )[0];
      if (last === undefined) return found;
      from = [last.lastAccess, last.id];
      await yieldToRequests();
    }
  };

  const search = async (query: ReadSessionQuery, after: Key | null): Promise<SessionHead[]> => {
    const projectIds = projectIdsOf(query);
    const words = wordConditions(query);
    const others = otherConditions(query);
    const ofProjects =
      projectIds === null
        ? []
        : [{ where: "s.project_id IN (SELECT value FROM json_each(?))", values: [JSON.stringify(projectIds)] }];
    const candidates =
      (query.states.length > 0 ? inStates(query.states) : null) ??
      (words.length > 0 ? await titlesWith(where(words), valuesOf(words), MAX_CANDIDATES) : null);
    if (candidates !== null) return ofCandidates(candidates, [...ofProjects, ...words, ...others], after);
    return walk(projectIds, [...words, ...others], after);
  };

  return {
    /** A page, most recently used first. @throws AppError invalid for an unknown cursor */
    async page(query: SessionQuery, cursor: string | null): Promise<Page<SessionHead>> {
      const after = readCursor(cursor, ["number", "string"]) as Key | null;
      const read = readSessionQuery(query);
      if (read.id !== null) {
        const exact = byId(read.id);
        return { items: exact === null ? [] : [exact], next_cursor: null };
      }
      return pageOf(await search(read, after), (session) => [session.lastAccess, session.id]);
    },
  };
}

function stateCondition(state: SessionState): Condition {
  if (state === "queued") return { where: "d.state = 'pending' AND d.code IS NULL", values: [] };
  if (state === "retrying") return { where: "d.state = 'pending' AND d.code IS NOT NULL", values: [] };
  return { where: "d.state = ?", values: [state] };
}

function wordConditions({ words, authors, materials }: ReadSessionQuery): Condition[] {
  return [
    ...words.map((word) => ({ where: "(instr(t.words, ?) > 0 OR instr(t.author, ?) > 0)", values: [word, word] })),
    ...authors.map((author) => ({ where: "instr(t.author, ?) > 0", values: [author] })),
    // The first line is the material id.
    ...materials.map((part) => ({
      where: "instr(t.words, ?) BETWEEN 1 AND instr(t.words, char(10))",
      values: [part],
    })),
  ];
}

function otherConditions({ states, hosts }: ReadSessionQuery): Condition[] {
  const conditions: Condition[] = hosts.map((host) => ({ where: "instr(s.callback_url, ?) > 0", values: [host] }));
  if (states.length === 0) return conditions;
  const each = states.map((state): Condition => {
    if (state === "unsaved") return { where: "s.current_version IS NULL", values: [] };
    const { where, values } = stateCondition(state);
    return {
      where: `EXISTS (SELECT 1 FROM deliveries d INDEXED BY deliveries_of_current WHERE d.latest = 1
        AND d.event = 'article_saved' AND ${where} AND d.session_id = s.id)`,
      values,
    };
  });
  return [
    ...conditions,
    { where: `(${each.map(({ where }) => where).join(" OR ")})`, values: each.flatMap(({ values }) => values) },
  ];
}

type SessionState = SessionStateFilter;

interface SessionQuery {
  project: string | null;
  state: SessionState | null;
  /** Words of the title, material id and author, and `key:value` terms; or a whole session id. */
  q: string | null;
}

interface ReadSessionQuery {
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

const statesNamed = (name: string): readonly SessionState[] =>
  name === "pending" ? ["queued", "retrying"] : SESSION_STATES.filter((one) => one === name);

/** Keys of the search line, and the fields that they search. */
const KEYS = {
  author: "authors",
  material: "materials",
  host: "hosts",
  project: "projectNames",
} as const;

type Found = Record<"words" | (typeof KEYS)[keyof typeof KEYS], string[]>;

function readSessionQuery({ project, state, q }: SessionQuery): ReadSessionQuery {
  const states = new Set<SessionState>(state === null ? [] : [state]);
  const found: Found = { words: [], authors: [], materials: [], hosts: [], projectNames: [] };
  let id: string | null = null;
  for (const whole of termsOf(q ?? "")) {
    const [, prefix = "", value = whole] = /^([a-z]+):(.+)$/i.exec(whole) ?? [];
    const key = prefix.toLowerCase();
    const named = key === "state" ? statesNamed(normalizeText(value)) : [];
    if (named.length > 0) for (const each of named) states.add(each);
    else if (Object.hasOwn(KEYS, key)) found[KEYS[key as keyof typeof KEYS]].push(normalizeText(value));
    else if (UUID.test(whole)) id = whole.toLowerCase();
    else found.words.push(normalizeText(whole));
  }
  return { project, states: [...states], ...found, id };
}
