/** Markdown as HTML, for the same cleaning as whatever is pasted. HTML in it is not obeyed: it stays as the signs it is. */
import { Marked, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { escapeText } from "../../../../server/article/render/safe.ts";

/** `[^1]`: an article has no footnotes, so the mark is set superscript and leads nowhere. */
const footnoteMark: TokenizerAndRendererExtension = {
  name: "footnoteMark",
  level: "inline",
  start: (text) => text.indexOf("[^"),
  tokenizer(text) {
    const [raw, label] = /^\[\^([^\]\s]{1,40})\]/.exec(text) ?? [];
    return raw === undefined ? undefined : { type: "footnoteMark", raw, label };
  },
  renderer: ({ label }) => `<sup>${escapeText(label)}</sup>`,
};

/** `[^1]: note`: a paragraph of its own, up to an empty line or the next note. */
const footnote: TokenizerAndRendererExtension = {
  name: "footnote",
  level: "block",
  tokenizer(text) {
    const [raw, label, note = ""] = /^\[\^([^\]\s]{1,40})\]: *((?:(?!\n\s*\n|\n\[\^).)*)(?:\n+|$)/s.exec(text) ?? [];
    if (raw === undefined) return undefined;
    return { type: "footnote", raw, label, tokens: this.lexer.inline(note) };
  },
  renderer({ label, tokens = [] }) {
    return `<p><sup>${escapeText(label)}</sup> ${this.parser.parseInline(tokens)}</p>\n`;
  },
};

const reader = new Marked({
  gfm: true,
  // A line that somebody ended stays ended, as in the programs that such texts come from.
  breaks: true,
  async: false,
  extensions: [footnoteMark, footnote],
  renderer: {
    html: ({ text }) => escapeText(text),
    // A list has no boxes to tick, so the state of a task is a sign before its words.
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
  },
});

/** @param text of bounded length (`isMarkdown`); @returns null where it cannot be read, such as lists nested without end */
export function htmlOfMarkdown(text: string): string | null {
  try {
    return reader.parse(text, { async: false });
  } catch {
    return null;
  }
}
