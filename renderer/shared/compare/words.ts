const BLOCKS: Readonly<Record<string, string>> = {
  paragraph: "Paragraph",
  bulletList: "Bulleted list",
  orderedList: "Numbered list",
  blockquote: "Quote",
  pullQuote: "Pull quote",
  figure: "Picture",
  gallery: "Gallery",
  video: "Video",
  audio: "Audio",
  fileDownload: "File",
  mediaPlace: "Missing picture",
  linkEmbed: "Link card",
  embed: "Embed",
  table: "Table",
  columns: "Columns",
  callout: "Callout",
  button: "Button",
  details: "Collapsible text",
  horizontalRule: "Divider",
  codeBlock: "Code",
  freeHtml: "HTML",
  customContainer: "Container of the site",
};
const HEADINGS = ["Heading", "Subheading", "Small heading"];

/** Texts of the comparison of two states of an article, which both pages show. */
export const COMPARE_ENGLISH = {
  picture: "Picture",
  morePictures: (count: number) => (count === 1 ? "and 1 more picture" : `and ${count} more pictures`),
  otherPictures: "The pictures or their order differ.",
  changes: (count: number) => (count === 0 ? "No differences" : count === 1 ? "1 difference" : `${count} differences`),
  change: (number: number, count: number, block: string) => `${number} of ${count}: ${block}`,
  next: "Next difference",
  previous: "Previous difference",
  same: (count: number) => (count === 1 ? "1 block is the same" : `${count} blocks are the same`),
  more: (count: number) => `Show more (${count})`,
  onlyForm: "Same text; the formatting or a setting differs.",
  nothing: "not here",
  empty: "empty",
  /** The name of a block. @param level of a heading */
  block: (type: string, level: number | null): string =>
    type === "heading" ? (HEADINGS[(level ?? 2) - 2] ?? HEADINGS[0] ?? type) : (BLOCKS[type] ?? type),
};
