/**
 * Font snapshots: a published state of a project's fonts, never changed again.
 *
 * Glossary. font tree: families, variants and files as sites read them (spec 2.7, design 4). snapshot: the tree, its CSS
 * and its files at one publication.
 */

import type { Archive } from "../archives/archive.ts";
import { buildFontsArchive } from "../archives/fonts-archive.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { BlobStore } from "../storage/blobs.ts";
import type { Database } from "../storage/database.ts";

/** What a download names; all of it must belong together. Spec 4.3. */
export interface FontsArchiveKey {
  projectId: string;
  materialId: string;
  fingerprint: string;
  snapshotId: string;
}

export interface FontSnapshots {
  /** Null where the parts of the key do not all belong together, or there is no such snapshot. */
  findArchive(key: FontsArchiveKey): Promise<Archive | null>;
  /** The tree of the newest snapshot, null before the first. Spec 2.3 `fonts`. */
  currentTree(projectId: string): Record<string, unknown> | null;
}

interface Parts {
  database: Database;
  sessions: SessionStore;
  blobs: BlobStore;
}

export function createFontSnapshots({ database, sessions, blobs }: Parts): FontSnapshots {
  const byId = database.prepare<[string, string], { created_at: number; tree: string; css: string }>(
    "SELECT created_at, tree, css FROM font_snapshots WHERE id = ? AND project_id = ?",
  );
  const newest = database.prepare<[string], { tree: string }>(
    "SELECT tree FROM font_snapshots WHERE project_id = ? ORDER BY created_at DESC LIMIT 1",
  );
  const filesOf = database.prepare<[string], { fileName: string; sha256: string; size: number; crc32: number }>(
    `SELECT f.file_name AS fileName, b.sha256, b.size, b.crc32 FROM font_snapshot_files f JOIN blobs b ON b.sha256 = f.blob
     WHERE f.snapshot_id = ? ORDER BY f.file_name`,
  );
  return {
    async findArchive(key) {
      const session = sessions.byMaterial(key.projectId, key.materialId);
      const snapshot = byId.get(key.snapshotId, key.projectId);
      if (session?.fingerprint !== key.fingerprint || snapshot === undefined) return null;
      return buildFontsArchive(
        {
          fileName: `fonts-${key.snapshotId.slice(0, 8)}.zip`,
          time: new Date(snapshot.created_at),
          css: snapshot.css,
          tree: JSON.parse(snapshot.tree),
          files: filesOf.all(key.snapshotId),
        },
        blobs,
      );
    },
    currentTree(projectId) {
      const row = newest.get(projectId);
      return row === undefined ? null : JSON.parse(row.tree);
    },
  };
}
