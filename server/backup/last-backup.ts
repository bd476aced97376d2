/** When the last backup was made, and under which name, as the audit log has it. */
import type { Overview } from "../contracts/overview-api.ts";
import { isoTime } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";

export function createLastBackup(database: Database) {
  const newest = database.prepare<[], { at: number; file: string | null }>(
    `SELECT at, detail ->> '$.file' AS file FROM audit_log WHERE action = 'backup made' ORDER BY id DESC LIMIT 1`,
  );
  return (): Overview["backup"] => {
    const row = newest.get();
    return row === undefined ? null : { last_at: isoTime(row.at), file: row.file };
  };
}
