/** Prepares a snippet for storage: checks its document, finds its files, and makes its excerpt and thumbnail. */
import type { Node } from "prosemirror-model";
import { documentJson, filesOf, readDocument, sourcesOf, withFileNames } from "../../article/document.ts";
import { articleSchema } from "../../article/schema.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import type { SnippetContent } from "../../contracts/snippets-api.ts";
import { AppError, refusedPart } from "../../core/errors.ts";
import type { AssetStore } from "../../media/asset-store.ts";
import type { SnippetBody } from "./snippet-store.ts";

export const MAX_SNIPPET_BYTES = 200_000;
/** Files that a snippet names, including the originals of cropped pictures. */
export const MAX_SNIPPET_FILES = 50;
const EXCERPT = 160;

/**
 * @param sessionId the article that the snippet and its files come from
 * @throws ValidationFailed for a document that cannot be read, or names a file that the article lacks; AppError too_large;
 *   conflict if only the site has the content of a file
 */
export function readSnippet({ kind, doc: json }: SnippetContent, sessionId: string, assets: AssetStore): SnippetBody {
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

/** @throws ValidationFailed, AppError conflict */
function requireStored(sessionId: string, name: string, assets: AssetStore): void {
  const asset = assets.byName(sessionId, name);
  if (asset === null) throw refusedPart("doc", sentence("articles.snippet_file_unknown", { name }), name);
  if (asset.blob === null) throw new AppError("conflict", sentence("articles.snippet_file_remote", { name }));
}

function excerptOf(doc: Node): string {
  const words = doc.textBetween(0, doc.content.size, " ", " ").replace(/\s+/g, " ").trim();
  return words.length <= EXCERPT ? words : words.slice(0, EXCERPT).toWellFormed();
}
