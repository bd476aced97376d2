/**
 * Snippets: named pieces of articles that belong to a project. A journalist with any of its articles open may insert,
 * change and delete them. A snippet keeps the files of its piece when the article is deleted. It has no comments.
 */
import type { Node } from "prosemirror-model";
import { z } from "zod";
import { documentJson, filesOf, readDocument, sourcesOf, withFileNames } from "../../article/document.ts";
import { articleSchema } from "../../article/schema.ts";
import type { DocumentNode, PictureWidth } from "../../article/vms-json.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import {
  MAX_SNIPPET_NAME,
  type SnippetContent,
  type SnippetPage,
  type SnippetView,
  snippetKey,
  snippetName,
} from "../../contracts/snippets-api.ts";
import { AppError, refusedPart } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Asset, StoredFile, StoredFiles } from "../../media/asset-store.ts";
import type { Services } from "../../services.ts";
import { statements } from "../../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";

export const MAX_SNIPPETS = 200;
/** Bytes of all snippets of a project, including their files. */
const MAX_BYTES = 1024 ** 3;

interface SnippetPlace {
  projectId: string;
  sessionId: string;
  author: string;
}

type Row = Omit<SnippetView, "changed_at"> & { changed_at: number };
type FileRow = StoredFile & { smallerOf: string | null };

const HEAD = "id, name, kind, excerpt, thumbnail, pictures, files, size, changes, changed_at, changed_by";
const FILE = `f.file_name AS fileName, f.blob, b.size, b.crc32, f.type, f.width, f.height, f.original_name AS originalName,
  f.smaller_of AS smallerOf FROM snippet_files f JOIN blobs b ON b.sha256 = f.blob`;

const viewOf = (row: Row): SnippetView => ({ ...row, changed_at: isoTime(row.changed_at) });

