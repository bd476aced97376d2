/**
 * What comes from another page or a word processor, made ready for the article. The page is parsed without being shown,
 * so nothing in it is loaded or run.
 */
import { TooMuch } from "./block-writer.ts";
import { cleanHtml } from "./clean-html.ts";
import { markOf, type PastedPicture } from "./picture-marks.ts";

export interface PastedHtml {
  /** For the schema to read; marks stand for the pictures. */
  html: string;
  pictures: PastedPicture[];
}

/** Whether a file that a copied block names is one of this session. */
export type IsKnown = (block: Element) => boolean;

/** Characters of HTML that are read, the pictures in it not counted. */
const MAX_HTML = 2_000_000;
/** Levels of elements that another editor of this kind may send. */
const MAX_SLICE_DEPTH = 64;

/** @returns null where it is too large or too deeply nested: then its words alone are taken */
export function readPastedHtml(html: string, isKnown: IsKnown): PastedHtml | null {
  const { text, urls } = withoutPictures(html);
  if (text.length > MAX_HTML) return null;
  const page = new DOMParser().parseFromString(text, "text/html");
  const pictures: PastedPicture[] = [];
  const note = (picture: PastedPicture) => {
    pictures.push(picture);
    return markOf(pictures.length - 1);
  };
  const picture = (img: Element) =>
    note({ file: fileOfPicture(img, urls, pictures.length + 1), about: aboutOf(img.getAttribute("alt") ?? "") });
  if (page.querySelector("[data-pm-slice]") !== null) {
    const slice = ownSlice(page, isKnown, note, picture);
    return slice === null ? null : { html: slice, pictures };
  }
  try {
    return { html: cleanHtml(page.body, picture).innerHTML, pictures };
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

/** Characters of a description that a note repeats. */
const MAX_ABOUT = 200;

function aboutOf(words: string): string {
  return words.replace(/\s+/g, " ").trim().slice(0, MAX_ABOUT);
}

/** Whether the HTML says nothing beside its pictures: a picture copied from a page comes with such a wrapper. */
export function isOnlyPictures(html: string): boolean {
  const { text } = withoutPictures(html);
  if (text.length > MAX_HTML) return false;
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector("img") !== null && (page.body.textContent ?? "").trim() === "";
}

/** The pictures as `data:` addresses are most of a clipboard's size, and no concern of the parser. */
function withoutPictures(html: string): { text: string; urls: string[] } {
  const urls: string[] = [];
  const text = html.replace(/(["'])(data:image\/[^"']+)\1/g, (_all, quote: string, url: string) => {
    urls.push(url);
    return `${quote}data:,${urls.length - 1}${quote}`;
  });
  return { text, urls };
}

const RENAMED: Readonly<Record<string, string>> = { H1: "h2", H5: "h4", H6: "h4" };

/**
 * What this editor, or one built on the same library, has copied: its attributes are the article's own. A block whose
 * file is none of this session, copied in another article, becomes the mark of a picture, and its caption stays.
 */
function ownSlice(
  page: Document,
  isKnown: IsKnown,
  note: (picture: PastedPicture) => string,
  picture: (img: Element) => string,
): string | null {
  if (depthOf(page.body) > MAX_SLICE_DEPTH) return null;
  for (const block of page.querySelectorAll("[data-block][data-file]")) {
    if (isKnown(block)) continue;
    const caption = aboutOf(block.textContent ?? "");
    const mark = page.createElement("p");
    mark.append(note({ file: null, about: caption === "" ? aboutOf(descriptionOf(block)) : "" }));
    const slice = block.getAttribute("data-pm-slice");
    if (slice !== null) mark.setAttribute("data-pm-slice", slice);
    const words = page.createElement("p");
    words.append(...block.childNodes);
    block.replaceWith(mark, ...(caption === "" ? [] : [words]));
  }
  for (const gallery of page.querySelectorAll("[data-block=gallery]")) {
    gallery.after(...gallery.querySelectorAll(":scope > p"));
    if (gallery.childElementCount === 0) gallery.remove();
  }
  for (const img of page.querySelectorAll("img")) img.replaceWith(picture(img));
  for (const heading of page.querySelectorAll("h1, h5, h6")) {
    const renamed = page.createElement(RENAMED[heading.tagName] ?? "h4");
    while (heading.firstChild !== null) renamed.append(heading.firstChild);
    heading.replaceWith(renamed);
  }
  return page.body.innerHTML;
}

function depthOf(root: Element): number {
  let deepest = 0;
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let depth = 0; ; ) {
    if (walker.firstChild() !== null) depth += 1;
    else {
      while (walker.nextSibling() === null) {
        if (walker.parentNode() === null) return deepest;
        depth -= 1;
      }
    }
    deepest = Math.max(deepest, depth);
  }
}

/** What the picture's description or title says, as `dataAttributes` writes it. */
function descriptionOf(block: Element): string {
  try {
    const said: unknown = JSON.parse(block.getAttribute("data-alt") ?? block.getAttribute("data-title") ?? '""');
    return typeof said === "string" ? said : "";
  } catch {
    return "";
  }
}

/** The file of a picture whose bytes are in the clipboard. A page that loads pictures late has a stand-in there. */
function fileOfPicture(img: Element, urls: readonly string[], number: number): File | null {
  const [, index] = /^data:,(\d+)$/.exec(img.getAttribute("src") ?? "") ?? [];
  const url = index === undefined ? undefined : urls[Number(index)];
  const isStandIn = img.hasAttribute("data-src") || img.hasAttribute("data-lazy-src");
  return url === undefined || isStandIn ? null : fileOfDataUrl(url, number);
}

function fileOfDataUrl(url: string, number: number): File | null {
  const [, type, subtype, data] = /^data:(image\/([a-z0-9]+)[a-z0-9+.-]*);base64,([A-Za-z0-9+/=\s]+)$/i.exec(url) ?? [];
  if (type === undefined || subtype === undefined || data === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, "")), (character) => character.charCodeAt(0));
    return new File([bytes], `pasted-${number}.${subtype === "jpeg" ? "jpg" : subtype}`, { type });
  } catch {
    // No base64 after all.
    return null;
  }
}
