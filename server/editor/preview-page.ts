/** The pages of a preview: an article as it stands, or a sentence where there is none. */
import { dummyReference } from "../article/assets.ts";

const STYLE =
  "body{margin:0 auto;padding:2rem 1rem;max-width:68ch;font:1.125rem/1.6 Charter,'Bitstream Charter',Georgia,serif;color:#1d1b18;background:#fbfaf7;" +
  // How far wide and full figures may reach; a scrollbar is part of 100vw, so what it covers is cut.
  "--galley-wide:min(8rem,50vw - 50%);--galley-full:calc(50vw - 50%);overflow-x:clip}" +
  "@media(prefers-color-scheme:dark){body{color:#e8e4dc;background:#1b1a18}}";

export interface PreviewedArticle {
  /** Plain words without markup. */
  title: string;
  /** A rendered article with `dummy-<file_name>` references. */
  html: string;
  fileNames: string[];
  hasFonts: boolean;
  /** From the page to the folder that `media/` and `fonts/` are in: "" or one `../` for each level. */
  up: string;
}

/** Addresses are relative, so that the page works under any public address. */
export function articlePage({ title, html, fileNames, hasFonts, up }: PreviewedArticle): string {
  // Names are no part of one another (contract 2.6), so plain text is replaced safely, as sites do.
  const body = fileNames.reduce((text, name) => text.replaceAll(dummyReference(name), `${up}media/${name}`), html);
  return page(title, body, hasFonts ? `<link rel="stylesheet" href="${up}fonts/vms_fonts.css">` : "");
}

/** @param sentence plain text of ours */
export function sentencePage(sentence: string): string {
  return page("Preview", `<p>${sentence.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</p>`, "");
}

function page(title: string, body: string, links: string): string {
  return (
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${title}</title><style>${STYLE}</style>${links}</head><body>${body}</body></html>`
  );
}
