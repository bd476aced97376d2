/** Reduces foreign HTML to elements of an article. Writes a new page, so that no unknown element can remain. */
import type { EmbedHost } from "../../../../server/article/embeds/settings.ts";
import { BlockWriter, isMarker, type WordItem, wordItem, writerOfItem } from "./block-writer.ts";
import { readCode } from "./embed-code.ts";
import {
  type Formatting,
  formattingInside,
  type InlineStyle,
  inlineStyle,
  isHidden,
  PLAIN,
} from "./inline-formatting.ts";

/** Returns the mark of a picture. */
type TakePicture = (img: Element, caption: Element | null) => string;

interface Place {
  writer: BlockWriter;
  formatting: Formatting;
  /** Inside a list item or a cell, where headings become bold text. */
  plain: boolean;
  /** Inside a cell, which allows only paragraphs and lists. */
  cell: boolean;
  /** Inside a heading, which allows no blocks and no bold text. */
  heading: boolean;
  picture: TakePicture;
  hosts: readonly EmbedHost[];
}

const DROPPED: ReadonlySet<string> = new Set(
  (
    "audio base button canvas dialog embed head iframe input link map meta nav noscript object option " +
    "script select source style svg template textarea title track video xml"
  ).split(" "),
);

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside body caption center dd details dir div dl dt fieldset figcaption figure footer form header " +
    "hgroup legend li main p section summary table tbody td tfoot th thead tr"
  ).split(" "),
);

export const HEADINGS: Readonly<Record<string, string>> = {
  h1: "h2",
  h2: "h2",
  h3: "h3",
  h4: "h4",
  h5: "h4",
  h6: "h4",
};

/** Pixels. Pictures up to this size are icons, emoji or tracking pixels. */
const MAX_ICON_SIZE = 40;

/** @param source in a page that is not shown @throws PasteTooLarge */
export function cleanHtml(source: Element, picture: TakePicture, hosts: readonly EmbedHost[]): HTMLElement {
  const page = source.ownerDocument.implementation.createHTMLDocument();
  const writer = new BlockWriter(page.body);
  writeChildren(source, { writer, formatting: PLAIN, plain: false, cell: false, heading: false, picture, hosts });
  writer.close();
  return page.body;
}

function writeChildren(parent: Node, place: Place): void {
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) place.writer.text(textOf(child), place.formatting);
    else if (child.nodeType === Node.ELEMENT_NODE) write(child as Element, place);
  }
}

function isIcon(img: Element, style: InlineStyle): boolean {
  const size = (name: string) => Number.parseFloat(img.getAttribute(name) ?? style.get(name) ?? "");
  return size("width") <= MAX_ICON_SIZE && size("height") <= MAX_ICON_SIZE;
}

/** Collapses whitespace, also the non-breaking spaces that Word uses as padding. */
function textOf(text: Node): string {
  return (text.textContent ?? "").replace(/[ \t\r\n]+/g, " ").replace(/ ?\u00a0 |\u00a0 ?\u00a0| \u00a0/g, " ");
}

function write(element: Element, place: Place): void {
  const tag = element.localName;
  const style = inlineStyle(element);
  if (!isHidden(element, style) && writeEmbed(element, place)) return;
  if (DROPPED.has(tag) || isHidden(element, style) || isOfficeExtra(element, tag, style)) return;
  const formatting = formattingInside(place.formatting, tag, element, style);
  const inner = { ...place, formatting: place.heading ? { ...formatting, strong: false } : formatting };
  if (tag === "br") place.writer.lineBreak();
  else if (tag === "img") writePicture(element, style, inner);
  else if (tag === "q") writeQuoted(element, inner);
  else if (place.heading) writeInHeading(element, tag, inner);
  else if (Object.hasOwn(HEADINGS, tag) || isTitle(element)) writeHeading(element, tag, inner);
  else if (tag === "ul" || tag === "ol" || tag === "menu") writeList(element, tag, inner);
  else if (tag === "blockquote" && !place.plain) writeInside(element, inner, "blockquote");
  else if (tag === "details" && !place.plain) writeDetails(element, inner);
  else if (tag === "aside" && !place.plain) writeAside(element, inner);
  else if (tag === "figure" && !place.plain && writeFigure(element, inner)) return;
  else if (tag === "pre" && !place.cell) writeCode(element, place);
  else if (tag === "hr") place.plain || isFootnoteRule(element) ? place.writer.close() : place.writer.add("hr");
  else if (tag === "table" && !place.cell && !isLayout(element)) writeTable(element, inner);
  else if (BLOCKS.has(tag)) writeBlock(element, tag, inner);
  else writeChildren(element, inner);
}

