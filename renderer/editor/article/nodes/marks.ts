/** Marks that Tiptap's starter kit has not. */
import { Mark } from "@tiptap/core";

/** A font family as a value of CSS, quoted so that no name can say anything else. */
export function cssFamily(family: string): string {
  const quoted = family.replace(/[^\p{L}\p{N} _-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `);
  return `"${quoted}"`;
}

/** Words in one of the site's published fonts. */
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

export const Superscript = Mark.create({
  name: "superscript",
  parseHTML: () => [{ tag: "sup" }],
  renderHTML: () => ["sup", 0],
  addKeyboardShortcuts() {
    return { "Mod-.": () => this.editor.commands.toggleMark(this.name) };
  },
});

export const Subscript = Mark.create({
  name: "subscript",
  parseHTML: () => [{ tag: "sub" }],
  renderHTML: () => ["sub", 0],
  addKeyboardShortcuts() {
    return { "Mod-,": () => this.editor.commands.toggleMark(this.name) };
  },
});
