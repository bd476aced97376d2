/** What admins did, for the day somebody asks. Written in the transaction of the deed; never holds a secret. */

import type { Database } from "../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor, type StoredPage } from "../storage/lists.ts";
import type { Clock } from "./runtime.ts";

/** What was done, to what; `at` in ms. */
export interface Deed {
  id: number;
  at: number;
  action: string;
  /** Id of the thing acted on. */
  subject: string;
  detail: Record<string, unknown>;
}

export interface AuditLog {
  /** @param subject id of the thing acted on */
  record(action: string, subject: string, detail: Record<string, unknown>): void;
  /** Newest first. */
  page(cursor: string | null): StoredPage<Deed>;
}

export function createAuditLog(database: Database, clock: Clock): AuditLog {
  const insert = database.prepare<[number, string, string, string]>(
    "INSERT INTO audit_log (at, action, subject, detail) VALUES (?, ?, ?, ?)",
  );
  const before = database.prepare<[number, number], Omit<Deed, "detail"> & { detail: string }>(
    "SELECT id, at, action, subject, detail FROM audit_log WHERE id < ? ORDER BY id DESC LIMIT ?",
  );
  return {
    record: (action, subject, detail) => void insert.run(clock.now(), action, subject, JSON.stringify(detail)),
    page(cursor) {
      const below = Number(readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER);
      const rows = before.all(below, PAGE_SIZE + 1).map((row) => ({ ...row, detail: JSON.parse(row.detail) }));
      return pageOf(rows, ({ id }) => [id]);
    },
  };
}
