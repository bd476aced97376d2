/** Marks that Tiptap's starter kit has not. */
import { Mark } from "@tiptap/core";
import { cssFamily } from "./css-family.ts";

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
