/** What admins did. An entry is written in the transaction of the deed, and never holds a secret. */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../core/runtime.ts";
import type { Database } from "./database.ts";
import { PAGE_SIZE, pageOf, readCursor, type StoredPage } from "./lists.ts";

/** What an admin did, to what; `at` in ms. */
export interface AuditEntry {
  id: number;
  at: number;
  action: string;
  /** Id of the thing acted on. */
  subject: string;
  /** What people call it: a project, an article; null where it has no name. */
  subjectName: string | null;
  /** Of whoever asked for it over the network, null where nobody did. */
  address: string | null;
  detail: Record<string, unknown>;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

export function createAuditLog(database: Database, clock: Clock) {
  const insert = database.prepare<[number, string, string, string]>(
    "INSERT INTO audit_log (at, action, subject, detail) VALUES (?, ?, ?, ?)",
  );
  const named = database
    .prepare<[{ id: string }], string>(
      `SELECT name FROM projects WHERE id = :id
       UNION ALL SELECT material_id FROM sessions WHERE id = :id
       UNION ALL SELECT s.material_id FROM deliveries d JOIN sessions s ON s.id = d.session_id WHERE d.id = :id LIMIT 1`,
    )
    .pluck();
  /** The address of whoever asks, through everything that is done for them. */
  const asking = new AsyncLocalStorage<string>();
  const before = database.prepare<
    [number, number],
    { id: number; at: number; action: string; subject: string; detail: string }
  >("SELECT id, at, action, subject, detail FROM audit_log WHERE id < +? ORDER BY id DESC LIMIT +?");
  return {
    /** Does what an address asks for; what is recorded meanwhile names it. */
    askedFrom: (address: string, deed: () => void): void => asking.run(address, deed),
    /**
     * The name is kept as it is now: the thing may be gone when the entry is read.
     * @param subject id of the thing acted on
     */
    record(action: string, subject: string, detail: Record<string, unknown>): void {
      const name = named.get({ id: subject });
      const address = asking.getStore();
      const kept = { ...detail, subject_name: name, asked_from: address };
      insert.run(clock.now(), action, subject, JSON.stringify(kept));
    },
    /** Newest first. */
    page(cursor: string | null): StoredPage<AuditEntry> {
      const below = Number(readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER);
      const rows = before.all(below, PAGE_SIZE + 1).map((row): AuditEntry => {
        const {
          subject_name: name,
          asked_from: address,
          ...detail
        } = JSON.parse(row.detail) as Record<string, unknown>;
        return {
          ...row,
          subjectName: textOf(name) ?? named.get({ id: row.subject }) ?? null,
          address: textOf(address),
          detail,
        };
      });
      return pageOf(rows, ({ id }) => [id]);
    },
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
