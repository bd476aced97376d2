/** Markdown as HTML, for the same cleaning as whatever is pasted. HTML in it is not obeyed: it stays as the signs it is. */
import { Marked } from "marked";
import { escapeText } from "../../../../server/article/render/safe.ts";

const reader = new Marked({
  gfm: true,
  // A line that somebody ended stays ended, as in the programs that such texts come from.
  breaks: true,
  async: false,
  renderer: { html: ({ text }) => escapeText(text) },
});

/** @param text of bounded length (`isMarkdown`); @returns null where it cannot be read, such as lists nested without end */
export function htmlOfMarkdown(text: string): string | null {
  try {
    return reader.parse(text, { async: false });
  } catch {
    return null;
  }
}
