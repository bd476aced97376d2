/** The recipients of a publication: each callback URL, by its last used session, preferably a saved one (contract 6.2). */
import type { Database } from "../storage/database.ts";

export interface Recipient {
  callbackUrl: string;
  sessionId: string;
  materialId: string;
  saved: boolean;
}

interface Row {
  id: string;
  material_id: string;
  callback_url: string;
  saved: number;
  last_access: number;
}

export type Recipients = ReturnType<typeof createRecipients>;

const STEP = 2_000;

export function createRecipients(database: Database) {
  const page = database.prepare<[string, number, string, number], Row>(
    `SELECT id, material_id, callback_url, current_version IS NOT NULL AS saved, last_access FROM sessions
     WHERE project_id = +? AND (last_access, id) < (+?, +?) ORDER BY last_access DESC, id DESC LIMIT +?`,
  );
  return {
    /** In steps, so that 100,000 sessions do not block the appliance. Sorted by callback URL. */
    async find(projectId: string): Promise<Recipient[]> {
      const found = new Map<string, Recipient>();
      const take = (rows: Row[]) => {
        for (const row of rows) {
          const present = found.get(row.callback_url);
          if (present === undefined || (!present.saved && row.saved === 1))
            found.set(row.callback_url, {
              callbackUrl: row.callback_url,
              sessionId: row.id,
              materialId: row.material_id,
              saved: row.saved === 1,
            });
        }
        return rows.at(-1);
      };
      const top = [Number.MAX_SAFE_INTEGER, ""] as const;
      const newest = page.all(projectId, ...top, 1)[0]?.last_access ?? 0;
      let last = take(page.all(projectId, ...top, STEP));
      while (last !== undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        last = take(page.all(projectId, last.last_access, last.id, STEP));
      }
      // Sessions used meanwhile have moved above the walk.
      for (let at: Row | undefined = page.all(projectId, ...top, 1)[0]; at !== undefined && at.last_access > newest; ) {
        take([at]);
        at = page.all(projectId, at.last_access, at.id, 1)[0];
      }
      return [...found.values()].sort((a, b) => (a.callbackUrl < b.callbackUrl ? -1 : 1));
    },
  };
}
