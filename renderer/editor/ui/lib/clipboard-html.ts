/** The HTML of a clipboard, before anything is made of it. Nothing in it is loaded or run. */

/** Characters of HTML that are read, the pictures in it not counted. */
export const MAX_HTML = 2_000_000;

/** Stands in what was copied or dragged out of an article, with the right to its files (article/paste/clip.ts). */
export const CLIP_ATTRIBUTE = "data-galley-clip";

/** The pictures as `data:` addresses are most of a clipboard's size, and no concern of the parser. */
export function withoutPictures(html: string): { text: string; urls: string[] } {
  const urls: string[] = [];
  const text = html.replace(/(["'])(data:image\/[^"']+)\1/g, (_all, quote: string, url: string) => {
    urls.push(url);
    return `${quote}data:,${urls.length - 1}${quote}`;
  });
  return { text, urls };
}

/**
 * How many pictures the HTML shows where it says nothing beside them, 0 for any other: a picture copied from a page comes
 * with such a wrapper.
 */
export function picturesAlone(html: string): number {
  const { text } = withoutPictures(html);
  if (text.length > MAX_HTML) return 0;
  const page = new DOMParser().parseFromString(text, "text/html");
  return (page.body.textContent ?? "").trim() === "" ? page.querySelectorAll("img").length : 0;
}
