/** The audit log. An entry is written in the transaction of the action and never contains a secret. */

import { AsyncLocalStorage } from "node:async_hooks";
import { type AuditAction, GALLEY, OWNER } from "../contracts/audit-actions.ts";
import type { Clock } from "../core/runtime.ts";
import type { Database } from "./database.ts";
import { PAGE_SIZE, pageOf, readCursor, type StoredPage } from "./lists.ts";

export interface AuditEntry {
  id: number;
  at: number;
  action: string;
  subject: string;
  /** Name of the object at that time; null without one. */
  subjectName: string | null;
  /** IP address of the request; null without one. */
  address: string | null;
  /** OWNER or GALLEY without a name. */
  person: { id: string; name: string | null };
  detail: Record<string, unknown>;
}

/** An account, a site link or a journalist; the name is stored, because it may change or go. */
export interface Person {
  id: string;
  name: string;
}

/** Where a request comes from. */
export interface Asking {
  /** IP address; null for a command on the machine. */
  address: string | null;
  /** null: the owner. */
  person: Person | null;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

export function createAuditLog(database: Database, clock: Clock) {
  const insert = database.prepare<[number, string, string, string]>(
    "INSERT INTO audit_log (at, action, subject, detail) VALUES (?, ?, ?, ?)",
  );
  const named = database
    .prepare<[{ id: string }], string>(
      `SELECT name FROM projects WHERE id = :id
       UNION ALL SELECT name FROM accounts WHERE id = :id
       UNION ALL SELECT material_id FROM sessions WHERE id = :id
       UNION ALL SELECT s.material_id FROM deliveries d JOIN sessions s ON s.id = d.session_id WHERE d.id = :id LIMIT 1`,
    )
    .pluck();
  const asking = new AsyncLocalStorage<Asking>();
  const before = database.prepare<
    [number, number],
    { id: number; at: number; action: string; subject: string; detail: string }
  >("SELECT id, at, action, subject, detail FROM audit_log WHERE id < +? ORDER BY id DESC LIMIT +?");
  return {
    /** Records address and person with everything that `work` does. What is recorded outside of it, Galley did itself. */
    asking: <T>(from: Asking, work: () => T): T => asking.run(from, work),
    /** Stores the name of `subject`, because the object may be deleted later. */
    record(action: AuditAction, subject: string, detail: Record<string, unknown>): void {
      const name = named.get({ id: subject });
      const { address, person } = asking.getStore() ?? {};
      const kept = { ...detail, subject_name: name, asked_from: address, asked_by: person ?? undefined };
      insert.run(clock.now(), action, subject, JSON.stringify(kept));
    },
    /** Newest first. */
    page(cursor: string | null): StoredPage<AuditEntry> {
      const below = Number(readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER);
      const rows = before.all(below, PAGE_SIZE + 1).map((row): AuditEntry => {
        const {
          subject_name: name,
          asked_from: address,
          asked_by: by,
          ...detail
        } = JSON.parse(row.detail) as Record<string, unknown>;
        return {
          ...row,
          subjectName: textOf(name) ?? named.get({ id: row.subject }) ?? null,
          address: textOf(address),
          person: (by as Person | undefined) ?? { id: address === undefined ? GALLEY : OWNER, name: null },
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
