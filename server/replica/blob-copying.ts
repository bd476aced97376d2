/** Copies blobs to the target: first all that it lacks, then each new blob before the rows that refer to it. */
import path from "node:path";
import type { Services } from "../services.ts";
import { BLOBS_FOLDER } from "../storage/blobs.ts";
import { BLOBS } from "./epochs.ts";
import type { OnCopied, Store } from "./store.ts";

/** Newest rows that are read again, because SQLite may reuse the rowid of a deleted row. */
const OVERLAP = 1_000;
const STEP = 5_000;
const REMOVED_STEP = 1_000;

export function createBlobCopying({ database }: Pick<Services, "database">, dataDir: string, store: Store) {
  const blobsDir = path.join(dataDir, BLOBS_FOLDER);
  let row = 0;
  let recent: ReadonlySet<string> = new Set();

  const newer = database.prepare<[number, number], { row: number; sha256: string }>(
    "SELECT rowid AS row, sha256 FROM blobs WHERE rowid > ? ORDER BY rowid LIMIT ?",
  );
  const lastRow = database.prepare<[], number>("SELECT coalesce(max(rowid), 0) FROM blobs").pluck();
  const totals = database.prepare<[], { bytes: number; files: number }>(
    "SELECT coalesce((SELECT value FROM sums WHERE name = 'blob_bytes'), 0) AS bytes, (SELECT count(*) FROM blobs) AS files",
  );
  const removed = database
    .prepare<[number, number], string>(
      `SELECT sha256 FROM removed_blobs r WHERE removed_at < ? AND NOT EXISTS (SELECT 1 FROM blobs b WHERE b.sha256 = r.sha256)
       ORDER BY removed_at LIMIT ?`,
    )
    .pluck();
  const forget = database.prepare<[string]>("DELETE FROM removed_blobs WHERE sha256 = ?");

  const nameOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
  const next = () => {
    row = Math.min(row, lastRow.get() ?? 0);
    const rows = newer.all(Math.max(0, row - OVERLAP), STEP);
    return { rows, names: rows.map(({ sha256 }) => sha256).filter((sha256) => !recent.has(sha256)) };
  };

  return {
    totals: () => totals.get() ?? { bytes: 0, files: 0 },
    /** Number of pending files, at most those of one step. */
    pending: (): number => next().names.length,
    async copyAll(onCopied: OnCopied, signal: AbortSignal): Promise<void> {
      const last = lastRow.get() ?? 0;
      await store.putFolder(blobsDir, BLOBS, onCopied, signal);
      row = last;
    },
    /** Copies the files of rows that were committed since the last call. */
    async copyNew(signal: AbortSignal): Promise<void> {
      for (;;) {
        const { rows, names } = next();
        const files = names.map(nameOf).map((name) => ({ from: path.join(blobsDir, name), name: `${BLOBS}/${name}` }));
        if (files.length > 0) await store.put(files, signal);
        recent = new Set(rows.slice(-2 * OVERLAP).map(({ sha256 }) => sha256));
        row = rows.at(-1)?.row ?? row;
        if (rows.length < STEP) return;
      }
    },
    /** Removes blobs from the target that were removed here before a time, ms since the epoch. */
    async removeOlder(before: number, signal: AbortSignal): Promise<void> {
      const names = removed.all(before, REMOVED_STEP);
      const files = names.map((sha256) => `${BLOBS}/${nameOf(sha256)}`);
      await store.remove(files, signal);
      database.transaction(() => {
        for (const sha256 of names) forget.run(sha256);
      })();
    },
  };
}
