const MAX_TEXT = 1_000_000;
const MAX_LINES = 20_000;

export function plainText(text: string): { text: string; cut: boolean } {
  let kept = text.slice(0, MAX_TEXT);
  const lines = kept.split(/(?:\r\n?|\n)+/);
  if (lines.length > MAX_LINES) kept = lines.slice(0, MAX_LINES).join("\n");
  return { text: kept, cut: kept.length < text.length };
}

/** The text of HTML that is too large to parse, in linear time. */
export function textOfHtml(html: string): string {
  return html
    .slice(0, 4 * MAX_TEXT)
    .split(/<\/(?:script|style)>/i)
    .map((part) => part.replace(/<(?:script|style)\b[\s\S]*$/i, ""))
    .join(" ")
    .replace(/<\/(?:p|div|li|tr|h[1-6])>|<br\b[^<>]*>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

export function appendParagraphs(page: Document, text: string): void {
  for (const line of plainText(text).text.split(/\n+/)) {
    const paragraph = page.createElement("p");
    paragraph.append(line);
    page.body.append(paragraph);
  }
}
