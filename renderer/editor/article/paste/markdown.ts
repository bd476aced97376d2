/** Converts Markdown to HTML, which is then cleaned like any paste. HTML inside the Markdown stays text. */
import { Marked, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { escapeText } from "../../../../server/article/render/safe.ts";

/** `[^1]` becomes superscript, because articles have no footnotes. */
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

/** `[^1]: note` becomes a paragraph, up to an empty line or the next note. */
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
  // Keeps single line breaks, like most programs that write Markdown.
  breaks: true,
  async: false,
  extensions: [footnoteMark, footnote],
  renderer: {
    html: ({ text }) => escapeText(text),
    // Lists have no checkboxes, so the state becomes a character.
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
  },
});

/** @param text of bounded length (`isMarkdown`) @returns null if it cannot be parsed */
export function htmlOfMarkdown(text: string): string | null {
  try {
    return reader.parse(text, { async: false });
  } catch {
    return null;
  }
}
