/**
 * Drafts: what a tab has typed and not saved. One belongs to (session, client_id), so that no tab erases another's; a
 * save removes its own.
 */
import type { VmsJson } from "../article/vms-json.ts";
import { AppError } from "../errors.ts";
import type { Database } from "../storage/database.ts";

/** Times in ms. */
export interface Draft {
  clientId: string;
  baseVersion: number | null;
  updatedAt: number;
  vmsJson: VmsJson;
}

interface DraftRow {
  client_id: string;
  base_version: number | null;
  updated_at: number;
  vms_json: string;
}

const SELECT = "SELECT client_id, base_version, updated_at, vms_json FROM drafts";

const decode = (row: DraftRow): Draft => ({
  clientId: row.client_id,
  baseVersion: row.base_version,
  updatedAt: row.updated_at,
  vmsJson: JSON.parse(row.vms_json),
});

/** More tabs than ever have unsaved words in one article. */
const MAX_DRAFTS = 100;

export type DraftStore = ReturnType<typeof createDraftStore>;

export function createDraftStore(database: Database) {
  const upsert = database.prepare<[string, string, number | null, number, string]>(
    `INSERT INTO drafts (session_id, client_id, base_version, updated_at, vms_json) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (session_id, client_id) DO UPDATE
       SET base_version = excluded.base_version, updated_at = excluded.updated_at, vms_json = excluded.vms_json`,
  );
  const others = database.prepare<[string, string], { count: number }>(
    "SELECT count(*) AS count FROM drafts WHERE session_id = ? AND client_id <> ?",
  );
  const remove = database.prepare<[string, string]>("DELETE FROM drafts WHERE session_id = ? AND client_id = ?");
  const ofSession = database.prepare<[string], DraftRow>(`${SELECT} WHERE session_id = ? ORDER BY updated_at DESC`);
  const byTab = database.prepare<[string, string], DraftRow>(`${SELECT} WHERE session_id = ? AND client_id = ?`);
  return {
    /** Runs in the caller's transaction. @throws AppError conflict when the session holds too many drafts of other tabs */
    put(sessionId: string, draft: Draft): void {
      if ((others.get(sessionId, draft.clientId)?.count ?? 0) >= MAX_DRAFTS)
        throw new AppError(
          "conflict",
          `This article has unsaved words in ${MAX_DRAFTS} tabs already; save or close some of them.`,
        );
      upsert.run(sessionId, draft.clientId, draft.baseVersion, draft.updatedAt, JSON.stringify(draft.vmsJson));
    },
    remove: (sessionId: string, clientId: string) => void remove.run(sessionId, clientId),
    /** Newest first. */
    ofSession: (sessionId: string): Draft[] => ofSession.all(sessionId).map(decode),
    byTab: (sessionId: string, clientId: string): Draft | null => {
      const row = byTab.get(sessionId, clientId);
      return row === undefined ? null : decode(row);
    },
  };
}
