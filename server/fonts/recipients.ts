/** The recipients of a publication: each callback URL with its most recent session, preferably saved (contract 6.2). */
import { yieldToRequests } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";

export interface Recipient {
  callbackUrl: string;
  sessionId: string;
  materialId: string;
  saved: boolean;
}

type Row = Omit<Recipient, "saved"> & { saved: number; lastAccess: number };

export type Recipients = ReturnType<typeof createRecipients>;

const STEP = 2_000;

export function createRecipients(database: Database) {
  const page = database.prepare<[string, number, string, number], Row>(
    `SELECT id AS sessionId, material_id AS materialId, callback_url AS callbackUrl,
       current_version IS NOT NULL AS saved, last_access AS lastAccess FROM sessions
     WHERE project_id = +? AND (last_access, id) < (+?, +?) ORDER BY last_access DESC, id DESC LIMIT +?`,
  );
  return {
    /** Sorted by callback URL. Walks in steps, so that 100,000 sessions do not block the appliance. */
    async find(projectId: string): Promise<Recipient[]> {
      const found = new Map<string, Recipient>();
      const take = (rows: Row[]) => {
        for (const { lastAccess: _, ...row } of rows) {
          const present = found.get(row.callbackUrl);
          const saved = row.saved === 1;
          if (present === undefined || (!present.saved && saved)) found.set(row.callbackUrl, { ...row, saved });
        }
        return rows.at(-1);
      };
      const top = [Number.MAX_SAFE_INTEGER, ""] as const;
      const newest = page.all(projectId, ...top, 1)[0]?.lastAccess ?? 0;
      let last = take(page.all(projectId, ...top, STEP));
      while (last !== undefined) {
        await yieldToRequests();
        last = take(page.all(projectId, last.lastAccess, last.sessionId, STEP));
      }
      // Sessions used during the walk have moved to the top.
      for (let at: Row | undefined = page.all(projectId, ...top, 1)[0]; at !== undefined && at.lastAccess > newest; ) {
        take([at]);
        at = page.all(projectId, at.lastAccess, at.sessionId, 1)[0];
      }
      return [...found.values()].sort((a, b) => (a.callbackUrl < b.callbackUrl ? -1 : 1));
    },
  };
}
