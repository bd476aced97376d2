/** The tools of writing: menus, find and replace, counts, languages. */
export const writing = {
  label: "Writing tools",
  notLoaded: "This tool could not be loaded, because Galley cannot be reached. Your words are safe; try again later.",

  /** Label and other words that find it. */
  blocks: {
    paragraph: { label: "Text", keywords: "paragraph plain words" },
    "heading-2": { label: "Heading", keywords: "title h2 section" },
    "heading-3": { label: "Subheading", keywords: "title h3" },
    "heading-4": { label: "Small heading", keywords: "title h4" },
    "bullet-list": { label: "Bulleted list", keywords: "unordered points ul" },
    "ordered-list": { label: "Numbered list", keywords: "ordered 123 ol" },
    quote: { label: "Quote", keywords: "blockquote citation said" },
  },

  insert: {
    button: "Insert a block",
    label: "Blocks",
    search: "Search blocks",
    groups: { text: "Text", media: "Media", layout: "Layout", site: "This site" },
    nothing: "No block is called that.",
    found: (count: number) => (count === 1 ? "1 block" : `${count} blocks`),
  },

  format: {
    bar: "Selected words",
    more: "More formatting",
    strike: "Struck through",
    code: "Code",
    superscript: "Superscript",
    subscript: "Subscript",
    font: "Font",
    ownFont: "The page’s own font",
    clear: "No formatting",
    turnInto: "Turn into",
  },

  handle: {
    label: "Block",
    up: "Move up",
    down: "Move down",
    duplicate: "Duplicate",
    remove: "Delete",
  },
};
