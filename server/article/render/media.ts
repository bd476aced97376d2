/** Blocks with files. Without its file, a block keeps only its text. */
import type { Node } from "prosemirror-model";
import { galleryRatio, inRows, NARROW_ROW, rounded } from "../layout.ts";
import { renderInline } from "./inline.ts";
import {
  fileFacts,
  fileOf,
  isPlayable,
  type RenderedAsset,
  type Rendering,
  renderDownload,
  renderPicture,
  renderPlayer,
  type ShownFile,
  SIZES,
  sizesInRow,
} from "./rendering.ts";
import { attribute, escapeText, hostOf, safeHref } from "./safe.ts";

export function renderFigure(node: Node, rendering: Rendering): string {
  const width: unknown = node.attrs.width;
  if (width !== "wide" && width !== "full") return figureIn(node, rendering, { isCut: false, sizes: SIZES.text });
  rendering.parts.add(width);
  return figureIn(node, rendering, { classes: ` galley-${width}`, isCut: width === "full", sizes: SIZES[width] });
}

/** Justified rows. Each row has pairs, which become rows on a phone. `flex` by ratio makes the pictures of a row equally high. */
export function renderGallery(node: Node, rendering: Rendering): string {
  const pictures = node.children
    .filter((figure) => fileOf(figure.attrs.file, rendering, "image") !== null || renderInline(figure) !== "")
    .map((figure) => {
      const { width, height } = fileOf(figure.attrs.file, rendering, "image")?.asset ?? {};
      return { figure, ...galleryRatio(width, height) };
    });
  if (pictures.length === 0) return "";
  rendering.parts.add("gallery");
  const rows = inRows(pictures, Number(node.attrs.columns)).map((row) => {
    const pairs = inRows(row, NARROW_ROW).map((pair) => {
      const figures = pair.map(({ figure, ratio, isCut }) =>
        figureIn(figure, rendering, {
          isCut,
          cut: isCut ? `aspect-ratio:${ratio};object-fit:cover` : "",
          style: `flex:${ratio}`,
          sizes: sizesInRow(ratio / ratioOf(row), ratio / ratioOf(pair)),
        }),
      );
      return galleryPart("galley-pair", pair, figures.join(""));
    });
    return galleryPart("galley-row", row, pairs.join(""));
  });
  return `<div class="galley-gallery" role="group">${rows.join("")}</div>`;
}

interface InGallery {
  figure: Node;
  /** Width by height. */
  ratio: number;
  isCut: boolean;
}

/** The style uses the ratio of a row to limit its height to the screen. */
function galleryPart(name: string, pictures: InGallery[], content: string): string {
  return `<div class="${name}" style="--galley-ratio:${rounded(ratioOf(pictures))}">${content}</div>`;
}

function ratioOf(pictures: InGallery[]): number {
  return pictures.reduce((sum, picture) => sum + picture.ratio, 0);
}

interface FigurePlace {
  /** Each after a space. */
  classes?: string;
  /** The page crops the picture around its focal point. */
  isCut: boolean;
  /** Declarations of the cropped picture. */
  cut?: string;
  sizes: string;
  /** Declarations of the figure. */
  style?: string;
}

function figureIn(
  node: Node,
  rendering: Rendering,
  { classes = "", isCut, sizes, cut = "", style = "" }: FigurePlace,
): string {
  const file = fileOf(node.attrs.file, rendering, "image");
  const caption = renderInline(node);
  const upright = style === "" && isUpright(file?.asset) ? " galley-upright" : "";
  const figure = (media: string, words: string) =>
    figureOf(media, words, { classes: classes + upright, style }, rendering);
  if (file === null) return figureOf("", caption, { style }, rendering);
  const alt = String(node.attrs.alt);
  if (isPlayable(file)) return figure(renderPlayer(file, alt, null), caption);
  if (file.kind !== "image") return figure(renderDownload(file, alt), caption);
  const declarations = [cut, isCut ? focus(node) : ""].filter((part) => part !== "").join(";");
  const picture = renderPicture(file, alt, rendering, { sizes, more: attribute("style", declarations) });
  const credit =
    node.attrs.credit === "" ? "" : `<small class="galley-credit">${escapeText(node.attrs.credit)}</small>`;
  const words = [caption, credit].filter((part) => part !== "").join(" ");
  return figure(linked(node, picture), words);
}

/** The caption of an upright picture is centred, because the picture may be narrower than the column. */
function isUpright(asset: RenderedAsset | undefined): boolean {
  return typeof asset?.width === "number" && typeof asset.height === "number" && asset.height > asset.width;
}

/** Browsers crop around the middle by default. */
function focus({ attrs: { focusX, focusY } }: Node): string {
  return focusX === 50 && focusY === 50 ? "" : `object-position:${Number(focusX)}% ${Number(focusY)}%`;
}

/** The link of a picture without a description has a label. */
function linked(node: Node, picture: string): string {
  const href = safeHref(String(node.attrs.href));
  if (href === null) return picture;
  const label = node.attrs.alt === "" ? node.textContent || hostOf(href) || href : "";
  return `<a${attribute("href", href)} rel="noopener"${attribute("aria-label", label)}>${picture}</a>`;
}

export function figureOf(
  media: string,
  caption: string,
  { classes = "", style = "" }: Pick<FigurePlace, "classes" | "style">,
  rendering: Rendering,
): string {
  if (media === "" && caption === "") return "";
  rendering.parts.add("figure");
  const words = caption === "" ? "" : `<figcaption>${caption}</figcaption>`;
  return `<figure class="galley-figure${classes}"${attribute("style", style)}>${media}${words}</figure>`;
}

export function renderMedia(node: Node, rendering: Rendering, kind: "video" | "audio"): string {
  const file = fileOf(node.attrs.file, rendering, kind);
  const poster = fileOf(node.attrs.poster, rendering, "image");
  const title = String(node.attrs.title);
  const media = file === null ? "" : renderByKind(file, title, poster?.kind === "image" ? poster : null, rendering);
  return figureOf(media, renderInline(node), {}, rendering);
}

/** Renders by the type of the bytes, not of the block. */
function renderByKind(file: ShownFile, title: string, poster: ShownFile | null, rendering: Rendering): string {
  if (file.kind === "image") return renderPicture(file, title, rendering, { sizes: SIZES.text });
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

/** A link card. The page is never requested. */
export interface LinkCard {
  href: string;
  title: string;
  description: string;
}

export function renderCard({ href: typed, title, description }: LinkCard, rendering: Rendering): string {
  const href = safeHref(typed);
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
