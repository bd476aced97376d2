/**
 * Removes blobs without references, and sets aside files without a blob row: one of 256 prefixes at a time, so the
 * cost of a step is bounded. References are checked in the same statement that deletes the row.
 * A file without a row is left after a crash or the loss of a database, so it stays in `unknown-files/<date>/` for a
 * week, in the layout of `blobs/`.
 */
import fs from "node:fs";
import path from "node:path";
import { type Clock, yieldToRequests } from "../core/runtime.ts";
import { ASIDE_FOLDER, BLOBS_FOLDER, type BlobStore } from "../storage/blobs.ts";
import { type Database, statements } from "../storage/database.ts";
import { namesIn } from "../storage/disk.ts";

/** A younger file may belong to an upload in progress. */
const GRACE_MS = 3_600_000;
const ASIDE_MS = 7 * 24 * 3_600_000;
const STEP = 200;

export const PREFIXES: readonly string[] = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));

/** @param hasReplica whether removed files are recorded for `replica/copier.ts` */
export function createBlobCleaning(
  database: Database,
  blobs: BlobStore,
  { dataDir, clock, hasReplica }: { dataDir: string; clock: Clock; hasReplica: () => boolean },
) {
  const blobsDir = path.join(dataDir, BLOBS_FOLDER);
  const asideDir = path.join(dataDir, ASIDE_FOLDER);
  const unreferenced = `NOT EXISTS (SELECT 1 FROM assets WHERE blob = b.sha256)
    AND NOT EXISTS (SELECT 1 FROM version_files WHERE blob = b.sha256)
    AND NOT EXISTS (SELECT 1 FROM version_sources WHERE blob = b.sha256)
    AND NOT EXISTS (SELECT 1 FROM snippet_files WHERE blob = b.sha256)
    AND NOT EXISTS (SELECT 1 FROM font_snapshot_files WHERE blob = b.sha256)
    AND NOT EXISTS (SELECT 1 FROM font_files WHERE blob = b.sha256)
    AND NOT EXISTS (SELECT 1 FROM font_files WHERE woff2_blob = b.sha256)`;
  const { run, rows, is } = statements(database);
  const candidates = rows<[string, string, number, number], { sha256: string }>(
    `SELECT sha256 FROM blobs b WHERE sha256 > ? AND sha256 < ? AND created_at < ? AND ${unreferenced} ORDER BY sha256 LIMIT ?`,
  );
  const removeRow = run<[string]>(`DELETE FROM blobs AS b WHERE sha256 = ? AND ${unreferenced}`);
  // The replica keeps the file longer.
  const noteRemoved = run<[string, number]>("INSERT OR REPLACE INTO removed_blobs (sha256, removed_at) VALUES (?, ?)");
  const isKnown = is<[string]>("SELECT 1 FROM blobs WHERE sha256 = ?");

  const removeUnreferenced = async (prefix: string): Promise<number> => {
    let removed = 0;
    let after = prefix;
    for (;;) {
      const rows = candidates(after, `${prefix}g`, clock.now() - GRACE_MS, STEP);
      for (const { sha256 } of rows) {
        if (!blobs.remove(sha256, () => removeRow(sha256) === 1)) continue;
        if (hasReplica()) noteRemoved(sha256, clock.now());
        removed += 1;
      }
      after = rows.at(-1)?.sha256 ?? after;
      if (rows.length < STEP) return removed;
      await yieldToRequests();
    }
  };

  const setAsideUnknown = async (prefix: string): Promise<number> => {
    const folder = path.join(blobsDir, prefix);
    const today = path.join(asideDir, dateOf(clock.now()));
    let moved = 0;
    for (const name of await namesIn(folder)) {
      const sha256 = prefix + name;
      if (!/^[0-9a-f]{64}$/.test(sha256) || isKnown(sha256)) continue;
      const { mtimeMs } = await fs.promises.stat(path.join(folder, name));
      if (mtimeMs > clock.now() - GRACE_MS) continue;
      if (blobs.setAside(sha256, today, () => !isKnown(sha256))) moved += 1;
    }
    return moved;
  };

  const removeOldAside = async (): Promise<void> => {
    const limit = dateOf(clock.now() - ASIDE_MS);
    for (const date of await namesIn(asideDir))
      if (/^\d{4}-\d{2}-\d{2}$/.test(date) && date < limit)
        await fs.promises.rm(path.join(asideDir, date), { recursive: true, force: true });
  };

  return {
    /** Cleans a prefix (two hex digits), and removes files that were set aside more than a week ago. */
    async clean(prefix: string): Promise<{ deleted: number; setAside: number }> {
      await removeOldAside();
      return { deleted: await removeUnreferenced(prefix), setAside: await setAsideUnknown(prefix) };
    },
  };
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
