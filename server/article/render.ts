/**
 * From a document to `vms_html`: a fragment that stands on any page. It brings its own style under its own class names,
 * no script, and refers to the version's files only as `dummy-<file_name>` (spec 2.4). Every text and attribute is escaped here, so
 * no document can put markup of its own on the site's page.
 */
import type { Mark, Node } from "prosemirror-model";
import { dummyReference } from "./assets.ts";

/** What the rendering needs to know of a file. */
export interface RenderedAsset {
  /** MIME type; a file of unknown type is treated as a picture. */
  type?: unknown;
  /** Pixels. */
  width?: unknown;
  height?: unknown;
  /** The site's own address, of a file that no archive carries. Absent: the reference is `dummy-<file_name>`. */
  src?: string | null;
}

const STYLE =
  ".galley-article{overflow-wrap:break-word}" +
  ".galley-article .galley-figure{margin:1.5em 0}" +
  ".galley-article .galley-figure img,.galley-article .galley-figure video" +
  "{display:block;max-width:100%;height:auto;margin:0 auto}" +
  ".galley-article .galley-figure audio{display:block;width:100%}" +
  ".galley-article .galley-figure figcaption{margin-top:.5em;font-size:.875em;line-height:1.4;opacity:.8}" +
  ".galley-article blockquote{margin:1.5em 0;padding-left:1em;border-left:.2em solid currentColor}";

/**
 * Renders a checked document.
 * @param assets the files of the version by name; a figure whose file is not among them keeps only its caption
 */
export function renderArticle(doc: Node, assets: Readonly<Record<string, RenderedAsset>>): string {
  return `<div class="galley-article"><style>${STYLE}</style>${renderBlocks(doc, assets)}</div>`;
}

type Assets = Readonly<Record<string, RenderedAsset>>;

function renderBlocks(parent: Node, assets: Assets): string {
  const parts: string[] = [];
  parent.forEach((node) => {
    parts.push(renderBlock(node, assets));
  });
  return parts.join("");
}

function renderBlock(node: Node, assets: Assets): string {
  switch (node.type.name) {
    case "paragraph":
      return `<p>${renderInline(node)}</p>`;
    case "heading":
      return `<h${node.attrs.level}>${renderInline(node)}</h${node.attrs.level}>`;
    case "bulletList":
      return `<ul>${renderBlocks(node, assets)}</ul>`;
    case "orderedList":
      return `<ol${node.attrs.start === 1 ? "" : ` start="${node.attrs.start}"`}>${renderBlocks(node, assets)}</ol>`;
    case "listItem":
      return `<li>${renderBlocks(node, assets)}</li>`;
    case "blockquote":
      return `<blockquote>${renderBlocks(node, assets)}</blockquote>`;
    case "figure":
      return renderFigure(node, assets);
    default:
      throw new RangeError(`There is no rendering for a node of type ${node.type.name}`);
  }
}

function renderFigure(node: Node, assets: Assets): string {
  const file = String(node.attrs.file);
  const inner = renderInline(node);
  const caption = inner === "" ? "" : `<figcaption>${inner}</figcaption>`;
  const asset = file !== "" && Object.hasOwn(assets, file) ? assets[file] : undefined;
  if (asset === undefined) return caption === "" ? "" : `<figure class="galley-figure">${caption}</figure>`;
  return `<figure class="galley-figure">${renderFile(file, asset, String(node.attrs.alt))}${caption}</figure>`;
}

function renderFile(file: string, asset: RenderedAsset, alt: string): string {
  const source = escapeText(asset.src == null ? dummyReference(file) : (safeHref(asset.src) ?? ""));
  const type = typeof asset.type === "string" ? asset.type : "image/";
  const size = pixels("width", asset.width) + pixels("height", asset.height);
  const label = alt === "" ? "" : ` aria-label="${escapeText(alt)}"`;
  if (type.startsWith("image/")) return `<img src="${source}" alt="${escapeText(alt)}"${size} loading="lazy">`;
  if (type.startsWith("video/")) return `<video src="${source}"${size} controls preload="metadata"${label}></video>`;
  if (type.startsWith("audio/")) return `<audio src="${source}" controls preload="metadata"${label}></audio>`;
  return `<a class="galley-file" href="${source}" download>${escapeText(alt === "" ? file : alt)}</a>`;
}

function pixels(name: string, value: unknown): string {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= 1_000_000
    ? ` ${name}="${value}"`
    : "";
}

/** Marks are opened and closed as they change from one text to the next, so that one link stays one element. */
function renderInline(parent: Node): string {
  let html = "";
  let open: Mark[] = [];
  parent.forEach((node) => {
    const marks = node.marks.filter((mark) => mark.type.name !== "link" || safeHref(String(mark.attrs.href)) !== null);
    const same = sharedMarks(open, marks);
    html += closeMarks(open.slice(same)) + marks.slice(same).map(openMark).join("");
    html += node.isText ? escapeText(node.text ?? "") : "<br>";
    open = marks;
  });
  return html + closeMarks(open);
}

function sharedMarks(a: readonly Mark[], b: readonly Mark[]): number {
  let count = 0;
  for (const [index, mark] of a.entries()) {
    const other = b[index];
    if (other === undefined || !mark.eq(other)) break;
    count += 1;
  }
  return count;
}

const TAGS: Readonly<Record<string, string>> = { link: "a", bold: "strong", italic: "em" };

function openMark(mark: Mark): string {
  if (mark.type.name !== "link") return `<${TAGS[mark.type.name]}>`;
  return `<a href="${escapeText(safeHref(String(mark.attrs.href)) ?? "")}" rel="noopener">`;
}

function closeMarks(marks: readonly Mark[]): string {
  return marks
    .map((mark) => `</${TAGS[mark.type.name]}>`)
    .reverse()
    .join("");
}

const SAFE_SCHEMES = new Set(["http", "https", "mailto", "tel"]);

/**
 * A link target as it may stand on a page, or null. Read as a browser reads it: tabs and line breaks do not count,
 * nor do spaces and control characters at its ends; what has no scheme is relative.
 */
export function safeHref(href: string): string | null {
  const target = href.replace(/[\t\n\r]/g, "").replace(/^[\0- ]+|[\0- ]+$/g, "");
  const beforePath = /^[^/?#]*/.exec(target)?.[0] ?? "";
  const colon = beforePath.indexOf(":");
  if (target === "" || (colon >= 0 && !SAFE_SCHEMES.has(beforePath.slice(0, colon).toLowerCase()))) return null;
  return target;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an element's content or a quoted attribute; characters that HTML does not allow are left out. */
function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these have no place in HTML
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "")
      .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")
  );
}
