/** What admins did, for the day somebody asks. Written in the transaction of the deed; never holds a secret. */
import type { Clock } from "./runtime.ts";
import type { Database } from "./storage/database.ts";

export interface AuditLog {
  /** @param subject id of the thing acted on */
  record(action: string, subject: string, detail: Record<string, unknown>): void;
}

export function createAuditLog(database: Database, clock: Clock): AuditLog {
  const insert = database.prepare<[number, string, string, string]>(
    "INSERT INTO audit_log (at, action, subject, detail) VALUES (?, ?, ?, ?)",
  );
  return {
    record: (action, subject, detail) => void insert.run(clock.now(), action, subject, JSON.stringify(detail)),
  };
}
