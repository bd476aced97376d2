/**
 * Renders a document as `vms_html`, with its own style and class names, without scripts, and with files only as
 * `dummy-<file_name>` (contract 2.4). Every text and attribute is escaped; free HTML passes a sanitiser.
 */
import type { Node } from "prosemirror-model";
import { type ContainerDefinition, containerLook } from "./containers.ts";
import { DEFAULT_EMBEDS } from "./embeds/settings.ts";
import { hasHead, numberColumns } from "./layout.ts";
import { renderEmbed } from "./render/embed.ts";
import { renderInline } from "./render/inline.ts";
import {
  figureOf,
  type LinkCard,
  renderCard,
  renderFigure,
  renderFileDownload,
  renderGallery,
  renderMedia,
} from "./render/media.ts";
import type { RenderedAsset, Rendering, RenderOptions } from "./render/rendering.ts";
import { attribute, escapeText, safeHref } from "./render/safe.ts";
import { articleStyle, STYLE_PARTS } from "./render/style.ts";
import type { NodeName } from "./schema.ts";
import { dummyReference } from "./vms-json.ts";

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

type Render = (node: Node, rendering: Rendering) => string;

/** Blocks that are not rendered by their parent. */
type BlockName = Exclude<
  NodeName,
  "doc" | "text" | "hardBreak" | "tableRow" | "tableCell" | "tableHeader" | "detailsSummary" | "detailsContent"
>;

const BLOCKS: Readonly<Record<BlockName, Render>> = {
  paragraph: (node) => (isBlank(node) ? "" : `<p>${renderInline(node)}</p>`),
  heading(node) {
    const tag = `h${Number(node.attrs.level)}`;
    return isBlank(node) ? "" : `<${tag}>${renderInline(node)}</${tag}>`;
  },
  bulletList: (node, rendering) => renderList("<ul>", node, "</ul>", rendering),
  orderedList(node, rendering) {
    const start = node.attrs.start === 1 ? "" : ` start="${Number(node.attrs.start)}"`;
    return renderList(`<ol${start}>`, node, "</ol>", rendering);
  },
  // Empty items are kept, so that later items keep their numbers.
  listItem: (node, rendering) => `<li>${renderTight(node, rendering)}</li>`,
  blockquote(node, rendering) {
    const blocks = renderBlocks(node, rendering);
    if (blocks === "") return "";
    rendering.parts.add("quotation").add("quote");
    return `<blockquote>${blocks}</blockquote>`;
  },
  pullQuote: renderPullQuote,
  figure: renderFigure,
  gallery: renderGallery,
  video: (node, rendering) => renderMedia(node, rendering, "video"),
  audio: (node, rendering) => renderMedia(node, rendering, "audio"),
  fileDownload: renderFileDownload,
  // Only the caption of a missing file.
  mediaPlace: (node, rendering) => figureOf("", renderInline(node), {}, rendering),
  linkEmbed: (node, rendering) => renderCard(node.attrs as LinkCard, rendering),
  embed: renderEmbed,
  table: renderTable,
  columns(node, rendering) {
    rendering.parts.add("columns");
    return `<div class="galley-columns">${renderBlocks(node, rendering)}</div>`;
  },
  column: (node, rendering) => `<div>${renderBlocks(node, rendering)}</div>`,
  callout(node, rendering) {
    const blocks = renderBlocks(node, rendering);
    if (blocks === "") return "";
    rendering.parts.add("callout");
    const classes = `galley-callout galley-callout-${node.attrs.tone}`;
    return `<div${attribute("class", classes)} role="note">${blocks}</div>`;
  },
  button: renderButton,
  details: renderDetails,
  horizontalRule: () => "<hr>",
  codeBlock: renderCode,
  freeHtml(node, rendering) {
    const html = rendering.freeHtml(String(node.attrs.html));
    if (html === "") return "";
    rendering.parts.add("freeHtml");
    // A section, not a div: inside a div, an `<li>` of the free HTML would close the list around the block.
    return `<section class="galley-html">${html}</section>`;
  },
  customContainer: renderContainer,
};

/** Blank blocks are not rendered: the page's style adds the space between blocks. */
function isBlank(node: Node): boolean {
  return escapeText(node.textContent).trim() === "";
}

function renderList(open: string, list: Node, close: string, rendering: Rendering): string {
  const items = renderBlocks(list, rendering);
  if (items.replaceAll("<li></li>", "") === "") return "";
  rendering.parts.add("list");
  return open + items + close;
}

/** Omits the `<p>` of an item or cell with one paragraph and lists, because themes add space around paragraphs. */
function renderTight(node: Node, rendering: Rendering): string {
  const [first, ...others] = node.children.filter((child) => child.type.name !== "paragraph" || !isBlank(child));
  if (first?.type.name !== "paragraph" || !others.every(isList)) return renderBlocks(node, rendering);
  return renderInline(first) + others.map((list) => renderBlock(list, rendering)).join("");
}

