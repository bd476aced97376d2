/** What admins did. An entry is written in the transaction of the deed, and never holds a secret. */

import type { Database } from "../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor, type StoredPage } from "../storage/lists.ts";
import type { Clock } from "./runtime.ts";

/** What an admin did, to what; `at` in ms. */
export interface AuditEntry {
  id: number;
  at: number;
  action: string;
  /** Id of the thing acted on. */
  subject: string;
  detail: Record<string, unknown>;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

export function createAuditLog(database: Database, clock: Clock) {
  const insert = database.prepare<[number, string, string, string]>(
    "INSERT INTO audit_log (at, action, subject, detail) VALUES (?, ?, ?, ?)",
  );
  const before = database.prepare<[number, number], Omit<AuditEntry, "detail"> & { detail: string }>(
    "SELECT id, at, action, subject, detail FROM audit_log WHERE id < +? ORDER BY id DESC LIMIT +?",
  );
  return {
    /** @param subject id of the thing acted on */
    record: (action: string, subject: string, detail: Record<string, unknown>): void =>
      void insert.run(clock.now(), action, subject, JSON.stringify(detail)),
    /** Newest first. */
    page(cursor: string | null): StoredPage<AuditEntry> {
      const below = Number(readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER);
      const rows = before.all(below, PAGE_SIZE + 1).map((row) => ({ ...row, detail: JSON.parse(row.detail) }));
      return pageOf(rows, ({ id }) => [id]);
    },
  };
}
