/**
 * Renders a document as `vms_html`, with its own style and class names, without scripts, and with files only as
 * `dummy-<file_name>` (contract 2.4). Every text and attribute is escaped; free HTML passes a sanitiser.
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

/** Renders a checked document. A block whose file is not in `assets` keeps only its text. */
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

/** All rules, for a style sheet file. */
export const styleSheet = (): string => articleStyle(new Set(STYLE_PARTS));

/** `hash`: 8 hex digits. */
export const styleSheetName = (hash: string): string => `galley-article-${hash}.css`;

/** Galley generates its style sheets, and never fetches them from a site. */
export const isStyleSheetName = (fileName: string): boolean => /^galley-article-[0-9a-f]{8}\.css$/.test(fileName);

const styleLink = (fileName: string): string => `<link rel="stylesheet"${attribute("href", dummyReference(fileName))}>`;

/** Replaces the link to the style sheet with its rules, for Galley's own pages. */
export function withStyleInside(html: string): string {
  return html.replace(
    /^(<div class="galley-article"[^>]*>)<link rel="stylesheet" href="dummy-galley-article-[0-9a-f]{8}\.css">/,
    (_link, begin: string) => `${begin}<style>${styleSheet()}</style>`,
  );
}
