export const writing = {
  label: "Writing tools",
  notLoaded: "Could not load this tool: Galley is not reachable. Your text is safe. Try again later.",

  /** `keywords`: more words that find the block. */
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
    here: "Add a block here",
    label: "Blocks",
    search: "Search blocks",
    groups: { text: "Text", media: "Media", layout: "Layout", site: "This site", snippets: "Snippets" },
    nothing: "No blocks found.",
    found: (count: number) => (count === 1 ? "1 block" : `${count} blocks`),
  },

  format: {
    bar: "Selected text",
    more: "More formatting",
    strike: "Strikethrough",
    superscript: "Superscript",
    subscript: "Subscript",
    font: "Font",
    ownFont: "Default font",
    clear: "Clear formatting",
    turnInto: "Turn into",
  },

  handle: {
    label: "Block",
    up: "Move up",
    down: "Move down",
    duplicate: "Duplicate",
    remove: "Delete",
  },

  find: {
    label: "Find and replace",
    query: "Find",
    replacement: "Replace with",
    replace: "Replace",
    replaceAll: "Replace all",
    next: "Next match",
    previous: "Previous match",
    matchCase: "Match case",
    wholeWords: "Whole words",
    close: "Close find and replace",
    none: "Not found",
    position: (current: number, count: number, capped: boolean) =>
      `${current === 0 ? "–" : current} of ${count.toLocaleString("en")}${capped ? "+" : ""}`,
    replaced: (count: number) => (count === 1 ? "1 replaced" : `${count.toLocaleString("en")} replaced`),
  },

  foot: { withTools: "Tools, length and language", label: "Length and language" },

  counts: {
    title: "Length of the article",
    line: (words: number, minutes: number) =>
      `${words === 1 ? "1 word" : `${words.toLocaleString("en")} words`}${minutes === 0 ? "" : ` · ${minutes} min`}`,
    ofSelection: (selected: number, words: number) =>
      `${selected.toLocaleString("en")} of ${words === 1 ? "1 word" : `${words.toLocaleString("en")} words`}`,
    article: "Article",
    selection: "Selection",
    words: "Words",
    characters: "Characters",
    letters: "Without spaces",
    reading: "Reading time",
    number: (count: number) => count.toLocaleString("en"),
    minutes: (minutes: number) => `${minutes} min`,
  },

  language: {
    label: "Language of the article",
    detected: (name: string) => `${name} (detected)`,
  },

  shortcuts: {
    title: "Keyboard shortcuts",
    words: "Text",
    blocks: "Blocks",
    article: "Article",
    plainPaste: "Paste as plain text",
    lineBreak: "Line break",
    blockMenu: "Block menu",
    indent: "Indent list item; next column or cell",
    outdent: "Outdent list item; previous column or cell",
  },

  /** After a paste. */
  offers: {
    label: "Paste options",
    formatted: "Pasted as formatted text",
    keepAsTyped: "Keep as typed",
    linked: "Pasted as a link",
    embed: "Embed",
  },

  paste: {
    tooMuch: "The paste is too large or too deeply nested. Only its text was inserted.",
    lost: (count: number) =>
      `${count === 1 ? "1 picture" : `${count} pictures`} could not be pasted. Drop ${count === 1 ? "the file" : "the files"} where the article shows “Missing picture”.`,
    /** @param from host if all pictures are on the same site */
    elsewhere: (count: number, from: string | null) =>
      `${count === 1 ? "1 picture is" : `${count} pictures are`} at ${from ?? "other sites"}.`,
    fetch: (count: number, from: string | null) =>
      `Fetch ${count === 1 ? "1 picture" : `${count} pictures`} from ${from ?? "there"}`,
    cut: "The pasted text exceeds the maximum article length. Its end was cut off.",
  },
};
