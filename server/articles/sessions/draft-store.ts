/** SQL of drafts. Documents stay JSON text until one is shown or saved. */
import type { Database } from "../../storage/database.ts";

/** A draft without its document. Times in ms, sizes in bytes. */
export interface DraftHead {
  clientId: string;
  baseVersion: number | null;
  updatedAt: number;
  /** Of its document; 0 if that was discarded. */
  size: number;
  /** How many of the tab's steps it contains; null for a draft of an API client or of an earlier editor. */
  steps: number | null;
  /** The author, for changes kept when another document replaced them; else null. */
  author: string | null;
}

/** A draft with its document. */
export interface Draft extends DraftHead {
  /** A `vms_json`; "" if it was discarded. */
  json: string;
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
     VALUES (@sessionId, @clientId, @baseVersion, @updatedAt, @size, @steps, @author, @files, @json)
     ON CONFLICT (session_id, client_id) DO UPDATE SET base_version = excluded.base_version,
       updated_at = excluded.updated_at, size = excluded.size, steps = excluded.steps,
       author = excluded.author, files = excluded.files, vms_json = excluded.vms_json`,
  );
  const discardContent = database.prepare<[string, string]>(
    "UPDATE drafts SET size = 0, files = '[]', vms_json = '' WHERE session_id = ? AND client_id = ?",
  );
  const remove = database.prepare<[string, string]>("DELETE FROM drafts WHERE session_id = ? AND client_id = ?");
  const heads = database.prepare<[string], DraftHead>(
    `SELECT ${HEAD} FROM drafts WHERE session_id = +? ORDER BY updated_at DESC`,
  );
  const byTab = database.prepare<[string, string], Draft>(
    `SELECT ${HEAD}, vms_json AS json FROM drafts WHERE session_id = ? AND client_id = ?`,
  );
  return {
    /** All writes run in the caller's transaction. */
    put: (sessionId: string, draft: NewDraft) =>
      void upsert.run({ ...draft, sessionId, files: JSON.stringify(draft.files) }),
    /** Discards the document. The row stays, so that the editor can report the draft. */
    discardContent: (sessionId: string, clientId: string) => void discardContent.run(sessionId, clientId),
    remove: (sessionId: string, clientId: string) => void remove.run(sessionId, clientId),
    /** Newest first. */
    heads: (sessionId: string): DraftHead[] => heads.all(sessionId),
    byTab: (sessionId: string, clientId: string): Draft | null => byTab.get(sessionId, clientId) ?? null,
  };
}
