import type { DocumentNode, PictureWidth } from "../../article/vms-json.ts";
import type { SnippetKind, SnippetView } from "../../contracts/snippets-api.ts";
import type { StoredFile, StoredFiles } from "../../media/asset-store.ts";
import type { Database } from "../../storage/database.ts";

/** A snippet without its content; times in ms. */
export interface SnippetHead extends Omit<SnippetView, "changed_at" | "changed_by"> {
  changedAt: number;
  changedBy: string;
}

export interface SnippetBody
  extends Pick<SnippetHead, "kind" | "excerpt" | "thumbnail" | "pictures" | "files" | "size"> {
  doc: string;
  stored: StoredFiles;
}

interface SnippetSums {
  snippets: number;
  bytes: number;
}

type Change = { at: number; by: string };
type FileRow = StoredFile & { smallerOf: string | null };

const HEAD = `id, name, kind, excerpt, thumbnail, pictures, files, size, changes, changed_at AS changedAt,
  changed_by AS changedBy`;

export function createSnippetStore(database: Database) {
  const insert = database.prepare(
    `INSERT INTO snippets (project_id, id, name, name_key, kind, doc, excerpt, thumbnail, pictures, files, size, changed_at, changed_by)
     VALUES (@projectId, @id, @name, @nameKey, @kind, @doc, @excerpt, @thumbnail, @pictures, @files, @size, @at, @by)`,
  );
  const setBody = database.prepare(
    `UPDATE snippets SET kind = @kind, doc = @doc, excerpt = @excerpt, thumbnail = @thumbnail, pictures = @pictures,
       files = @files, size = @size, changes = changes + 1, changed_at = @at, changed_by = @by
     WHERE project_id = @projectId AND id = @id`,
  );
  const setName = database.prepare(
    `UPDATE snippets SET name = @name, name_key = @nameKey, changes = changes + 1, changed_at = @at, changed_by = @by
     WHERE project_id = @projectId AND id = @id`,
  );
  const remove = database.prepare<[string, string]>("DELETE FROM snippets WHERE project_id = ? AND id = ?");
  const insertFile = database.prepare(
    `INSERT INTO snippet_files (project_id, snippet_id, file_name, blob, type, width, height, original_name, smaller_of)
     VALUES (@projectId, @id, @fileName, @blob, @type, @width, @height, @originalName, @smallerOf)`,
  );
  const removeFiles = database.prepare<[string, string]>(
    "DELETE FROM snippet_files WHERE project_id = ? AND snippet_id = ?",
  );
  const head = database.prepare<[string, string], SnippetHead>(
    `SELECT ${HEAD} FROM snippets WHERE project_id = ? AND id = ?`,
  );
  const byName = database.prepare<[string, string], SnippetHead>(
    `SELECT ${HEAD} FROM snippets WHERE project_id = ? AND name_key = ?`,
  );
  const page = database.prepare<[string, string, number], SnippetHead>(
    `SELECT ${HEAD} FROM snippets WHERE project_id = ? AND name_key > ? ORDER BY name_key LIMIT ?`,
  );
  const content = database.prepare<[string, string], { kind: SnippetKind; doc: string }>(
    "SELECT kind, doc FROM snippets WHERE project_id = ? AND id = ?",
  );
  const FILE = `f.file_name AS fileName, f.blob, b.size, b.crc32, f.type, f.width, f.height, f.original_name AS originalName,
    f.smaller_of AS smallerOf FROM snippet_files f JOIN blobs b ON b.sha256 = f.blob`;
  const files = database.prepare<[string, string], FileRow>(
    `SELECT ${FILE} WHERE f.project_id = ? AND f.snippet_id = ? ORDER BY f.smaller_of IS NOT NULL, f.file_name`,
  );
  const file = database.prepare<[string, string, string], FileRow>(
    `SELECT ${FILE} WHERE f.project_id = ? AND f.snippet_id = ? AND f.file_name = ?`,
  );
  const sums = database.prepare<[string], SnippetSums>(
    "SELECT count(*) AS snippets, coalesce(sum(size), 0) AS bytes FROM snippets WHERE project_id = ?",
  );

  const insertFiles = (projectId: string, id: string, { files, widths }: StoredFiles) => {
    const pictureOf = new Map(
      [...widths].flatMap(([picture, some]) => some.map(({ file }) => [file, picture] as const)),
    );
    for (const each of files)
      insertFile.run({ ...each, projectId, id, smallerOf: pictureOf.get(each.fileName) ?? null });
  };

  return {
    /** Writes run in the caller's transaction. */
    insert(projectId: string, id: string, name: string, nameKey: string, body: SnippetBody, change: Change): void {
      insert.run({ ...columnsOf(body), ...change, projectId, id, name, nameKey });
      insertFiles(projectId, id, body.stored);
    },
    setBody(projectId: string, id: string, body: SnippetBody, change: Change): void {
      setBody.run({ ...columnsOf(body), ...change, projectId, id });
      removeFiles.run(projectId, id);
      insertFiles(projectId, id, body.stored);
    },
    setName: (projectId: string, id: string, name: string, nameKey: string, change: Change) =>
      void setName.run({ ...change, projectId, id, name, nameKey }),
    remove: (projectId: string, id: string) => void remove.run(projectId, id),
    head: (projectId: string, id: string): SnippetHead | null => head.get(projectId, id) ?? null,
    byName: (projectId: string, nameKey: string): SnippetHead | null => byName.get(projectId, nameKey) ?? null,
    /** By name, up to `limit`. @param after name key of the previous page's last snippet; "" for the first page */
    page: (projectId: string, after: string, limit: number): SnippetHead[] => page.all(projectId, after, limit),
    /** The content with its files, pictures before their smaller sizes; null for an unknown snippet. */
    content(projectId: string, id: string): { kind: SnippetKind; doc: DocumentNode; stored: StoredFiles } | null {
      const row = content.get(projectId, id);
      if (row === undefined) return null;
      const kept = files.all(projectId, id);
      const widths = new Map<string, PictureWidth[]>();
      for (const { fileName, smallerOf, width } of kept)
        if (smallerOf !== null && width !== null)
          widths.set(smallerOf, [...(widths.get(smallerOf) ?? []), { file: fileName, width }]);
      return { kind: row.kind, doc: JSON.parse(row.doc) as DocumentNode, stored: { files: kept, widths } };
    },
    file: (projectId: string, id: string, fileName: string): StoredFile | null =>
      file.get(projectId, id, fileName) ?? null,
    sums: (projectId: string): SnippetSums => sums.get(projectId) ?? { snippets: 0, bytes: 0 },
  };
}

function columnsOf({ stored: _, ...columns }: SnippetBody) {
  return columns;
}
