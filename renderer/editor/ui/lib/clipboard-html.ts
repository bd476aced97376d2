/** Maximum characters of pasted HTML without its `data:` pictures. */
export const MAX_HTML = 2_000_000;

/** Attribute of HTML copied from an article; its value grants access to the files (article/paste/copied-files.ts). */
export const CLIP_ATTRIBUTE = "data-galley-clip";

/** Extracts the `data:` pictures, which are most of the size. */
export function withoutPictures(html: string): { text: string; urls: string[] } {
  const urls: string[] = [];
  const text = html.replace(/(["'])(data:image\/[^"']+)\1/g, (_all, quote: string, url: string) => {
    urls.push(url);
    return `${quote}data:,${urls.length - 1}${quote}`;
  });
  return { text, urls };
}

/** Number of pictures in HTML without text, such as a copied picture; else 0. */
export function countLonePictures(html: string): number {
  const { text } = withoutPictures(html);
  if (text.length > MAX_HTML) return 0;
  const page = new DOMParser().parseFromString(text, "text/html");
  return (page.body.textContent ?? "").trim() === "" ? page.querySelectorAll("img").length : 0;
}
