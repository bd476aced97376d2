/**
 * What comes from another page or a word processor, made ready for the article. The page is parsed without being shown,
 * so nothing in it is loaded or run.
 */

export interface PastedHtml {
  /** For the schema to read. */
  html: string;
  /** Pictures that the clipboard carried inside its HTML. */
  pictures: File[];
}

/** The title is the site's and the article's headings go from 2 to 4. */
const HEADINGS: Record<string, string> = { H1: "h2", H5: "h4", H6: "h4" };

export function readPastedHtml(html: string): PastedHtml {
  const page = new DOMParser().parseFromString(html, "text/html");
  const pictures = [...page.querySelectorAll("img")].flatMap(
    (image, index) => fileOfDataUrl(image.src, index + 1) ?? [],
  );
  for (const heading of page.querySelectorAll("h1, h5, h6")) {
    const renamed = page.createElement(HEADINGS[heading.tagName] ?? "h4");
    renamed.append(...heading.childNodes);
    heading.replaceWith(renamed);
  }
  return { html: page.body.innerHTML, pictures };
}

/** Whether the HTML says nothing beside its pictures: a picture copied from a page comes with such a wrapper. */
export function isOnlyPictures(html: string): boolean {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.querySelector("img") !== null && (page.body.textContent ?? "").trim() === "";
}

function fileOfDataUrl(url: string, number: number): File | null {
  const [, type, subtype, data] = /^data:(image\/([a-z0-9]+)[a-z0-9+.-]*);base64,([A-Za-z0-9+/=\s]+)$/i.exec(url) ?? [];
  if (type === undefined || subtype === undefined || data === undefined) return null;
  const bytes = Uint8Array.from(atob(data.replace(/\s/g, "")), (character) => character.charCodeAt(0));
  return new File([bytes], `pasted-${number}.${subtype === "jpeg" ? "jpg" : subtype}`, { type });
}
