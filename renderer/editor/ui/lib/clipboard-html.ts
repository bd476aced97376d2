/** Characters of HTML that are read, the pictures in it not counted. */
export const MAX_HTML = 2_000_000;

/** Marks HTML copied from an article, with the right to its files (article/paste/clip.ts). */
export const CLIP_ATTRIBUTE = "data-galley-clip";

/** Takes out the `data:` pictures, which are most of its size. */
export function withoutPictures(html: string): { text: string; urls: string[] } {
  const urls: string[] = [];
  const text = html.replace(/(["'])(data:image\/[^"']+)\1/g, (_all, quote: string, url: string) => {
    urls.push(url);
    return `${quote}data:,${urls.length - 1}${quote}`;
  });
  return { text, urls };
}

/** Number of pictures in HTML without text, else 0: a picture copied from a page has such a wrapper. */
export function picturesAlone(html: string): number {
  const { text } = withoutPictures(html);
  if (text.length > MAX_HTML) return 0;
  const page = new DOMParser().parseFromString(text, "text/html");
  return (page.body.textContent ?? "").trim() === "" ? page.querySelectorAll("img").length : 0;
}
