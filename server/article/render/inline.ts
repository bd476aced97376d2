import type { Mark, Node } from "prosemirror-model";
import type { MarkName } from "../schema.ts";
import { attribute, escapeText, safeHref } from "./safe.ts";

/** Opens and closes marks where they change, so that one link stays one element. */
export function renderInline(parent: Node): string {
  let html = "";
  let open: Mark[] = [];
  parent.forEach((node) => {
    const marks = node.marks.filter((mark) => openingTag(mark) !== null);
    const firstOther = marks.findIndex((mark, index) => open[index]?.eq(mark) !== true);
    const same = firstOther === -1 ? marks.length : firstOther;
    html += closeMarks(open.slice(same)) + marks.slice(same).map(openingTag).join("");
    html += node.isText ? escapeText(node.text ?? "") : "<br>";
    open = marks;
  });
  return html + closeMarks(open);
}

const TAGS: Readonly<Record<MarkName, string>> = {
  link: "a",
  font: "span",
  bold: "strong",
  italic: "em",
  strike: "s",
  superscript: "sup",
  subscript: "sub",
  code: "code",
};

/** Null for a forbidden mark, whose text is kept. */
function openingTag(mark: Mark): string | null {
  const tag = tagOf(mark);
  if (mark.type.name === "link") {
    const href = safeHref(String(mark.attrs.href));
    return href === null ? null : `<${tag}${attribute("href", href)} rel="noopener">`;
  }
  if (mark.type.name === "font") {
    const family = String(mark.attrs.family).trim();
    return isPlainFamily(family) ? `<${tag} style="font-family:'${family}'">` : null;
  }
  return `<${tag}>`;
}

/** Without characters that could end the name, the rule or the attribute. */
function isPlainFamily(family: string): boolean {
  return /^[\p{L}\p{M}\p{N} -]+$/u.test(family);
}

function closeMarks(marks: readonly Mark[]): string {
  return marks
    .map((mark) => `</${tagOf(mark)}>`)
    .reverse()
    .join("");
}

function tagOf(mark: Mark): string {
  return TAGS[mark.type.name as MarkName];
}
