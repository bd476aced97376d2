/**
 * Seals the credentials that earlier versions of Galley kept in the clear, in small steps while the appliance runs. What
 * is written meanwhile is sealed as it is written; how far it has come stands in the table `sealing`, so it goes on after
 * any end of the process.
 */

import { isSealed, type MetadataSeal } from "../articles/sessions/metadata-seal.ts";
import { JsonText } from "../core/json-text.ts";
import { pause, type Runtime } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";

export type Sealing = ReturnType<typeof createSealing>;

const STEP_MS = 5;
const PAUSE_MS = 50;
const RETRY_MS = 60_000;
/** Rows that are read at once; one may have megabytes. */
const PAGE = 20;

type Table = "sessions" | "versions";

export function createSealing({
  database,
  runtime,
  seal,
}: {
  database: Database;
  runtime: Runtime;
  seal: MetadataSeal;
}) {
  const stop = new AbortController();
  let done = Promise.resolve();

  const run = async (step: () => boolean) => {
    while (!stop.signal.aborted) {
      try {
        if (!step()) return;
        await pause(runtime.clock, PAUSE_MS, stop.signal);
      } catch (error) {
        runtime.log.error("Sealing the credentials of older articles failed; it goes on later.", error);
        await pause(runtime.clock, RETRY_MS, stop.signal);
      }
    }
  };

  return {
    start(): void {
      if (isDone(database)) return;
      done = run(sealingSteps(database, seal));
    },
    /** Waits for the step under way. */
    async close(): Promise<void> {
      stop.abort();
      await done;
    },
  };
}

/** Seals everything at once, in a database that nobody waits for. False where that had been done before. */
export function sealAll(database: Database, seal: MetadataSeal): boolean {
  if (isDone(database)) return false;
  const step = sealingSteps(database, seal);
  while (step());
  return true;
}

function isDone(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sealing").get() === undefined;
}

/** The next piece of work, of some ms; false once there is none left. */
function sealingSteps(database: Database, seal: MetadataSeal): () => boolean {
  const tables = (["sessions", "versions"] as const).map((table) => ({
    table,
    page: database.prepare<[number], { row: number; session_id: string; metadata: string }>(
      `SELECT rowid AS row, ${table === "sessions" ? "id" : "session_id"} AS session_id, metadata FROM ${table}
       WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
    ),
    update: database.prepare<[string, number]>(`UPDATE ${table} SET metadata = ? WHERE rowid = ?`),
  }));
  const progress = database.prepare<[], { owner: Table; after: number }>("SELECT owner, after FROM sealing LIMIT 1");
  const advance = database.prepare<[number, Table]>("UPDATE sealing SET after = ? WHERE owner = ?");
  const finish = database.prepare<[Table]>("DELETE FROM sealing WHERE owner = ?");

  /** The last row that was looked at; null where the table has none left. */
  const sealPage = ({ page, update }: (typeof tables)[number], after: number): number | null => {
    const rows = page.all(after);
    for (const { row, session_id, metadata } of rows) {
      if (isSealed(metadata)) continue;
      const { stored } = seal.seal(session_id, new JsonText(metadata));
      if (stored !== metadata) update.run(stored, row);
    }
    return rows.at(-1)?.row ?? null;
  };

  const step = database.transaction((): boolean => {
    const at = progress.get();
    const table = tables.find(({ table }) => table === at?.owner);
    if (at === undefined || table === undefined) return false;
    const end = performance.now() + STEP_MS;
    let after: number | null = at.after;
    do {
      const next: number | null = sealPage(table, after);
      if (next === null) {
        finish.run(at.owner);
        return true;
      }
      after = next;
    } while (performance.now() < end);
    advance.run(after, at.owner);
    return true;
  });

  return () => {
    // What was in the clear must not stay behind in the pages.
    database.pragma("secure_delete = ON");
    const more = step.immediate();
    if (!more) {
      database.pragma("secure_delete = OFF");
      database.pragma("wal_checkpoint(TRUNCATE)");
    }
    return more;
  };
}
