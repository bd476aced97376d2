import type { FontFormat } from "../contracts/fonts-api.ts";
import type { Blob } from "../storage/blobs.ts";
import type { Database } from "../storage/database.ts";
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

type Row = Omit<FontFile, "facts" | "woff2"> & {
  facts: string;
  woff2Name: string | null;
  woff2Blob: string | null;
  woff2Size: number | null;
};

const decode = ({ facts, woff2Name, woff2Blob, woff2Size, ...font }: Row): FontFile => ({
  ...font,
  woff2:
    woff2Name === null || woff2Blob === null ? null : { fileName: woff2Name, blob: woff2Blob, size: woff2Size ?? 0 },
  facts: JSON.parse(facts),
});

const SELECT = `SELECT f.file_name AS fileName, f.blob, b.size, f.woff2_name AS woff2Name, f.woff2_blob AS woff2Blob,
    w.size AS woff2Size, f.format, f.family, f.weight, f.style, f.stretch, f.unicode_range AS unicodeRange,
    f.original_name AS originalName, f.created_at AS createdAt, f.facts
  FROM font_files f JOIN blobs b ON b.sha256 = f.blob LEFT JOIN blobs w ON w.sha256 = f.woff2_blob`;

export type FontStore = ReturnType<typeof createFontStore>;

export function createFontStore(database: Database) {
  const insertBlob = database.prepare<[string, number, number, number]>(
    "INSERT INTO blobs (sha256, size, crc32, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
  );
  const insert = database.prepare(
    `INSERT INTO font_files (project_id, file_name, blob, woff2_name, woff2_blob, format, family, weight, style, stretch,
       original_name, created_at, facts)
     VALUES (@projectId, @fileName, @blob, @woff2Name, @woff2Blob, @format, @family, @weight, @style, @stretch,
       @originalName, @createdAt, @facts)`,
  );
  const correct = database.prepare(
    `UPDATE font_files SET family = @family, weight = @weight, style = @style, stretch = @stretch,
       unicode_range = @unicodeRange WHERE project_id = @projectId AND file_name = @fileName`,
  );
  const remove = database.prepare<[string, string]>("DELETE FROM font_files WHERE project_id = ? AND file_name = ?");
  const ofProject = database.prepare<[string], Row>(
    `${SELECT} WHERE f.project_id = +? ORDER BY f.created_at, f.file_name`,
  );
  const byName = database.prepare<[string, string], Row>(`${SELECT} WHERE f.project_id = +? AND f.file_name = +?`);
  const one = (row: Row | undefined) => (row === undefined ? null : decode(row));
  return {
    /** Runs in the caller's transaction, like `insert`. */
    addBlob: ({ sha256, size, crc32 }: Blob, at: number) => void insertBlob.run(sha256, size, crc32, at),
    insert: (projectId: string, { woff2, facts, unicodeRange: _, size: __, ...font }: FontFile) =>
      void insert.run({
        ...font,
        projectId,
        woff2Name: woff2?.fileName ?? null,
        woff2Blob: woff2?.blob ?? null,
        facts: JSON.stringify(facts),
      }),
    correct: (projectId: string, fileName: string, values: FaceValues & Pick<FontFile, "unicodeRange">) =>
      void correct.run({ ...values, projectId, fileName }),
    remove: (projectId: string, fileName: string) => remove.run(projectId, fileName).changes === 1,
    ofProject: (projectId: string): FontFile[] => ofProject.all(projectId).map(decode),
    byName: (projectId: string, fileName: string) => one(byName.get(projectId, fileName)),
  };
}
