import { readState } from "../../server/article/document.ts";
import type { RenderedAsset } from "../../server/article/render/rendering.ts";
import { renderArticle } from "../../server/article/render.ts";
import { freeHtmlSanitizer } from "../../server/articles/versions/free-html.ts";
import { stateOf } from "./editor-page.ts";

/** Renders a document to the HTML fragment that the site receives. */
export function fragmentOf(content: object[], files: Record<string, RenderedAsset> = {}): string {
  const read = readState(JSON.parse(JSON.stringify(stateOf(...content))));
  if (!read.ok) throw new Error(read.problem);
  return renderArticle(read.doc, files, { freeHtml: freeHtmlSanitizer() });
}
