import type { DeliveryState } from "../contracts/delivery-states.ts";
import type { SnapshotView } from "../contracts/fonts-api.ts";
import type { Database } from "../storage/database.ts";
import type { FontTree } from "./font-tree.ts";

/** A row of `font_snapshots`, decoded; times in ms. */
export interface Snapshot {
  id: string;
  createdAt: number;
  publishedAt: number;
  tree: FontTree;
  /** With `dummy-<id>` references. */
  css: string;
}

interface SnapshotFile {
  fileName: string;
  sha256: string;
  size: number;
  crc32: number;
}

type Row = Omit<Snapshot, "tree"> & { tree: string };

const decode = (row: Row): Snapshot => ({ ...row, tree: JSON.parse(row.tree) });

const SELECT = `SELECT id, created_at AS createdAt, published_at AS publishedAt, tree, css FROM font_snapshots`;

export type SnapshotStore = ReturnType<typeof createSnapshotStore>;

export function createSnapshotStore(database: Database) {
  const insert = database.prepare<[string, string, number, number, string, string]>(
    "INSERT INTO font_snapshots (id, project_id, created_at, published_at, tree, css) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const insertFile = database.prepare<[string, string, string]>(
    "INSERT INTO font_snapshot_files (snapshot_id, file_name, blob) VALUES (?, ?, ?)",
  );
  const setPublished = database.prepare<[number, string]>("UPDATE font_snapshots SET published_at = ? WHERE id = ?");
  const byId = database.prepare<[string, string], Row>(`${SELECT} WHERE project_id = ? AND id = ?`);
  const newest = database.prepare<[string, number], Row>(
    `${SELECT} WHERE project_id = +? ORDER BY published_at DESC LIMIT +?`,
  );
  const filesOf = database.prepare<[string], SnapshotFile>(
    `SELECT f.file_name AS fileName, b.sha256, b.size, b.crc32 FROM font_snapshot_files f JOIN blobs b ON b.sha256 = f.blob
     WHERE f.snapshot_id = +? ORDER BY f.file_name`,
  );
  const sizeOf = database.prepare<[string], { files: number; size: number }>(
    `SELECT count(*) AS files, total(b.size) AS size FROM font_snapshot_files f JOIN blobs b ON b.sha256 = f.blob
     WHERE f.snapshot_id = ?`,
  );
  const statesOf = database.prepare<[string, number], { state: DeliveryState | "not_downloaded"; count: number }>(
    `SELECT iif(unfetched = 1, 'not_downloaded', state) AS state, count(*) AS count FROM deliveries
     WHERE snapshot_id = ? AND created_at >= ? GROUP BY 1`,
  );
  const keepUrl = database.prepare<[string, string, string, string]>(
    `INSERT INTO font_client_urls (project_id, callback_url, id, client_url) VALUES (?, ?, ?, ?)
     ON CONFLICT (project_id, callback_url, id) DO UPDATE SET client_url = excluded.client_url`,
  );
  const urlsOf = database.prepare<[string, string], { id: string; client_url: string }>(
    "SELECT id, client_url FROM font_client_urls WHERE project_id = ? AND callback_url = ?",
  );
  const blobOf = database.prepare<[string, string], { blob: string }>(
    `SELECT f.blob FROM font_snapshot_files f JOIN font_snapshots s ON s.id = f.snapshot_id
     WHERE s.project_id = +? AND f.file_name = +? ORDER BY s.published_at DESC LIMIT 1`,
  );
  const one = (row: Row | undefined) => (row === undefined ? null : decode(row));
  return {
    insert(projectId: string, snapshot: Snapshot, files: { fileName: string; blob: string }[]): void {
      const { id, createdAt, publishedAt, tree, css } = snapshot;
      insert.run(id, projectId, createdAt, publishedAt, JSON.stringify(tree), css);
      for (const { fileName, blob } of files) insertFile.run(id, fileName, blob);
    },
    setPublished: (id: string, at: number) => void setPublished.run(at, id),
    byId: (projectId: string, id: string) => one(byId.get(projectId, id)),
    current: (projectId: string) => one(newest.get(projectId, 1)),
    newest: (projectId: string, limit: number) => newest.all(projectId, limit).map(decode),
    filesOf: (id: string) => filesOf.all(id),
    blobOf: (projectId: string, fileName: string): string | null => blobOf.get(projectId, fileName)?.blob ?? null,
    sizeOf: (id: string) => sizeOf.get(id) ?? { files: 0, size: 0 },
    /** Deliveries of the snapshot since `since` (ms), by state. */
    statesOf: (id: string, since: number): SnapshotView["deliveries"] =>
      Object.fromEntries(statesOf.all(id, since).map(({ state, count }) => [state, count])),
    keepClientUrls(projectId: string, callbackUrl: string, urls: ReadonlyMap<string, string>): void {
      for (const [id, url] of urls) keepUrl.run(projectId, callbackUrl, id, url);
    },
    /** id → URL. */
    clientUrls: (projectId: string, callbackUrl: string): Map<string, string> =>
      new Map(urlsOf.all(projectId, callbackUrl).map(({ id, client_url }) => [id, client_url])),
  };
}