export function createSnippets(
  services: Pick<Services, "database" | "runtime" | "commits" | "events" | "audit" | "projects" | "assets" | "uploads">,
) {
  const { database, runtime, commits, events, audit, projects, assets, uploads } = services;
  const { run, row, rows, value } = statements(database);
  const insert = run(
    `INSERT INTO snippets (project_id, id, name, name_key, kind, doc, excerpt, thumbnail, pictures, files, size, changed_at, changed_by)
     VALUES (@projectId, @id, @name, @nameKey, @kind, @doc, @excerpt, @thumbnail, @pictures, @files, @size, @at, @by)`,
  );
  const setBody = run(
    `UPDATE snippets SET kind = @kind, doc = @doc, excerpt = @excerpt, thumbnail = @thumbnail, pictures = @pictures,
       files = @files, size = @size, changes = changes + 1, changed_at = @at, changed_by = @by
     WHERE project_id = @projectId AND id = @id`,
  );
  const setName = run(
    `UPDATE snippets SET name = @name, name_key = @nameKey, changes = changes + 1, changed_at = @at, changed_by = @by
     WHERE project_id = @projectId AND id = @id`,
  );
  const deleteOne = run<[string, string]>("DELETE FROM snippets WHERE project_id = ? AND id = ?");
  const insertFile = run(
    `INSERT INTO snippet_files (project_id, snippet_id, file_name, blob, type, width, height, original_name, smaller_of)
     VALUES (@projectId, @id, @fileName, @blob, @type, @width, @height, @originalName, @smallerOf)`,
  );
  const deleteFiles = run<[string, string]>("DELETE FROM snippet_files WHERE project_id = ? AND snippet_id = ?");
  const byId = row<[string, string], Row>(`SELECT ${HEAD} FROM snippets WHERE project_id = ? AND id = ?`);
  const byName = row<[string, string], Row>(`SELECT ${HEAD} FROM snippets WHERE project_id = ? AND name_key = ?`);
  const pageAfter = rows<[string, string, number], Row>(
    `SELECT ${HEAD} FROM snippets WHERE project_id = ? AND name_key > ? ORDER BY name_key LIMIT ?`,
  );
  const docOf = value<[string, string], string>("SELECT doc FROM snippets WHERE project_id = ? AND id = ?");
  const filesOfSnippet = rows<[string, string], FileRow>(
    `SELECT ${FILE} WHERE f.project_id = ? AND f.snippet_id = ? ORDER BY f.smaller_of IS NOT NULL, f.file_name`,
  );
  const fileNamed = row<[string, string, string], FileRow>(
    `SELECT ${FILE} WHERE f.project_id = ? AND f.snippet_id = ? AND f.file_name = ?`,
  );
  const sums = row<[string], { snippets: number; bytes: number }>(
    "SELECT count(*) AS snippets, coalesce(sum(size), 0) AS bytes FROM snippets WHERE project_id = ?",
  );

  const change = (by: string) => ({ at: runtime.clock.now(), by });
  const find = (projectId: string, id: string): SnippetView => {
    const row = byId(projectId, id);
    if (row === null) throw new AppError("not_found", sentence("articles.snippet_deleted"));
    return viewOf(row);
  };
  const requireUnused = (projectId: string, name: string, id: string): void => {
    const existing = byName(projectId, snippetKey(name));
    if (existing !== null && existing.id !== id)
      throw new AppError("conflict", sentence("articles.snippet_name_used", { name: existing.name }));
  };
  /** @param replaced size of the content that it replaces; null for a new snippet. @throws AppError conflict */
  const assertQuota = (projectId: string, size: number, replaced: number | null): void => {
    const { snippets, bytes } = sums(projectId) ?? { snippets: 0, bytes: 0 };
    if (replaced === null && snippets >= MAX_SNIPPETS)
      throw new AppError("conflict", sentence("articles.too_many_snippets", { max: MAX_SNIPPETS }));
    if (bytes - (replaced ?? 0) + size > MAX_BYTES)
      throw new AppError("conflict", sentence("articles.snippets_too_large", { limit: MAX_BYTES }));
  };
  const insertFiles = (projectId: string, id: string, { files, widths }: StoredFiles) => {
    const pictureOf = new Map(
      [...widths].flatMap(([picture, some]) => some.map(({ file }) => [file, picture] as const)),
    );
    for (const each of files) insertFile({ ...each, projectId, id, smallerOf: pictureOf.get(each.fileName) ?? null });
  };
  const publishSnippet = (projectId: string, id: string): SnippetView => {
    events.publish("snippet", { id, project_id: projectId });
    return find(projectId, id);
  };
  const rename = (projectId: string, id: string, name: string, by: string): void => {
    requireUnused(projectId, name, id);
    setName({ projectId, id, name, nameKey: snippetKey(name), ...change(by) });
  };
  /** @param record runs in the same transaction */
  const remove = async (projectId: string, id: string, record: (name: string) => void): Promise<void> => {
    await commits.run(() => {
      const { name } = find(projectId, id);
      deleteOne(projectId, id);
      record(name);
    });
    events.publish("snippet", { id, project_id: projectId });
  };

  return {
    /** By name. @throws AppError not_found; invalid for an unknown cursor */
    page(projectId: string, cursor: string | null): SnippetPage {
      projects.byId(projectId);
      const after = String(readCursor(cursor, ["string"])?.[0] ?? "");
      const page = pageOf(pageAfter(projectId, after, PAGE_SIZE + 1), ({ name }) => [snippetKey(name)]);
      return { ...page, items: page.items.map(viewOf) };
    },
    /** Null for a deleted snippet. */
    view(projectId: string, id: string): SnippetView | null {
      const row = byId(projectId, id);
      return row && viewOf(row);
    },
    file: (projectId: string, id: string, fileName: string): StoredFile | null => fileNamed(projectId, id, fileName),

    /** Stores a new snippet, once for each id. @throws as `readSnippet`; AppError conflict for a used name or a full project */
    async create(
      { projectId, sessionId, author }: SnippetPlace,
      { id, name, ...content }: SnippetContent & { id: string; name: string },
    ): Promise<SnippetView> {
      await commits.run(() => {
        const nameKey = snippetKey(name);
        const existing = byId(projectId, id);
        if (existing !== null && snippetKey(existing.name) === nameKey) return;
        if (existing !== null) throw new AppError("conflict", sentence("articles.snippet_id_used"));
        requireUnused(projectId, name, id);
        const { stored, ...body } = readSnippet(content, sessionId, assets);
        assertQuota(projectId, body.size, null);
        insert({ projectId, id, name, nameKey, ...body, ...change(author) });
        insertFiles(projectId, id, stored);
      });
      return publishSnippet(projectId, id);
    },
    /** Changes its name, its content, or both. @throws as `create`; AppError not_found */
    async change(
      { projectId, sessionId, author }: SnippetPlace,
      id: string,
      { name, content }: { name?: string | undefined; content?: SnippetContent | undefined },
    ): Promise<SnippetView> {
      await commits.run(() => {
        const { size } = find(projectId, id);
        if (name !== undefined) rename(projectId, id, name, author);
        if (content === undefined) return;
        const { stored, ...body } = readSnippet(content, sessionId, assets);
        assertQuota(projectId, body.size, size);
        setBody({ projectId, id, ...body, ...change(author) });
        deleteFiles(projectId, id);
        insertFiles(projectId, id, stored);
      });
      return publishSnippet(projectId, id);
    },
    /** @throws AppError not_found */
    remove: (projectId: string, id: string): Promise<void> => remove(projectId, id, () => {}),
    /** @throws AppError not_found, conflict */
    async renameAsAdmin(projectId: string, id: string, name: string): Promise<SnippetView> {
      await commits.run(() => {
        const { name: before } = find(projectId, id);
        rename(projectId, id, name, "");
        audit.record("snippet renamed", projectId, { before, name });
      });
      return publishSnippet(projectId, id);
    },
    /** @throws AppError not_found */
    removeAsAdmin: (projectId: string, id: string): Promise<void> =>
      remove(projectId, id, (name) => audit.record("snippet deleted", projectId, { name })),
    /** Adds a snippet's files to an article. Returns the content with the article's file names. @throws AppError not_found, conflict */
    insert(
      { projectId, sessionId }: Pick<SnippetPlace, "projectId" | "sessionId">,
      id: string,
    ): Promise<SnippetContent & { files: Asset[] }> {
      return commits.run(() => {
        const { kind } = find(projectId, id);
        // Pictures come before their smaller sizes.
        const files = filesOfSnippet(projectId, id);
        const widths = new Map<string, PictureWidth[]>();
        for (const { fileName, smallerOf, width } of files)
          if (smallerOf !== null && width !== null)
            widths.set(smallerOf, [...(widths.get(smallerOf) ?? []), { file: fileName, width }]);
        const added = uploads.addStored(sessionId, { files, widths });
        const doc = JSON.parse(docOf(projectId, id) ?? "") as DocumentNode;
        return {
          kind,
          doc: withFileNames(doc, (name) => added.get(name)?.fileName),
          files: [...added.values()],
        };
      });
    },
  };
}