/** Writes a frame or embed code of an allowed host as an embed; in headings and cells, writes its URL as text. */
function writeEmbed(element: Element, { writer, formatting, cell, heading, hosts }: Place): boolean {
  const code = readCode(element, hosts);
  if (code?.kind !== "embed") return false;
  if (cell || heading) writer.text(code.attrs.href, formatting);
  else {
    const attributes = Object.entries(code.attrs).map(([name, value]) => [`data-${name}`, JSON.stringify(value)]);
    const figure = writer.add("figure", { "data-block": "embed", ...Object.fromEntries(attributes) });
    writer.inside(figure).add("figcaption");
  }
  return true;
}

/** Comments, tracked deletions, bullets as text, page headers and footers of office programs. */
function isOfficeExtra(element: Element, tag: string, style: InlineStyle): boolean {
  if (tag === "del" && (element.hasAttribute("cite") || element.hasAttribute("datetime"))) return true;
  if (/\b(msoDel|msocom\w*)\b/.test(element.className)) return true;
  return isMarker(element) || /^(comment-list|comment|header|footer)$/.test(style.get("mso-element") ?? "");
}

const isTitle = (element: Element): boolean => element.localName === "p" && /\bMsoTitle\b/.test(element.className);

const isQuote = (element: Element): boolean => /\bMso(Intense)?Quote\b/.test(element.className);

const isFootnoteRule = (rule: Element): boolean => rule.getAttribute("width") === "33%";

/** Writes a single picture and its caption, then the rest of the figure. @returns false for any other figure */
function writeFigure(element: Element, place: Place): boolean {
  const [img, ...others] = [...element.querySelectorAll("img")].filter((each) => each.closest("noscript") === null);
  const [caption, ...captions] = element.querySelectorAll("figcaption");
  if (img === undefined || caption === undefined || others.length + captions.length > 0) return false;
  if (isIcon(img, inlineStyle(img)) || img.closest("figcaption") !== null) return false;
  if (element.querySelector("figure, table") !== null) return false;
  const rest = element.cloneNode(true) as Element;
  for (const written of rest.querySelectorAll("img, figcaption")) written.remove();
  const { writer } = place;
  writeInside(caption, { ...place, heading: true }, "figcaption");
  const words = writer.container.querySelector(":scope > figcaption:last-child");
  words?.remove();
  writer.mark(place.picture(img, words), { after: false });
  writeChildren(rest, place);
  writer.close();
  return true;
}

/** A picture splits a paragraph; in headings, list items and cells it follows the block. */
function writePicture(img: Element, style: InlineStyle, place: Place): void {
  if (isIcon(img, style)) place.writer.text(img.getAttribute("alt") ?? "", place.formatting);
  else place.writer.mark(place.picture(img, null), { after: place.plain || place.heading });
}

function writeQuoted(element: Element, place: Place): void {
  place.writer.text("“", place.formatting);
  writeChildren(element, place);
  place.writer.text("”", place.formatting);
}

function writeInHeading(element: Element, tag: string, place: Place): void {
  if (BLOCKS.has(tag)) place.writer.text(" ", place.formatting);
  writeChildren(element, place);
}

function writeHeading(element: Element, tag: string, place: Place): void {
  const { writer } = place;
  writer.begin(place.plain ? "p" : (HEADINGS[tag] ?? "h2"));
  writeChildren(element, { ...place, heading: !place.plain, formatting: { ...place.formatting, strong: place.plain } });
  writer.close();
}

function writeBlock(element: Element, tag: string, place: Place): void {
  const item = tag === "p" && !place.plain ? wordItem(element) : null;
  if (item !== null) writeWordItem(element, item, place);
  else if (isQuote(element) && !place.plain) writeInside(element, place, "blockquote");
  else {
    place.writer.close();
    const strong = place.formatting.strong || tag === "dt" || tag === "summary";
    writeChildren(element, { ...place, formatting: { ...place.formatting, strong } });
    place.writer.close();
  }
}

function writeWordItem(paragraph: Element, item: WordItem, place: Place): void {
  const writer = writerOfItem(place.writer, item);
  writeChildren(paragraph, { ...place, writer, plain: true });
  writer.close();
}

function writeInside(element: Element, place: Place, tag: string): void {
  const dom = place.writer.add(tag);
  const writer = place.writer.inside(dom);
  writeChildren(element, { ...place, writer });
  writer.close();
  if (!dom.hasChildNodes()) dom.remove();
}

