/** Reads pasted HTML in a detached page, which loads no resources and runs no scripts. */
import { type Schema, DOMParser as SchemaParser } from "@tiptap/pm/model";
import type { EmbedHost } from "../../../../server/article/embeds/settings.ts";
import type { DocumentNode } from "../../../../server/article/vms-json.ts";
import { MAX_HTML, withoutPictures } from "../../ui/lib/clipboard-html.ts";
import { jsonAttribute } from "../../ui/lib/dom.ts";
import { PasteTooLarge } from "./block-writer.ts";
import { cleanHtml, HEADINGS } from "./clean-html.ts";
import { markOf, type PastedPicture, withoutMarks } from "./picture-marks.ts";

export interface PastedHtml {
  /** For the schema's parser, with marks for the pictures. */
  html: string;
  pictures: PastedPicture[];
}

export interface PasteContext {
  isKnown(block: Element): boolean;
  /** RTF with the pictures that the HTML references as local files; "" for none. */
  rtf: string;
  hosts: readonly EmbedHost[];
}

const MAX_SLICE_DEPTH = 64;

/** @returns null if the HTML is too large or too deep; the caller then uses only its text */
export function readPastedHtml(html: string, { isKnown, rtf, hosts }: PasteContext): PastedHtml | null {
  const { text, urls } = withoutPictures(html);
  if (text.length > MAX_HTML) return null;
  const page = new DOMParser().parseFromString(text, "text/html");
  const pictures: PastedPicture[] = [];
  const onDisk = [...page.querySelectorAll('img[src^="file:" i]')];
  const disk = onDisk.length === 0 ? [] : rtfPictures(rtf);
  const picture = (img: Element, caption: Element | null) => {
    const read = disk.length === onDisk.length ? disk[onDisk.indexOf(img)] : undefined;
    const file = read ?? fileOfPicture(img, urls, pictures.length + 1);
    pictures.push({ file, source: sourceOf(img), about: aboutOf(img.getAttribute("alt") ?? ""), caption });
    return markOf(pictures.length - 1);
  };
  if (page.querySelector("[data-pm-slice]") !== null) {
    const slice = ownSlice(page, isKnown, (img) => picture(img, null));
    return slice === null ? null : { html: slice, pictures };
  }
  try {
    return { html: cleanHtml(page.body, picture, hosts).innerHTML, pictures };
  } catch (error) {
    if (error instanceof PasteTooLarge) return null;
    throw error;
  }
}

const MAX_ABOUT = 1_000;
const MAX_SOURCE_LENGTH = 2_000;

function aboutOf(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_ABOUT);
}

/** A slice copied from a Galley editor. A block whose file is not in this session becomes a placeholder. */
function ownSlice(page: Document, isKnown: PasteContext["isKnown"], picture: (img: Element) => string): string | null {
  if (page.querySelector(`body${" > *".repeat(MAX_SLICE_DEPTH + 1)}`) !== null) return null;
  for (const block of page.querySelectorAll("[data-block][data-file]")) {
    if (isKnown(block)) continue;
    const place = page.createElement("figure");
    place.setAttribute("data-block", "media-place");
    place.setAttribute("data-alt", JSON.stringify(aboutOf(descriptionOf(block))));
    const slice = block.getAttribute("data-pm-slice");
    if (slice !== null) place.setAttribute("data-pm-slice", slice);
    const caption = block.querySelector(":scope > figcaption") ?? page.createElement("figcaption");
    place.append(caption);
    block.replaceWith(place);
  }
  for (const gallery of page.querySelectorAll("[data-block=gallery]")) {
    gallery.after(...gallery.querySelectorAll(":scope > [data-block=media-place]"));
    if (gallery.childElementCount === 0) gallery.remove();
  }
  for (const img of page.querySelectorAll("img")) img.replaceWith(picture(img));
  for (const heading of page.querySelectorAll("h1, h5, h6")) {
    const renamed = page.createElement(HEADINGS[heading.localName] ?? "h4");
    renamed.append(...heading.childNodes);
    heading.replaceWith(renamed);
  }
  return page.body.innerHTML;
}

function descriptionOf(block: Element): string {
  const description = jsonAttribute(block, block.hasAttribute("data-alt") ? "data-alt" : "data-title");
  return typeof description === "string" ? description : "";
}

/** The URL of a picture; of a lazily loaded one, the real URL. */
function sourceOf(img: Element): string {
  for (const name of ["src", "data-src", "data-lazy-src"]) {
    const url = URL.parse(img.getAttribute(name) ?? "");
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    url.username = "";
    url.password = "";
    if (url.href.length <= MAX_SOURCE_LENGTH) return url.href;
  }
  return "";
}

/** The file of a picture whose bytes are in the HTML, except the placeholder of a lazily loaded picture. */
function fileOfPicture(img: Element, urls: readonly string[], number: number): File | null {
  const [, index] = /^data:,(\d+)$/.exec(img.getAttribute("src") ?? "") ?? [];
  const url = index === undefined ? undefined : urls[Number(index)];
  const isPlaceholder = img.hasAttribute("data-src") || img.hasAttribute("data-lazy-src");
  return url === undefined || isPlaceholder ? null : fileOfDataUrl(url, number);
}

