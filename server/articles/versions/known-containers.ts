/**
 * The containers that an article may use (contract 2.5): those that the site defined in current or previous metadata of the
 * session or in a state of the article, and those of earlier versions. Any other container would let a journalist put
 * classes and data attributes of their choice on the site's page.
 */
import { type ContainerDefinition, readContainers } from "../../article/containers.ts";
import { definitionsIn } from "../../article/document.ts";
import type { JsonText } from "../../core/json-text.ts";
import { type Database, statements } from "../../storage/database.ts";
import { stateHash } from "../sessions/session-store.ts";

/** Definitions kept per session; the oldest are dropped first. */
const MAX_KEPT = 1_000;

export function createKnownContainers(database: Database) {
  const { run, values } = statements(database);
  const insert = run<[string, string]>(
    "INSERT INTO known_containers (session_id, hash) VALUES (?, ?) ON CONFLICT (session_id, hash) DO NOTHING",
  );
  const prune = run<[string, string, number]>(
    `DELETE FROM known_containers WHERE session_id = ? AND position <=
       (SELECT position FROM known_containers WHERE session_id = ? ORDER BY position DESC LIMIT 1 OFFSET ?)`,
  );
  const ofSession = values<[string], string>("SELECT hash FROM known_containers WHERE session_id = ?");
  const keep = (sessionId: string, hashes: Iterable<string>): void => {
    const known = new Set(ofSession(sessionId));
    const fresh = [...hashes].filter((hash) => !known.has(hash));
    for (const hash of fresh) insert(sessionId, hash);
    if (fresh.length > 0) prune(sessionId, sessionId, MAX_KEPT);
  };
  return {
    /** Stores hashes of definitions that a version uses. Runs in the caller's transaction. */
    keep,
    /** Stores hashes of the definitions in metadata about to be replaced. Runs in the caller's transaction. */
    keepOffered: (sessionId: string, clear: JsonText): void => keep(sessionId, hashesOffered(clear)),
    /** Returns the definitions that this article may not use. @param states read one by one until all definitions are known */
    unknown(
      sessionId: string,
      used: ReadonlySet<string>,
      clear: () => JsonText,
      states: readonly (() => JsonText | null)[],
    ): Set<string> {
      const left = new Set(used);
      const remove = (hashes: Iterable<string>) => {
        for (const hash of hashes) left.delete(hash);
      };
      if (left.size > 0) remove(ofSession(sessionId));
      if (left.size > 0) remove(hashesOffered(clear()));
      for (const state of states) if (left.size > 0) remove(hashesIn(docOf(state())));
      return left;
    },
  };
}

export function hashesIn(doc: unknown): Set<string> {
  return new Set(definitionsIn(doc).map(containerHash));
}

/** Ignores the order of keys, because a site's database may change it. */
export function containerHash(definition: ContainerDefinition): string {
  return stateHash(definition);
}

function hashesOffered(clear: JsonText): string[] {
  return readContainers(clear.member("customContainers")?.parse()).map(containerHash);
}

function docOf(state: JsonText | null): unknown {
  return state?.member("doc")?.parse();
}
