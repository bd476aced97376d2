/** Builds and renders short articles for tests of their HTML. */
import { expect } from "vitest";
import { readState } from "../../../server/article/document.ts";
import { renderArticle } from "../../../server/article/render.ts";
import { freeHtmlSanitizer } from "../../../server/articles/versions/free-html.ts";

export const FILES = {
  "p.jpg": { type: "image/jpeg", width: 640, height: 480, size: 50_000 },
  "strip.jpg": { type: "image/jpeg", width: 100, height: 1_000, size: 50_000 },
  "v.mp4": { type: "video/mp4", width: 1920, height: 1080, size: 3_400_000 },
  "a.mp3": { type: "audio/mpeg", size: 999 },
  "d.pdf": { type: "application/pdf", size: 1_234_567 },
};

export interface Json {
  type: string;
  attrs?: Record<string, unknown>;
  content?: Json[];
  [key: string]: unknown;
}

export const t = (text: string, ...marks: unknown[]): Json => ({
  type: "text",
  text,
  ...(marks.length > 0 && { marks }),
});
export const p = (...content: (string | Json)[]): Json => block("paragraph", {}, ...content);
export function block(type: string, attrs: Record<string, unknown> = {}, ...content: (string | Json)[]): Json {
  return { type, attrs, content: content.map((child) => (typeof child === "string" ? t(child) : child)) };
}

/** Renders the blocks with the style. Checks that a stored and reloaded document renders the same. */
export function page(
  content: Json[],
  attrs: Record<string, unknown> = {},
  files: Record<string, object> = FILES,
): string {
  const read = readState({ format: "galley/1", doc: { type: "doc", attrs, content }, assets: {} });
  if (!read.ok) throw new Error(read.problem);
  const html = renderArticle(read.doc, files, { freeHtml: freeHtmlSanitizer() });
  const again = readState({ format: "galley/1", doc: JSON.parse(JSON.stringify(read.doc.toJSON())), assets: {} });
  if (!again.ok) throw new Error(again.problem);
  expect(renderArticle(again.doc, files, { freeHtml: freeHtmlSanitizer() })).toBe(html);
  return html;
}

/** The same without the style. */
export const render = (...of: Parameters<typeof page>): string => page(...of).replace(/<style>.*?<\/style>/, "");

/** The content of the article's element, without the documents of frames. */
export const body = (...content: Json[]): string =>
  render(content)
    .replace(/^<div class="galley-article">/, "")
    .replace(/<\/div>$/, "")
    .replace(/ srcdoc="[^"]*"/g, ' srcdoc="CARD"');

export const IMG = '<img src="dummy-p.jpg" alt="A cat" width="640" height="480" decoding="async">';
/** Every picture except the article's first. */
export const LATER = IMG.replace(" decoding", ' loading="lazy" decoding');
export const figure = (attrs: Record<string, unknown> = {}, ...content: (string | Json)[]) =>
  block("figure", { file: "p.jpg", alt: "A cat", ...attrs }, ...content);
