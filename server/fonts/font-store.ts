/** A project's fonts, their snapshots, and the URLs that sites reported. */
import type { DeliveryState } from "../contracts/delivery-states.ts";
import type { FontFormat, SnapshotView } from "../contracts/fonts-api.ts";
import type { Blob } from "../storage/blobs.ts";
import { type Database, statements } from "../storage/database.ts";
import type { FaceValues } from "./font-values.ts";
import type { FontFacts } from "./read-font.ts";

export interface NamedBlob {
  fileName: string;
  blob: string;
  size: number;
}

/** A row of `font_files`, decoded; times in ms. */
export interface FontFile extends FaceValues, NamedBlob {
  format: FontFormat;
  /** Made by Galley; null for a woff2 file, or if packing took too long. */
  woff2: NamedBlob | null;
  /** Set by an admin; null to use the file's own. */
  unicodeRange: string | null;
  originalName: string;
  createdAt: number;
  facts: FontFacts;
}

type FontRow = Omit<FontFile, "facts" | "woff2"> & {
  facts: string;
  woff2Name: string | null;
  woff2Blob: string | null;
  woff2Size: number | null;
};

const decodeFont = ({ facts, woff2Name, woff2Blob, woff2Size, ...font }: FontRow): FontFile => ({
  ...font,
  woff2:
    woff2Name === null || woff2Blob === null ? null : { fileName: woff2Name, blob: woff2Blob, size: woff2Size ?? 0 },
  facts: JSON.parse(facts),
});

const SELECT_FONT = `SELECT f.file_name AS fileName, f.blob, b.size, f.woff2_name AS woff2Name, f.woff2_blob AS woff2Blob,
    w.size AS woff2Size, f.format, f.family, f.weight, f.style, f.stretch, f.unicode_range AS unicodeRange,
    f.original_name AS originalName, f.created_at AS createdAt, f.facts
  FROM font_files f JOIN blobs b ON b.sha256 = f.blob LEFT JOIN blobs w ON w.sha256 = f.woff2_blob`;

/** A file or the CSS, with its URL at the site: `dummy-<id>` before the site reports one. */
export interface FontReference {
  id: string;
  clientUrl: string;
}

export interface FontVariant {
  /** 400, or "100 900" of a variable font. */
  weight: number | string;
  style: string;
  stretch?: string;
  /** Set by an admin, or for a face that is split by characters. */
  unicodeRange?: string;
  files: Partial<Record<FontFormat, FontReference>>;
}

export interface FontTree {
  css: FontReference;
  list: { family: string; variants: FontVariant[] }[];
}

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

type SnapshotRow = Omit<Snapshot, "tree"> & { tree: string };

const decodeSnapshot = (row: SnapshotRow): Snapshot => ({ ...row, tree: JSON.parse(row.tree) });

const SELECT_SNAPSHOT = `SELECT id, created_at AS createdAt, published_at AS publishedAt, tree, css FROM font_snapshots`;

interface RecipientRow {
  callbackUrl: string;
  sessionId: string;
  materialId: string;
  saved: number;
  rank: number;
}

export type FontStore = ReturnType<typeof createFontStore>;