/** Characters of a name in a request, where runs of spaces have not been collapsed. */
const MAX_SENT_NAME = 4 * MAX_SNIPPET_NAME;
const nameTooLong = fault("requests.string_too_long", { max: MAX_SNIPPET_NAME });

/** Normalizes a name in a request. */
export const SnippetName = z
  .string()
  .max(MAX_SENT_NAME, nameTooLong)
  .transform(snippetName)
  .pipe(
    z
      .string()
      .min(1, fault("requests.string_too_short", { min: 1 }))
      .max(MAX_SNIPPET_NAME, nameTooLong),
  );

export const MAX_SNIPPET_BYTES = 200_000;
/** Files that a snippet names, including the originals of cropped pictures. */
export const MAX_SNIPPET_FILES = 50;
const EXCERPT = 160;

/**
 * @param sessionId the article that the snippet and its files come from
 * @throws ValidationFailed for a document that cannot be read, or names a file that the article lacks; AppError too_large;
 *   conflict if only the site has the content of a file
 */
function readSnippet({ kind, doc: json }: SnippetContent, sessionId: string, assets: Services["assets"]) {
  const read = readDocument(json);
  if (!read.ok) throw refusedPart("doc", sentence("articles.not_a_document", { problem: read.problem }));
  const { doc } = read;
  if (kind === "words" && !(doc.childCount === 1 && doc.firstChild?.type.name === "paragraph"))
    throw refusedPart("doc", sentence("articles.snippet_words"));
  if (doc.children.every((block) => block.type.name === "paragraph" && block.content.size === 0))
    throw refusedPart("doc", sentence("articles.snippet_empty"));
  const shown = filesOf(doc);
  const sources = sourcesOf(doc);
  const named = [...new Set([...shown, ...sources])];
  if (named.length > MAX_SNIPPET_FILES)
    throw new AppError(
      "too_large",
      sentence("articles.snippet_files", { max: MAX_SNIPPET_FILES, count: named.length }),
    );
  for (const name of shown) requireStored(sessionId, name, assets);
  const stored = assets.stored(sessionId, named);
  const { files, widths } = stored;
  const names = new Map(files.map(({ fileName }) => [fileName, fileName]));
  // The language is the article's, not the snippet's.
  const whole = articleSchema.topNodeType.create(null, doc.content);
  const text = JSON.stringify(withFileNames(documentJson(whole), (name) => names.get(name)));
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_SNIPPET_BYTES)
    throw new AppError("too_large", sentence("articles.snippet_text", { max: MAX_SNIPPET_BYTES, size: bytes }));
  const pictures = files.filter(({ fileName, type }) => shown.includes(fileName) && type.startsWith("image/"));
  const first = shown.find((name) => pictures.some(({ fileName }) => fileName === name));
  return {
    kind,
    doc: text,
    excerpt: excerptOf(doc),
    thumbnail: first === undefined ? null : (widths.get(first)?.[0]?.file ?? first),
    pictures: pictures.length,
    files: shown.length,
    size: bytes + files.reduce((sum, { size }) => sum + size, 0),
    stored,
  };
}

function requireStored(sessionId: string, name: string, assets: Services["assets"]): void {
  const asset = assets.byName(sessionId, name);
  if (asset === null) throw refusedPart("doc", sentence("articles.snippet_file_unknown", { name }), name);
  if (asset.blob === null) throw new AppError("conflict", sentence("articles.snippet_file_remote", { name }));
}

function excerptOf(doc: Node): string {
  const words = doc.textBetween(0, doc.content.size, " ", " ").replace(/\s+/g, " ").trim();
  return words.length <= EXCERPT ? words : words.slice(0, EXCERPT).toWellFormed();
}
