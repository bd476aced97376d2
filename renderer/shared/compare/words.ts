const BLOCKS: Readonly<Record<string, string>> = {
  paragraph: "Paragraph",
  bulletList: "Bulleted list",
  orderedList: "Numbered list",
  blockquote: "Quote",
  pullQuote: "Pull quote",
  figure: "Picture",
  gallery: "Gallery",
  video: "Video",
  audio: "Sound",
  fileDownload: "File",
  mediaPlace: "Place for a picture",
  linkEmbed: "Link card",
  embed: "Embed",
  table: "Table",
  columns: "Columns",
  callout: "Callout",
  button: "Button",
  details: "Foldable part",
  horizontalRule: "Line",
  codeBlock: "Code",
  freeHtml: "Free HTML",
  customContainer: "Container of the site",
};
const HEADINGS = ["Heading", "Subheading", "Small heading"];

/** The words of a comparison, in which both pages show two states of an article. */
export const COMPARE_ENGLISH = {
  picture: "Picture",
  morePictures: (count: number) => (count === 1 ? "and 1 more picture" : `and ${count} more pictures`),
  otherPictures: "The pictures, or their order, differ.",
  changes: (count: number) => (count === 0 ? "No differences" : count === 1 ? "1 difference" : `${count} differences`),
  change: (number: number, count: number, block: string) => `${number} of ${count}: ${block}`,
  next: "Next difference",
  previous: "Previous difference",
  same: (count: number) => (count === 1 ? "1 block is the same" : `${count} blocks are the same`),
  more: (count: number) => `Show what comes after them (${count})`,
  onlyForm: "The words are the same; formatting or a setting differs.",
  nothing: "not in this one",
  empty: "empty",
  /** What a block is called. @param level of a heading */
  block: (type: string, level: number | null): string =>
    type === "heading" ? (HEADINGS[(level ?? 2) - 2] ?? HEADINGS[0] ?? type) : (BLOCKS[type] ?? type),
};
