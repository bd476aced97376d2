/** Articles made and read without a browser. */
import { readState } from "../../server/article/document.ts";
import type { RenderedAsset } from "../../server/article/render/rendering.ts";
import { renderArticle } from "../../server/article/render.ts";
import { freeHtmlSanitizer } from "../../server/articles/versions/free-html.ts";
import { readArchive } from "../support/archives.ts";
import { downloadArchive, type Keys, type ReceivedCallback, stateOf } from "../support/site.ts";

/** The files of the archive that a callback names. */
export async function deliveredFiles(keys: Keys, { body }: ReceivedCallback): Promise<Map<string, Buffer>> {
  const response = await downloadArchive(keys, body.content_url, body.material_id);
  return readArchive(Buffer.from(await response.arrayBuffer()));
}

/** Renders a document to the HTML fragment that the site receives. */
export function fragmentOf(content: object[], files: Record<string, RenderedAsset> = {}): string {
  const read = readState(JSON.parse(JSON.stringify(stateOf(...content))));
  if (!read.ok) throw new Error(read.problem);
  return renderArticle(read.doc, files, { freeHtml: freeHtmlSanitizer() });
}
