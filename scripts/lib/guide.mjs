/** Converts docs/integrating.md to a page without scripts, at build time. */
import fs from "node:fs";
import path from "node:path";
import { Marked } from "marked";

/** @param {string} markdown trusted: its HTML is not escaped @returns {string} a page for /docs/guide, with links relative to it */
export function renderGuide(markdown) {
  /** @type {{ id: string, html: string }[]} */
  const chapters = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const id = html
          .toLowerCase()
          .replace(/<[^>]*>|&\w+;/g, "")
          .replace(/[^a-z0-9]+/g, "-")
          .replace(/^-|-$/g, "");
        if (depth === 2) chapters.push({ id, html });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      // The images of docs/ are not installed with the service.
      image({ text }) {
        return `<em>${escaped(text)}.</em>`;
      },
      // A scrollable block must be reachable by keyboard.
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
    },
  });
  const body = /** @type {string} */ (marked.parse(markdown, { async: false }));
  const contents = chapters.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`).join("\n");
  const [title = "", rest = ""] = body.split(/(?<=<\/h1>\n)/);
  /** @type {Record<string, string>} */
  const parts = { TITLE: title, CONTENTS: contents, REST: rest };
  const page = fs.readFileSync(path.join(import.meta.dirname, "guide.html"), "utf8");
  return page.replaceAll(/@(TITLE|CONTENTS|REST)@/g, (_, part) => parts[part] ?? "");
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