function isList({ type }: Node): boolean {
  return type.name === "bulletList" || type.name === "orderedList";
}

function renderBlocks(parent: Node, rendering: Rendering): string {
  return parent.children.map((node) => renderBlock(node, rendering)).join("");
}

function renderBlock(node: Node, rendering: Rendering): string {
  const name = node.type.name;
  if (!isBlock(name)) throw new RangeError(`A node of type ${name} is not a block`);
  return BLOCKS[name](node, rendering);
}

function isBlock(name: string): name is BlockName {
  return Object.hasOwn(BLOCKS, name);
}

function renderPullQuote(node: Node, rendering: Rendering): string {
  const words = renderInline(node);
  if (words === "") return "";
  rendering.parts.add("quotation").add("pullQuote");
  const source = node.attrs.source === "" ? "" : `<footer>${escapeText(node.attrs.source)}</footer>`;
  return `<aside class="galley-pullquote"><blockquote><p>${words}</p>${source}</blockquote></aside>`;
}

/** A button without a safe link becomes a paragraph. */
function renderButton(node: Node, rendering: Rendering): string {
  const words = renderInline(node);
  if (words === "") return "";
  const href = safeHref(String(node.attrs.href));
  if (href === null) return `<p>${words}</p>`;
  rendering.parts.add("button");
  return `<div class="galley-press"><a class="galley-button"${attribute("href", href)} rel="noopener">${words}</a></div>`;
}

function renderDetails(node: Node, rendering: Rendering): string {
  const summary = renderInline(node.child(0));
  const content = renderBlocks(node.child(1), rendering);
  if (summary === "" && content === "") return "";
  rendering.parts.add("details");
  return `<details class="galley-details"${node.attrs.open === true ? " open" : ""}><summary>${summary}</summary>${content}</details>`;
}

/** Highlighters read the language from the class. Focusable, so that the keyboard can scroll a long line. */
function renderCode(node: Node, rendering: Rendering): string {
  rendering.parts.add("code");
  const language = String(node.attrs.language).trim().toLowerCase();
  const classes = /^[a-z0-9][a-z0-9+#._-]*$/.test(language) ? ` class="language-${language}"` : "";
  return `<pre tabindex="0"><code${classes}>${escapeText(node.textContent)}</code></pre>`;
}

/** The wrapper that the site defined (contract 2.5). */
function renderContainer(node: Node, rendering: Rendering): string {
  const { className, data } = containerLook(node.attrs.definition as ContainerDefinition | null);
  const attributes = Object.entries(data).map(([name, value]) => ` ${name}="${escapeText(value)}"`);
  return `<div${attribute("class", className)}${attributes.join("")}>${renderBlocks(node, rendering)}</div>`;
}

function renderTable(table: Node, rendering: Rendering): string {
  rendering.parts.add("table");
  const [first, ...others] = table.children;
  const head = first !== undefined && hasHead(table) ? first : undefined;
  const numeric = numberColumns(table);
  if (numeric.size > 0) rendering.parts.add("number");
  const thead = head === undefined ? "" : `<thead>${renderRow(head, rendering, numeric, true)}</thead>`;
  const body = (head === undefined ? table.children : others)
    .map((row) => renderRow(row, rendering, numeric, false))
    .join("");
  const rows = thead + (body === "" ? "" : `<tbody>${body}</tbody>`);
  // Focusable, so that the keyboard can scroll it.
  return `<div class="galley-table" role="group" tabindex="0"><table>${columnWidths(first)}${rows}</table></div>`;
}

function renderRow(row: Node, rendering: Rendering, numeric: ReadonlySet<number>, inHead: boolean): string {
  const cells = row.children.map((cell, index) => {
    const spans =
      attribute("class", numeric.has(index) ? "galley-number" : "") +
      span("colspan", cell.attrs.colspan) +
      span("rowspan", cell.attrs.rowspan);
    if (cell.type.name !== "tableHeader") return `<td${spans}>${renderTight(cell, rendering)}</td>`;
    const scope = !inHead && index === 0 ? "row" : "col";
    return `<th scope="${scope}"${spans}>${renderTight(cell, rendering)}</th>`;
  });
  return `<tr>${cells.join("")}</tr>`;
}

function span(name: "colspan" | "rowspan", value: unknown): string {
  return value === 1 ? "" : ` ${name}="${Number(value)}"`;
}

function columnWidths(first: Node | undefined): string {
  const cells = first?.children ?? [];
  if (!cells.some(({ attrs }) => Array.isArray(attrs.colwidth))) return "";
  const columns = cells.map(({ attrs }) => {
    const widths = (attrs.colwidth ?? []) as number[];
    const columns = widths
      .slice(0, attrs.colspan)
      .map((width) => (width > 0 ? `<col style="width:${width}px">` : "<col>"));
    const others = Number(attrs.colspan) - columns.length;
    return columns.join("") + (others > 0 ? `<col span="${others}">` : "");
  });
  return `<colgroup>${columns.join("")}</colgroup>`;
}
