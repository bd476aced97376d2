/**
 * What an article is called, and found by: its title from the metadata beside its material id, in a narrow table of its
 * own, because metadata may have megabytes and a search reads the words of every session.
 *
 * Sessions of before this table get their row in small steps while the appliance runs; until then they are listed by
 * their material id and not found by words.
 */
import { foldedWords } from "../contracts/log-query.ts";
import { pause, type Runtime } from "../core/runtime.ts";
import { createPlaces, stepEnd } from "../retention/steps.ts";
import type { Database } from "../storage/database.ts";
import { Metadata } from "./metadata.ts";

/** Characters of a title; a longer one is cut. */
const MAX_TITLE = 300;
/** Characters of metadata that are searched for a title. */
const MAX_METADATA = 262_144;

export type SessionTitles = ReturnType<typeof createSessionTitles>;

export function createSessionTitles(database: Database) {
  const upsert = database.prepare<[string, string | null, string]>(
    `INSERT INTO session_titles (session_id, title, words) VALUES (?, ?, ?) ON CONFLICT (session_id)
     DO UPDATE SET title = excluded.title, words = excluded.words WHERE title IS NOT excluded.title OR words <> excluded.words`,
  );
  const select = database.prepare<[string], { title: string | null }>(
    "SELECT title FROM session_titles WHERE session_id = ?",
  );
  return {
    /** Keeps what a session is called. Runs in the caller's transaction. */
    keep(sessionId: string, materialId: string, metadata: Metadata): void {
      const title = titleOf(metadata);
      upsert.run(sessionId, title, foldedWords(`${materialId}\n${title ?? ""}`));
    },
    /** Null without one. */
    of: (sessionId: string): string | null => select.get(sessionId)?.title ?? null,
  };
}

/** `metadata.title` where it is a text that says something. */
export function titleOf(metadata: Metadata): string | null {
  if (metadata.stored.length > MAX_METADATA || !metadata.stored.includes('"title"')) return null;
  const title = metadata.read("title");
  if (typeof title !== "string") return null;
  return title.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE).toWellFormed() || null;
}

const TASK = "session titles";
/** The place of a walk that has come to its end. */
const DONE = -1;
const PAGE = 50;
const PAUSE_MS = 20;
const RETRY_MS = 60_000;

/** Gives every session of before its row. How far it has come is in the database. */
export function createTitleFilling({ database, runtime }: { database: Database; runtime: Runtime }) {
  const places = createPlaces(database);
  const titles = createSessionTitles(database);
  const page = database.prepare<[number], { row: number; id: string; material_id: string; metadata: string }>(
    `SELECT rowid AS row, id, material_id, metadata FROM sessions WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
  );
  const stop = new AbortController();
  let done = Promise.resolve();

  /** False once there is nothing left. */
  const step = database.transaction((): boolean => {
    let place = places.get(TASK)?.place ?? 0;
    if (place === DONE) return false;
    const isOver = stepEnd();
    do {
      const rows = page.all(place);
      for (const { row, id, material_id, metadata } of rows) {
        titles.keep(id, material_id, new Metadata(metadata));
        place = row;
        if (isOver()) break;
      }
      if (rows.length === 0) place = DONE;
    } while (place !== DONE && !isOver());
    places.set(TASK, place, runtime.clock.now());
    return place !== DONE;
  });

  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        if (!step.immediate()) return;
        await pause(runtime.clock, PAUSE_MS, stop.signal);
      } catch (error) {
        runtime.log.error("Reading the titles of older articles failed; it goes on later.", error);
        await pause(runtime.clock, RETRY_MS, stop.signal);
      }
    }
  };
  return {
    start(): void {
      if (places.get(TASK)?.place !== DONE) done = run();
    },
    /** Waits for the step under way. */
    async close(): Promise<void> {
      stop.abort();
      await done;
    },
  };
}
