/** Writes the audit log. An entry is written in the transaction of the action and never contains a secret. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type AuditAction, GALLEY, OWNER } from "../contracts/audit-actions.ts";
import type { Clock } from "../core/runtime.ts";
import { type Database, statements } from "./database.ts";

/** An account, a site link or a journalist. The name is stored, because it may change later; null without a name. */
export interface Person {
  id: string;
  name: string | null;
}

export interface Actor {
  /** IP address; null for a command on the machine. */
  address: string | null;
  /** Null for the owner. */
  person: Person | null;
}

export interface AuditEntry {
  at: number;
  action: string;
  subject: string;
  /** JSON of an object: details of the action, the subject's name and the IP address at that time. */
  detail: string;
  person_id: string;
  person: string | null;
  project_id: string | null;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

/** Person and IP address of the running action. The commit group keeps them for each of its writes. */
export const actor = new AsyncLocalStorage<Actor | undefined>();

export function createAuditLog(database: Database, clock: Clock) {
  const { run, row } = statements(database);
  const insert = run<[AuditEntry]>(
    `INSERT INTO audit_log (at, action, subject, detail, person_id, person, project_id)
     VALUES (@at, @action, @subject, @detail, @person_id, @person, @project_id)`,
  );
  const known = row<[{ id: string }], { name: string | null; project_id: string | null }>(
    `SELECT name, id AS project_id FROM projects WHERE id = :id
     UNION ALL SELECT name, NULL FROM accounts WHERE id = :id
     UNION ALL SELECT material_id, project_id FROM sessions WHERE id = :id
     UNION ALL SELECT s.material_id, d.project_id FROM deliveries d LEFT JOIN sessions s ON s.id = d.session_id
       WHERE d.id = :id LIMIT 1`,
  );
  return {
    /** Sets address and person for the entries that `work` records. Other entries name Galley as the actor. */
    actingAs: <T>(from: Actor, work: () => T): T => actor.run(from, work),
    /** @param subject id of an object. Its name and project are stored, because it may be deleted later */
    record(action: AuditAction, subject: string, detail: Record<string, unknown>): void {
      const from = actor.getStore();
      const { name, project_id = null } = known({ id: subject }) ?? {};
      const person = from === undefined ? { id: GALLEY, name: null } : (from.person ?? { id: OWNER, name: null });
      insert({
        at: clock.now(),
        action,
        subject,
        detail: JSON.stringify({ ...detail, subject_name: name ?? undefined, asked_from: from?.address ?? undefined }),
        person_id: person.id,
        person: person.name,
        project_id,
      });
    },
  };
}
