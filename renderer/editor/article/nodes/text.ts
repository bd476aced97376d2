import { Extension, InputRule, type InputRuleMatch, Mark, Node } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { targetFromTyped } from "../../ui/lib/links.ts";

/** Heading levels of an article. Level 1 is the site's title. */
export const HEADING_LEVELS = [2, 3, 4] as const;

export const Document = Node.create({
  name: "doc",
  topNode: true,
  addAttributes: () => ({ lang: { default: "", rendered: false } }),
});

export function cssFamily(family: string): string {
  const quoted = family.replace(/[^\p{L}\p{N} _-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `);
  return `"${quoted}"`;
}

export const Font = Mark.create({
  name: "font",
  addAttributes: () => ({
    family: {
      default: "",
      parseHTML: (element) => element.getAttribute("data-font"),
      renderHTML: ({ family }) => ({ "data-font": String(family), style: `font-family: ${cssFamily(String(family))}` }),
    },
  }),
  parseHTML: () => [{ tag: "span[data-font]" }],
  renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});

const script = (name: "superscript" | "subscript", tag: "sup" | "sub", keys: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [keys]: () => this.editor.commands.toggleMark(name) };
    },
  });

export const Superscript = script("superscript", "sup", "Mod-.");
export const Subscript = script("subscript", "sub", "Mod-,");

/** Tiptap's placeholder for a leaf that is not text. */
const LEAF = "%leaf%";

/** Matches `[text](url)` at the end. @param before the text up to and including the typed character */
export function typedLink(before: string): InputRuleMatch | null {
  if (!before.endsWith(")")) return null;
  const found = /(?:^|[^!\\])(\[([^[\]]+)\]\(([^\s()]+)\))$/.exec(before);
  const [, text, label, url] = found ?? [];
  if (text === undefined || label === undefined || url === undefined || label.includes(LEAF)) return null;
  const href = targetFromTyped(url);
  return label.trim() === "" || href === null
    ? null
    : { index: before.length - text.length, text, data: { label, href } };
}

/** Turns a completed `[text](url)` into a link. Backspace right after it undoes this. */
export const TypedLinks = Extension.create({
  name: "typedLinks",
  addInputRules: () => [
    new InputRule({
      find: typedLink,
      handler({ state, range: { from, to }, match }) {
        const { label, href } = match.data as { label: string; href: string };
        const link = state.schema.marks.link;
        if (link === undefined) return;
        // The text keeps its marks: only the syntax around it is deleted.
        const tr = closeHistory(state.tr);
        tr.delete(from + 1 + label.length, to).delete(from, from + 1);
        tr.addMark(from, from + label.length, link.create({ href })).removeStoredMark(link);
      },
    }),
  ],
});
