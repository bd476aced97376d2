/** Blocks that show files. One whose file the version lacks keeps only its words. */
import type { Node } from "prosemirror-model";
import { fileFacts, fileOf, isPlayable, renderDownload, renderPicture, renderPlayer, type ShownFile } from "./files.ts";
import { renderInline } from "./inline.ts";
import type { Rendering } from "./rendering.ts";
import { attribute, escapeText, hostOf, safeHref } from "./safe.ts";
import { galleryPart } from "./style.ts";

export function renderFigure(node: Node, rendering: Rendering): string {
  const { width } = node.attrs;
  if (width !== "wide" && width !== "full") return figureIn(node, rendering, { classes: "", isCut: false });
  rendering.parts.add(width);
  return figureIn(node, rendering, { classes: ` galley-${width}`, isCut: width === "full" });
}

/** Pictures in a grid, each cell cut to its picture's focal point. The grid decides how wide a figure is. */
export function renderGallery(node: Node, rendering: Rendering): string {
  const figures = node.children.map((figure) => figureIn(figure, rendering, { classes: "", isCut: true })).join("");
  if (figures === "") return "";
  const columns = Number(node.attrs.columns);
  rendering.parts.add("gallery");
  const part = galleryPart(columns);
  if (part !== null) rendering.parts.add(part);
  return `<div class="galley-gallery galley-gallery-${columns}" role="group">${figures}</div>`;
}

interface FigurePlace {
  classes: string;
  /** Whether the page shows a part of the picture, around its focal point. */
  isCut: boolean;
}

function figureIn(node: Node, rendering: Rendering, { classes, isCut }: FigurePlace): string {
  const file = fileOf(node.attrs.file, rendering, "image");
  const caption = renderInline(node);
  if (file === null) return figureOf("", caption, "", rendering);
  const alt = String(node.attrs.alt);
  if (isPlayable(file)) return figureOf(renderPlayer(file, alt, null), caption, classes, rendering);
  if (file.kind !== "image") return figureOf(renderDownload(file, alt), caption, classes, rendering);
  const picture = renderPicture(file, alt, isCut ? focus(node) : "");
  const credit =
    node.attrs.credit === "" ? "" : `<small class="galley-credit">${escapeText(node.attrs.credit)}</small>`;
  const words = [caption, credit].filter((part) => part !== "").join(" ");
  return figureOf(linked(node, picture), words, classes, rendering);
}

/** The middle is where a browser cuts anyway. */
function focus({ attrs: { focusX, focusY } }: Node): string {
  return focusX === 50 && focusY === 50 ? "" : ` style="object-position:${Number(focusX)}% ${Number(focusY)}%"`;
}

/** A link says where it leads also where its picture says nothing. */
function linked(node: Node, picture: string): string {
  const href = safeHref(String(node.attrs.href));
  if (href === null) return picture;
  const label = node.attrs.alt === "" ? node.textContent || hostOf(href) || href : "";
  return `<a${attribute("href", href)} rel="noopener"${attribute("aria-label", label)}>${picture}</a>`;
}

function figureOf(media: string, caption: string, classes: string, rendering: Rendering): string {
  if (media === "" && caption === "") return "";
  rendering.parts.add("figure");
  return `<figure class="galley-figure${classes}">${media}${caption === "" ? "" : `<figcaption>${caption}</figcaption>`}</figure>`;
}

export function renderVideo(node: Node, rendering: Rendering): string {
  const poster = fileOf(node.attrs.poster, rendering, "image");
  return mediaFigure(node, rendering, "video", poster?.kind === "image" ? poster : null);
}

export function renderAudio(node: Node, rendering: Rendering): string {
  return mediaFigure(node, rendering, "audio", null);
}

function mediaFigure(node: Node, rendering: Rendering, kind: "video" | "audio", poster: ShownFile | null): string {
  const file = fileOf(node.attrs.file, rendering, kind);
  const title = String(node.attrs.title);
  return figureOf(file === null ? "" : renderByKind(file, title, poster), renderInline(node), "", rendering);
}

/** What the bytes are counts, not what the block hopes for. */
function renderByKind(file: ShownFile, title: string, poster: ShownFile | null): string {
  if (file.kind === "image") return renderPicture(file, title);
  return isPlayable(file) ? renderPlayer(file, title, poster) : renderDownload(file, title);
}

export function renderFileDownload(node: Node, rendering: Rendering): string {
  const file = fileOf(node.attrs.file, rendering, "other");
  const title = String(node.attrs.title);
  if (file === null) return title === "" ? "" : `<p>${escapeText(title)}</p>`;
  rendering.parts.add("file");
  const facts = fileFacts(file, rendering.lang);
  return `<p class="galley-download">${renderDownload(file, title)}${facts === "" ? "" : ` <span>${escapeText(facts)}</span>`}</p>`;
}

/** A card that stands for a page elsewhere. Nothing is asked of that page. */
export function renderLinkEmbed(node: Node, rendering: Rendering): string {
  const { title, description } = node.attrs as { title: string; description: string };
  const href = safeHref(String(node.attrs.href));
  const host = href === null ? "" : hostOf(href);
  const heading = title || host || (href ?? "");
  const lines = [
    heading === "" ? "" : `<strong>${escapeText(heading)}</strong>`,
    description === "" ? "" : `<span>${escapeText(description)}</span>`,
    host === "" || host === heading ? "" : `<span>${escapeText(host)}</span>`,
  ].join("");
  if (lines === "") return "";
  rendering.parts.add("card");
  return href === null
    ? `<div class="galley-card">${lines}</div>`
    : `<a class="galley-card"${attribute("href", href)} rel="noopener">${lines}</a>`;
}