function writeDetails(element: Element, place: Place): void {
  const writer = place.writer.inside(place.writer.add("details", element.hasAttribute("open") ? { open: "" } : {}));
  const summary = element.querySelector(":scope > summary");
  if (summary !== null) {
    writer.begin("summary");
    writeChildren(summary, { ...place, writer, heading: true });
    writer.close();
  }
  const rest = element.cloneNode(true) as Element;
  rest.querySelector(":scope > summary")?.remove();
  writeInside(rest, { ...place, writer }, "div");
}

/** Writes a callout or, if the class contains "pull", a pull quote with its source. */
function writeAside(element: Element, place: Place): void {
  if (!/pull/i.test(element.className)) {
    writeInside(element, place, "aside");
    return;
  }
  const quote = element.cloneNode(true) as Element;
  const source = quote.querySelector("cite, footer, figcaption");
  source?.remove();
  const { writer } = place;
  writer.begin("aside", {
    "data-block": "pull-quote",
    "data-source": JSON.stringify(
      (source?.textContent ?? "")
        .replace(/\s+/g, " ")
        .replace(/^[\s—–-]+/, "")
        .trim(),
    ),
  });
  writeChildren(quote, { ...place, heading: true });
  writer.close();
}

/** A nested list belongs to the item before it, even if the source has it next to the item. */
function writeList(element: Element, tag: string, place: Place): void {
  const start = tag === "ol" ? startOf(element) : null;
  const list = place.writer.add(tag === "ol" ? "ol" : "ul", start === null ? {} : { start });
  const items = place.writer.inside(list);
  let item: BlockWriter | null = null;
  for (const child of element.childNodes) {
    const isItem = child.nodeName === "LI";
    if (!isItem && (child.textContent ?? "").trim() === "") continue;
    if (isItem || item === null) item = items.inside(items.add("li"));
    const inner = { ...place, writer: item, plain: true };
    if (isItem) writeItem(child as Element, inner);
    else if (child.nodeType === Node.ELEMENT_NODE) write(child as Element, inner);
    else if (child.nodeType === Node.TEXT_NODE) item.text(textOf(child), place.formatting);
    item.close();
  }
  for (const each of [...list.children]) if (!each.hasChildNodes()) each.remove();
  if (!list.hasChildNodes()) list.remove();
}

function writeItem(element: Element, place: Place): void {
  const style = inlineStyle(element);
  if (!isHidden(element, style))
    writeChildren(element, { ...place, formatting: formattingInside(place.formatting, "li", element, style) });
}

function startOf(list: Element): string | null {
  const start = list.getAttribute("start") ?? "";
  return /^\d{1,6}$/.test(start) && start !== "1" ? start : null;
}

function writeCode(element: Element, place: Place): void {
  for (const lineBreak of element.querySelectorAll("br")) lineBreak.replaceWith("\n");
  const text = (element.textContent ?? "").replace(/^\n|\n$/g, "");
  if (text.trim() === "") return;
  const classes = `${element.className} ${element.querySelector("code")?.className ?? ""}`;
  const language = /\blanguage-[\w+#.-]{1,40}/.exec(classes)?.[0];
  const code = place.writer.add("pre", language === undefined ? {} : { class: language });
  code.append(element.ownerDocument.createElement("code"));
  code.firstElementChild?.append(text);
}

function writeTable(element: Element, place: Place): void {
  const caption = element.querySelector(":scope > caption");
  if (caption !== null) write(caption, place);
  const table = place.writer.add("table");
  const body = place.writer.inside(table).add("tbody");
  const rows = place.writer.inside(body);
  for (const source of element.querySelectorAll("tr")) {
    const row = rows.add("tr");
    for (const cell of source.children) {
      if (cell.localName !== "td" && cell.localName !== "th") continue;
      const style = inlineStyle(cell);
      const dom = rows.inside(row).add(cell.localName);
      // The schema's parser validates them.
      for (const name of ["colspan", "rowspan"]) dom.setAttribute(name, cell.getAttribute(name) ?? "1");
      const writer = rows.inside(dom);
      const formatting = { ...formattingInside(place.formatting, "td", cell, style), strong: false };
      writeChildren(cell, { ...place, writer, formatting, plain: true, cell: true });
      writer.close();
      if (!dom.hasChildNodes()) writer.add("p");
    }
    if (!row.hasChildNodes()) row.remove();
  }
  if (!body.hasChildNodes()) table.remove();
}

/** Whether a table is only for layout. Its cells are then written as a sequence. */
function isLayout(table: Element): boolean {
  const role = table.getAttribute("role");
  if (role === "presentation" || role === "none" || table.querySelector("table") !== null) return true;
  return table.querySelectorAll("td, th").length < 2;
}
