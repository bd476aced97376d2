/** docs/integrating.md as a page without script, made when Galley is built. */
import { Marked } from "marked";

/**
 * @param {string} markdown ours: what it holds of HTML is taken as it is
 * @returns {string} a page for /docs/guide; its links are relative to that
 */
export function guideAsPage(markdown) {
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
      // The pictures of docs/ are not installed with the service.
      image({ text }) {
        return `<em>${escaped(text)}.</em>`;
      },
      // A block that scrolls must be reachable by keyboard.
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
    },
  });
  const body = /** @type {string} */ (marked.parse(markdown, { async: false }));
  const contents = chapters.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`).join("\n");
  const [title = "", rest = ""] = body.split(/(?<=<\/h1>\n)/);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Connecting a site to Galley</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="./page.css">
</head>
<body>
<main class="page guide">
<nav class="way" aria-label="Documentation"><a href="../docs">The API, to be tried out</a> · <a href="../openapi.json">openapi.json</a></nav>
${title}<nav aria-label="Contents"><ul>
${contents}
</ul></nav>
${rest}</main>
</body>
</html>
`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
