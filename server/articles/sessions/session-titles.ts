/**
 * Titles of articles: from the metadata, else the first heading or words. A narrow table has them with material id and
 * author, because metadata can have megabytes and a search reads the words of every session.
 * Sessions created before this table existed receive their rows in small steps while the appliance runs. Until then, lists
 * show their material ids, and searches do not find their words.
 */
import { asTitle, ownName, readState } from "../../article/document.ts";
import { normalizeText } from "../../contracts/log-query.ts";
import { type Runtime, timeSlice, yieldToRequests } from "../../core/runtime.ts";
import { createSteppedTask } from "../../core/tasks.ts";
import { type Database, statements } from "../../storage/database.ts";
import { createProgress } from "../../storage/settings.ts";
import { Metadata } from "./metadata.ts";

/** Characters of an author's name that are searched. */
const MAX_AUTHOR = 320;
/** Characters of metadata that are searched for a title. */
const MAX_METADATA = 262_144;

export function createSessionTitles(database: Database) {
  const { run, row } = statements(database);
  const upsert = run<[{ id: string; title: string | null; heading: string | null; author: string; words: string }]>(
    `INSERT INTO session_titles (session_id, title, heading, author, words) VALUES (@id, @title, @heading, @author, @words)
     ON CONFLICT (session_id) DO UPDATE SET title = excluded.title, heading = excluded.heading, author = excluded.author,
       words = excluded.words
     WHERE title IS NOT excluded.title OR heading IS NOT excluded.heading OR author <> excluded.author
       OR words <> excluded.words`,
  );
  const select = row<[string], { title: string | null; heading: string | null }>(
    "SELECT title, heading FROM session_titles WHERE session_id = ?",
  );
  return {
    /** Stores a session's title, in the caller's transaction. @param heading of its current version; default: the stored one */
    keep(
      { id, materialId }: { id: string; materialId: string },
      metadata: Metadata,
      heading: string | null = select(id)?.heading ?? null,
    ): void {
      const title = titleOf(metadata) ?? heading;
      const author = normalizeText(authorOf(metadata));
      upsert({ id, title, heading, author, words: normalizeText(`${materialId}\n${title ?? ""}`) });
    },
    of: (sessionId: string): string | null => select(sessionId)?.title ?? null,
  };
}

const SEARCHED = 20_000;

/** Searches the words of all sessions in steps. */
export function createTitleSearch(database: Database) {
  const endOfStep = statements(database).value<[string], string>(
    `SELECT session_id FROM session_titles WHERE session_id > ? ORDER BY session_id LIMIT 1 OFFSET ${SEARCHED - 1}`,
  );
  /** Sessions that fulfil a condition on `t`; null for more than `max`. */
  return async (where: string, values: readonly (string | number)[], max: number): Promise<string[] | null> => {
    const found: string[] = [];
    for (let after = ""; ; ) {
      const last = endOfStep(after);
      const rows = database
        .prepare<(string | number)[], string>(
          `SELECT t.session_id FROM session_titles t WHERE t.session_id > ? ${last === null ? "" : "AND t.session_id <= ?"}
             AND ${where} LIMIT ${max + 1 - found.length}`,
        )
        .pluck()
        .all(after, ...(last === null ? [] : [last]), ...values);
      for (const id of rows) found.push(id);
      if (found.length > max) return null;
      if (last === null) return found;
      after = last;
      await yieldToRequests();
    }
  };
}

/** `metadata.title` if it is a text that is not blank. */
export function titleOf(metadata: Metadata): string | null {
  if (metadata.stored.length > MAX_METADATA || !metadata.stored.includes('"title"')) return null;
  const title = metadata.read("title");
  if (typeof title !== "string") return null;
  return asTitle(title);
}

function authorOf(metadata: Metadata): string {
  if (metadata.stored.length > MAX_METADATA || !metadata.stored.includes('"user_email"')) return "";
  const author = metadata.read("user_email");
  return typeof author === "string" ? author.slice(0, MAX_AUTHOR).toWellFormed() : "";
}

const TASK = "session titles";
/** The stored place when all sessions have a row. */
const DONE = -1;
/** Sessions per step, or fewer, because a version may have megabytes. */
const PAGE = 10;
const PAUSE_MS = 5;

/** Backfills titles for sessions created before this table existed. Its progress is in the database. */
export function createTitleFilling({ database, runtime }: { database: Database; runtime: Runtime }) {
  const places = createProgress(database);
  const titles = createSessionTitles(database);
  const { rows, value } = statements(database);
  const page = rows<
    [number],
    { row: number; id: string; materialId: string; currentVersion: number | null; metadata: string }
  >(
    // Metadata too large to search are not read from disk.
    `SELECT rowid AS row, id, material_id AS materialId, current_version AS currentVersion,
       CASE WHEN octet_length(metadata) <= ${4 * MAX_METADATA} THEN metadata ELSE '{}' END AS metadata FROM sessions
     WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
  );
  const state = value<[string, number], string>("SELECT vms_json FROM versions WHERE session_id = ? AND number = ?");
  /** The heading or first words of a version. With a title from the site, only headings matter. */
  const headingOf = (id: string, version: number | null, hasTitle: boolean): string | null => {
    const text = version === null ? null : state(id, version);
    if (text === null || (hasTitle && !text.includes('"heading"'))) return null;
    const read = readState(JSON.parse(text));
    return read.ok ? ownName(read.doc) : null;
  };
  const task = createSteppedTask(
    runtime,
    "Could not read the titles of older articles. Galley tries again later.",
    PAUSE_MS,
  );

  const step = database.transaction((): boolean => {
    const isOver = timeSlice();
    let place = DONE;
    for (const { row, metadata: stored, ...session } of page(places.get(TASK)?.place ?? 0)) {
      const metadata = new Metadata(stored);
      titles.keep(session, metadata, headingOf(session.id, session.currentVersion, titleOf(metadata) !== null));
      place = row;
      if (isOver()) break;
    }
    places.set(TASK, place, runtime.clock.now());
    return place !== DONE;
  });

  return {
    start(): void {
      if (places.get(TASK)?.place !== DONE) task.start(() => step.immediate());
    },
    close: task.close,
  };
}
