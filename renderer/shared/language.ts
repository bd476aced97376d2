import { type SentenceRef, sentenceRefOf } from "../../server/contracts/sentences/words.ts";

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

/** Texts of the parts that both pages share. */
export const ENGLISH = {
  compared: {
    picture: "Picture",
    morePictures: (count: number) => (count === 1 ? "and 1 more picture" : `and ${count} more pictures`),
    otherPictures: "The pictures or their order differ.",
    changes: (count: number) =>
      count === 0 ? "No differences" : count === 1 ? "1 difference" : `${count} differences`,
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
  },
  copy: (what: string) => `Copy ${what}`,
  copied: "Copied",
  copyRefused: "Could not copy",
  minutes: (amount: number) => `${amount} min`,
  hours: (amount: number) => `${amount} h`,
  days: (amount: number) => `${amount} d`,
  ago: (amount: string) => `${amount} ago`,
  ahead: (amount: string) => `in ${amount}`,
  justNow: "just now",
  soon: "in a moment",
  noResponse: "Galley does not respond. Check that it is running and that this machine can reach it.",
  /** Galley always gives a reason, so an error without one comes from a proxy in front of it. */
  proxyError: (status: number): string => {
    if (status === 413)
      return "A proxy in front of Galley refused this as too large (413). Ask its admin to raise the limit for request bodies.";
    if (status === 502 || status === 503 || status === 504)
      return `A proxy in front of Galley could not reach it (${status}). Check that Galley is running.`;
    return `A proxy in front of Galley responded with status ${status}. Ask its admin for the reason.`;
  },
  /** A server text in the page's language, by its code. The site's own words in it stay unchanged. */
  localized: (english: string, _sentence?: SentenceRef | null): string => english,
};

export type SharedWords = typeof ENGLISH;

export let sharedWords: SharedWords = ENGLISH;

/** BCP 47, for dates and numbers; undefined: the browser's own. */
export let locale: string | undefined;

/** A server text in the page's language, for rendering. @param sentence the `{name}_sentence` field, or the body of an error */
export const localized = (english: string, sentence?: unknown): string =>
  sharedWords.localized(english, sentenceRefOf(sentence));

/** Sets the language of the page. Call it before the first render. @param inLocale BCP 47; undefined: the browser's own */
export function setPageLanguage(words: SharedWords, inLocale: string | undefined): void {
  sharedWords = words;
  locale = inLocale;
}
