/**
 * From a document to `vms_html`: a fragment that stands on any page. It brings its own style under its own class names,
 * no script, and refers to the version's files only as `dummy-<file_name>` (contract 2.4). Every text and attribute is
 * escaped here, so no document can put markup of its own on the site's page; free HTML passes a sanitiser.
 */
import type { Node } from "prosemirror-model";
import { DEFAULT_EMBEDS } from "./embeds/settings.ts";
import { renderBlocks } from "./render/blocks.ts";
import type { RenderedAsset, Rendering, RenderOptions } from "./render/rendering.ts";
import { attribute } from "./render/safe.ts";
import { articleStyle } from "./render/style.ts";

export { withoutFrames } from "./render/embed.ts";
export type { RenderedAsset, RenderOptions } from "./render/rendering.ts";
export { safeHref } from "./render/safe.ts";

/**
 * Renders a checked document.
 * @param assets the files of the version by name; a block whose file is not among them keeps only its words
 */
export function renderArticle(
  doc: Node,
  assets: Readonly<Record<string, RenderedAsset>>,
  { freeHtml, embeds = DEFAULT_EMBEDS }: RenderOptions,
): string {
  const lang = String(doc.attrs.lang);
  const rendering: Rendering = { assets, freeHtml, embeds, lang, parts: new Set(), hasPicture: false };
  const blocks = renderBlocks(doc, rendering);
  return `<div class="galley-article"${attribute("lang", lang)}><style>${articleStyle(rendering.parts)}</style>${blocks}</div>`;
}