function fileOfDataUrl(url: string, number: number): File | null {
  const [, type, subtype, data] = /^data:(image\/([a-z0-9]+)[a-z0-9+.-]*);base64,([A-Za-z0-9+/=\s]+)$/i.exec(url) ?? [];
  if (type === undefined || subtype === undefined || data === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, "")), (character) => character.charCodeAt(0));
    return new File([bytes], `pasted-${number}.${subtype === "jpeg" ? "jpg" : subtype}`, { type });
  } catch {
    return null;
  }
}

/** Converts another editor's HTML, cleaned like a paste and without pictures; if it is too large, only its text. */
export function documentFromHtml(html: string, schema: Schema, hosts: readonly EmbedHost[]): DocumentNode {
  const read = readPastedHtml(html, { isKnown: () => false, rtf: "", hosts });
  const page = new DOMParser().parseFromString(withoutMarks(read?.html ?? "", read?.pictures ?? []), "text/html");
  if (read === null) appendParagraphs(page, textOfHtml(html));
  return SchemaParser.fromSchema(schema).parse(page.body).toJSON() as DocumentNode;
}

const MAX_TEXT = 1_000_000;
const MAX_LINES = 20_000;

export function plainText(text: string): { text: string; cut: boolean } {
  let kept = text.slice(0, MAX_TEXT);
  const lines = kept.split(/(?:\r\n?|\n)+/);
  if (lines.length > MAX_LINES) kept = lines.slice(0, MAX_LINES).join("\n");
  return { text: kept, cut: kept.length < text.length };
}

/** The text of HTML that is too large to parse, in linear time. */
export function textOfHtml(html: string): string {
  return html
    .slice(0, 4 * MAX_TEXT)
    .split(/<\/(?:script|style)>/i)
    .map((part) => part.replace(/<(?:script|style)\b[\s\S]*$/i, ""))
    .join(" ")
    .replace(/<\/(?:p|div|li|tr|h[1-6])>|<br\b[^<>]*>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

export function appendParagraphs(page: Document, text: string): void {
  for (const line of plainText(text).text.split(/\n+/)) {
    const paragraph = page.createElement("p");
    paragraph.append(line);
    page.body.append(paragraph);
  }
}

const MAX_RTF = 120_000_000;
const MAX_PICTURES = 500;
/** Maximum depth of nested groups in a picture. */
const MAX_DEPTH = 16;

const TYPES: Readonly<Record<string, { type: string; ext: string }>> = {
  pngblip: { type: "image/png", ext: "png" },
  jpegblip: { type: "image/jpeg", ext: "jpg" },
};

/**
 * Reads pictures from the RTF that Word copies along with its HTML, which references only temporary files.
 * @returns the pictures in text order, null for a format that browsers cannot show; [] above the limits
 */
export function rtfPictures(rtf: string): (File | null)[] {
  const pictures: (File | null)[] = [];
  if (rtf.length > MAX_RTF) return pictures;
  for (let at = rtf.indexOf("\\pict"); at >= 0; at = rtf.indexOf("\\pict", at + 5)) {
    // `\picprop`, `\picw` and others start with the same letters.
    if (/[a-z]/.test(rtf.charAt(at + 5))) continue;
    // Skips the second copy for programs that cannot show the first.
    if (/\\nonshppict\s*\{\s*$/.test(rtf.slice(Math.max(0, at - 40), at))) continue;
    if (pictures.length === MAX_PICTURES) return [];
    pictures.push(pictureAt(rtf, at + 5, pictures.length + 1));
  }
  return pictures;
}

/** @param start after `\pict` */
function pictureAt(rtf: string, start: number, number: number): File | null {
  let form: (typeof TYPES)[string] | undefined;
  let depth = 0;
  const token = /\\([a-z]+)(-?\d+)? ?|\\[^a-z]|[{}]|[0-9a-fA-F]{2,}/g;
  token.lastIndex = start;
  const digits: string[] = [];
  for (let found = token.exec(rtf); found !== null; found = token.exec(rtf)) {
    const [text, word] = found;
    if (text === "{") depth += 1;
    else if (text === "}") depth -= 1;
    // Binary data does not survive the clipboard.
    else if (word === "bin") return null;
    else if (word !== undefined && depth === 0 && Object.hasOwn(TYPES, word)) form = TYPES[word];
    else if (depth === 0 && !text.startsWith("\\")) digits.push(text);
    if (depth < 0 || depth > MAX_DEPTH) break;
  }
  const bytes = form === undefined ? null : bytesOf(digits.join(""));
  if (form === undefined || bytes === null) return null;
  return new File([bytes], `pasted-${number}.${form.ext}`, { type: form.type });
}

function bytesOf(digits: string): Uint8Array<ArrayBuffer> | null {
  if (digits.length < 2 || digits.length % 2 === 1) return null;
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}
