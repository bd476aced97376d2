/** SQL of drafts. Their documents stay JSON text: only showing or saving one parses it. */
import type { Database } from "../../storage/database.ts";

/** A draft without its words. Times in ms, sizes in bytes. */
export interface DraftHead {
  clientId: string;
  baseVersion: number | null;
  updatedAt: number;
  /** Of its words; 0 where they were discarded. */
  size: number;
  /** Own steps of the tab that it contains; null for a draft of a program or of an earlier editor. */
  steps: number | null;
  /** Who wrote it, for changes that were kept when another text was shown; else null. */
  author: string | null;
}

/** A draft with its words, the JSON of a `vms_json`; "" where they were discarded. */
export interface Draft extends DraftHead {
  words: string;
}

/** A draft to be stored, with the names of the files in it. */
export interface NewDraft extends Draft {
  files: string[];
}

const HEAD = "client_id AS clientId, base_version AS baseVersion, updated_at AS updatedAt, size, steps, author";

export type DraftStore = ReturnType<typeof createDraftStore>;

export function createDraftStore(database: Database) {
  const upsert = database.prepare<[Omit<NewDraft, "files"> & { sessionId: string; files: string }]>(
    `INSERT INTO drafts (session_id, client_id, base_version, updated_at, size, steps, author, files, vms_json)
     VALUES (@sessionId, @clientId, @baseVersion, @updatedAt, @size, @steps, @author, @files, @words)
     ON CONFLICT (session_id, client_id) DO UPDATE SET base_version = excluded.base_version,
       updated_at = excluded.updated_at, size = excluded.size, steps = excluded.steps,
       author = excluded.author, files = excluded.files, vms_json = excluded.vms_json`,
  );
  const discardWords = database.prepare<[string, string]>(
    "UPDATE drafts SET size = 0, files = '[]', vms_json = '' WHERE session_id = ? AND client_id = ?",
  );
  const remove = database.prepare<[string, string]>("DELETE FROM drafts WHERE session_id = ? AND client_id = ?");
  const heads = database.prepare<[string], DraftHead>(
    `SELECT ${HEAD} FROM drafts WHERE session_id = +? ORDER BY updated_at DESC`,
  );
  const byTab = database.prepare<[string, string], Draft>(
    `SELECT ${HEAD}, vms_json AS words FROM drafts WHERE session_id = ? AND client_id = ?`,
  );
  return {
    /** Runs in the caller's transaction, as all that writes here. */
    put: (sessionId: string, draft: NewDraft) =>
      void upsert.run({ ...draft, sessionId, files: JSON.stringify(draft.files) }),
    /** Takes its words away; the row stays and says that there was a draft. */
    discardWords: (sessionId: string, clientId: string) => void discardWords.run(sessionId, clientId),
    remove: (sessionId: string, clientId: string) => void remove.run(sessionId, clientId),
    /** Newest first. */
    heads: (sessionId: string): DraftHead[] => heads.all(sessionId),
    byTab: (sessionId: string, clientId: string): Draft | null => byTab.get(sessionId, clientId) ?? null,
  };
}
