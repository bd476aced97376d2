/** The words of a comparison, in which both pages show two states of an article. */
export interface CompareWords {
  picture: string;
  morePictures(count: number): string;
  otherPictures: string;
  changes(count: number): string;
  change(number: number, count: number, block: string): string;
  next: string;
  previous: string;
  same(count: number): string;
  more(count: number): string;
  onlyForm: string;
  nothing: string;
  empty: string;
  /** What a block is called. @param level of a heading */
  block(type: string, level: number | null): string;
}

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

export const COMPARE_ENGLISH: CompareWords = {
  picture: "Picture",
  morePictures: (count) => (count === 1 ? "and 1 more picture" : `and ${count} more pictures`),
  otherPictures: "The pictures, or their order, differ.",
  changes: (count) => (count === 0 ? "No differences" : count === 1 ? "1 difference" : `${count} differences`),
  change: (number, count, block) => `${number} of ${count}: ${block}`,
  next: "Next difference",
  previous: "Previous difference",
  same: (count) => (count === 1 ? "1 block is the same" : `${count} blocks are the same`),
  more: (count) => `Show what comes after them (${count})`,
  onlyForm: "The words are the same; formatting or a setting differs.",
  nothing: "not in this one",
  empty: "empty",
  block: (type, level) =>
    type === "heading" ? (HEADINGS[(level ?? 2) - 2] ?? HEADINGS[0] ?? type) : (BLOCKS[type] ?? type),
};
