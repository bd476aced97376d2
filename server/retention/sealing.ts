/**
 * Seals credentials that earlier versions stored in clear text, in small steps. New data is sealed when it is written. The
 * table `sealing` has the progress, so that the task continues after a restart.
 */
import { isSealed, type MetadataSeal } from "../articles/sessions/metadata.ts";
import { JsonText } from "../core/json-text.ts";
import { createSteppedTask } from "../core/tasks.ts";
import type { Services } from "../services.ts";
import { type Database, statements } from "../storage/database.ts";

const PAUSE_MS = 10;
/** Rows per step; one may have megabytes. */
const PAGE = 20;

type Table = "sessions" | "versions";

export function createCredentialSealing({ database, runtime, seal }: Pick<Services, "database" | "runtime" | "seal">) {
  const failed = "Galley could not seal the credentials of older articles. It retries later.";
  const task = createSteppedTask(runtime, failed, PAUSE_MS);
  return {
    start(): void {
      if (!isDone(database)) task.start(sealingSteps(database, seal));
    },
    close: task.close,
  };
}

/** Seals all rows in one call, in a database that is not in use. False: already done. */
export function sealAll(database: Database, seal: MetadataSeal): boolean {
  if (isDone(database)) return false;
  const step = sealingSteps(database, seal);
  while (step());
  return true;
}

function isDone(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sealing").get() === undefined;
}

/** One step; false at the end. */
function sealingSteps(database: Database, seal: MetadataSeal): () => boolean {
  const tables = (["sessions", "versions"] as const).map((table) => ({
    table,
    page: database.prepare<[number], { row: number; session_id: string; metadata: string }>(
      `SELECT rowid AS row, ${table === "sessions" ? "id" : "session_id"} AS session_id, metadata FROM ${table}
       WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
    ),
    update: database.prepare<[string, number]>(`UPDATE ${table} SET metadata = ? WHERE rowid = ?`),
  }));
  const { run, row } = statements(database);
  const progress = row<[], { owner: Table; after: number }>("SELECT owner, after FROM sealing LIMIT 1");
  const advance = run<[number, Table]>("UPDATE sealing SET after = ? WHERE owner = ?");
  const finish = run<[Table]>("DELETE FROM sealing WHERE owner = ?");

  const step = database.transaction((): boolean => {
    const at = progress();
    const table = tables.find(({ table }) => table === at?.owner);
    if (at === null || table === undefined) return false;
    const rows = table.page.all(at.after);
    for (const { row, session_id, metadata } of rows) {
      if (isSealed(metadata)) continue;
      const { stored } = seal.seal(session_id, new JsonText(metadata));
      if (stored !== metadata) table.update.run(stored, row);
    }
    const last = rows.at(-1);
    if (last === undefined) finish(at.owner);
    else advance(last.row, at.owner);
    return true;
  });

  return () => {
    // Clear text must not remain in the pages.
    database.pragma("secure_delete = ON");
    const more = step.immediate();
    if (!more) {
      database.pragma("secure_delete = OFF");
      database.pragma("wal_checkpoint(TRUNCATE)");
    }
    return more;
  };
}