export function createFontStore(database: Database) {
  const { run, row, rows } = statements(database);
  const insertBlob = run<[string, number, number, number]>(
    "INSERT INTO blobs (sha256, size, crc32, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
  );
  const insert = run(
    `INSERT INTO font_files (project_id, file_name, blob, woff2_name, woff2_blob, format, family, weight, style, stretch,
       original_name, created_at, facts)
     VALUES (@projectId, @fileName, @blob, @woff2Name, @woff2Blob, @format, @family, @weight, @style, @stretch,
       @originalName, @createdAt, @facts)`,
  );
  const correct = run(
    `UPDATE font_files SET family = @family, weight = @weight, style = @style, stretch = @stretch,
       unicode_range = @unicodeRange WHERE project_id = @projectId AND file_name = @fileName`,
  );
  const remove = run<[string, string]>("DELETE FROM font_files WHERE project_id = ? AND file_name = ?");
  const ofProject = rows<[string], FontRow>(
    `${SELECT_FONT} WHERE f.project_id = +? ORDER BY f.created_at, f.file_name`,
  );
  const byName = row<[string, string], FontRow>(`${SELECT_FONT} WHERE f.project_id = +? AND f.file_name = +?`);
  const insertSnapshot = run<[string, string, number, number, string, string]>(
    "INSERT INTO font_snapshots (id, project_id, created_at, published_at, tree, css) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const insertFile = run<[string, string, string]>(
    "INSERT INTO font_snapshot_files (snapshot_id, file_name, blob) VALUES (?, ?, ?)",
  );
  const setPublished = run<[number, string]>("UPDATE font_snapshots SET published_at = ? WHERE id = ?");
  const byId = row<[string, string], SnapshotRow>(`${SELECT_SNAPSHOT} WHERE project_id = ? AND id = ?`);
  const newest = rows<[string, number], SnapshotRow>(
    `${SELECT_SNAPSHOT} WHERE project_id = +? ORDER BY published_at DESC LIMIT +?`,
  );
  const sizeOf = row<[string], { files: number; size: number }>(
    `SELECT count(*) AS files, total(b.size) AS size FROM font_snapshot_files f JOIN blobs b ON b.sha256 = f.blob
     WHERE f.snapshot_id = ?`,
  );
  const statesOf = rows<[string, number], { state: DeliveryState | "not_downloaded"; count: number }>(
    `SELECT iif(unfetched = 1, 'not_downloaded', state) AS state, count(*) AS count FROM deliveries
     WHERE snapshot_id = ? AND created_at >= ? GROUP BY 1`,
  );
  const keepUrl = run<[string, string, string, string]>(
    `INSERT INTO font_client_urls (project_id, callback_url, id, client_url) VALUES (?, ?, ?, ?)
     ON CONFLICT (project_id, callback_url, id) DO UPDATE SET client_url = excluded.client_url`,
  );
  const urlsOf = rows<[string, string], { id: string; client_url: string }>(
    "SELECT id, client_url FROM font_client_urls WHERE project_id = ? AND callback_url = ?",
  );
  const blobOf = row<[string, string], { blob: string }>(
    `SELECT f.blob FROM font_snapshot_files f JOIN font_snapshots s ON s.id = f.snapshot_id
     WHERE s.project_id = +? AND f.file_name = +? ORDER BY s.published_at DESC LIMIT 1`,
  );
  // max() selects the row of the other columns.
  const recipients = rows<[string], RecipientRow>(
    `SELECT callback_url AS callbackUrl, id AS sessionId, material_id AS materialId,
       current_version IS NOT NULL AS saved, max((current_version IS NOT NULL) * 1e15 + last_access) AS rank
     FROM sessions WHERE project_id = +? GROUP BY callback_url ORDER BY callback_url`,
  );
  const snapshot = (row: SnapshotRow | null) => row && decodeSnapshot(row);
  const one = (row: FontRow | null) => row && decodeFont(row);
  return {
    /** Runs in the caller's transaction, like `insert`. */
    addBlob: ({ sha256, size, crc32 }: Blob, at: number) => void insertBlob(sha256, size, crc32, at),
    insert: (projectId: string, { woff2, facts, unicodeRange: _, size: __, ...font }: FontFile) =>
      void insert({
        ...font,
        projectId,
        woff2Name: woff2?.fileName ?? null,
        woff2Blob: woff2?.blob ?? null,
        facts: JSON.stringify(facts),
      }),
    correct: (projectId: string, fileName: string, values: FaceValues & Pick<FontFile, "unicodeRange">) =>
      void correct({ ...values, projectId, fileName }),
    remove: (projectId: string, fileName: string) => remove(projectId, fileName) === 1,
    ofProject: (projectId: string): FontFile[] => ofProject(projectId).map(decodeFont),
    byName: (projectId: string, fileName: string) => one(byName(projectId, fileName)),
    insertSnapshot(projectId: string, snapshot: Snapshot, files: { fileName: string; blob: string }[]): void {
      const { id, createdAt, publishedAt, tree, css } = snapshot;
      insertSnapshot(id, projectId, createdAt, publishedAt, JSON.stringify(tree), css);
      for (const { fileName, blob } of files) insertFile(id, fileName, blob);
    },
    setPublished: (id: string, at: number) => void setPublished(at, id),
    byId: (projectId: string, id: string) => snapshot(byId(projectId, id)),
    current: (projectId: string) => snapshot(newest(projectId, 1)[0] ?? null),
    newest: (projectId: string, limit: number) => newest(projectId, limit).map(decodeSnapshot),
    filesOf: rows<[string], SnapshotFile>(
      `SELECT f.file_name AS fileName, b.sha256, b.size, b.crc32 FROM font_snapshot_files f JOIN blobs b ON b.sha256 = f.blob
     WHERE f.snapshot_id = +? ORDER BY f.file_name`,
    ),
    blobOf: (projectId: string, fileName: string): string | null => blobOf(projectId, fileName)?.blob ?? null,
    sizeOf: (id: string) => sizeOf(id) ?? { files: 0, size: 0 },
    /** Deliveries of the snapshot since `since` (ms), by state. */
    statesOf: (id: string, since: number): SnapshotView["deliveries"] =>
      Object.fromEntries(statesOf(id, since).map(({ state, count }) => [state, count])),
    keepClientUrls(projectId: string, callbackUrl: string, urls: ReadonlyMap<string, string>): void {
      for (const [id, url] of urls) keepUrl(projectId, callbackUrl, id, url);
    },
    /** id → URL. */
    clientUrls: (projectId: string, callbackUrl: string): Map<string, string> =>
      new Map(urlsOf(projectId, callbackUrl).map(({ id, client_url }) => [id, client_url])),
    /** The recipients of a publication: each callback URL with its most recent session, preferably saved (contract 6.2). */
    recipients: (projectId: string) =>
      recipients(projectId).map(({ rank: _, ...row }) => ({ ...row, saved: row.saved === 1 })),
  };
}
