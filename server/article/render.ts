/**
 * Renders a document as `vms_html`: a fragment for any page. It brings its own style under its own class names,
 * no script, and refers to the version's files only as `dummy-<file_name>` (contract 2.4). Every text and attribute is
 * escaped here, so no document can put markup of its own on the site's page; free HTML passes a sanitiser.
 */
import type { Node } from "prosemirror-model";
import { dummyReference } from "./assets.ts";
import { DEFAULT_EMBEDS } from "./embeds/settings.ts";
import { renderBlocks } from "./render/blocks.ts";
import type { RenderedAsset, Rendering, RenderOptions } from "./render/rendering.ts";
import { attribute } from "./render/safe.ts";
import { articleStyle, STYLE_PARTS } from "./render/style.ts";

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
  { freeHtml, embeds = DEFAULT_EMBEDS, styleFile }: RenderOptions,
): string {
  const lang = String(doc.attrs.lang);
  const rendering: Rendering = { assets, freeHtml, embeds, lang, parts: new Set(), hasPicture: false };
  const blocks = renderBlocks(doc, rendering);
  const style = styleFile === undefined ? `<style>${articleStyle(rendering.parts)}</style>` : styleLink(styleFile);
  return `<div class="galley-article"${attribute("lang", lang)}>${style}${blocks}</div>`;
}

/** The rules of every part of an article, for a file of their own. */
export const styleSheet = (): string => articleStyle(new Set(STYLE_PARTS));

/** @param hash of its bytes, 8 hex digits */
export const styleSheetName = (hash: string): string => `galley-article-${hash}.css`;

/** Whether a file is a style sheet of ours: it is made here again and never fetched from a site. */
export const isStyleSheetName = (fileName: string): boolean => /^galley-article-[0-9a-f]{8}\.css$/.test(fileName);

const styleLink = (fileName: string): string => `<link rel="stylesheet"${attribute("href", dummyReference(fileName))}>`;

/** For a page of ours: an article whose style sheet is a file, with the rules in it. */
export function withStyleInside(html: string): string {
  return html.replace(
    /^(<div class="galley-article"[^>]*>)<link rel="stylesheet" href="dummy-galley-article-[0-9a-f]{8}\.css">/,
    (_link, begin: string) => `${begin}<style>${styleSheet()}</style>`,
  );
}
