/** Allowed free HTML, for the sanitiser of a save and the block in the editor. */
import { safeHref, safeSource, withoutControls } from "./render/safe.ts";

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FREE_HTML_TABLE_PARTS = words("caption colgroup col thead tbody tfoot tr td th");

export const FREE_HTML_TAGS: readonly string[] = [
  ...words(`
    address article aside footer header h1 h2 h3 h4 h5 h6 hgroup section nav main div p pre blockquote hr
    ul ol li dl dt dd figure figcaption details summary table
    a abbr b bdi bdo br cite code data dfn del em i ins kbd mark q ruby rb rp rt rtc s samp small span strong sub sup
    time u var wbr img video audio source track
  `),
  ...FREE_HTML_TABLE_PARTS,
];

/** Removed with their content, which is not text, or whose end browsers and parsers disagree about. */
export const FREE_HTML_DROPPED_WHOLE = words(`
  script style textarea select option xmp iframe noembed noframes plaintext object embed applet svg math title
`);

/** "*": on any element. No ids and no `data-`, which scripts of the page use. */
export const FREE_HTML_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  "*": words("class title lang dir role aria-label aria-hidden"),
  a: ["href", "download", "rel"],
  abbr: ["title"],
  bdo: ["dir"],
  blockquote: ["cite"],
  col: ["span"],
  colgroup: ["span"],
  data: ["value"],
  del: ["cite", "datetime"],
  details: ["open"],
  img: words("src alt width height loading"),
  ins: ["cite", "datetime"],
  li: ["value"],
  ol: words("start reversed type"),
  q: ["cite"],
  source: words("src type"),
  td: words("colspan rowspan headers"),
  th: words("colspan rowspan scope abbr"),
  time: ["datetime"],
  track: words("src kind srclang label default"),
  video: words("src poster width height controls preload loop muted playsinline"),
  audio: words("src controls preload loop muted"),
};

const ADDRESSES: ReadonlySet<string> = new Set(["src", "poster", "cite"]);

/** The attribute's value on the page; null for a forbidden attribute or URL. */
export function freeHtmlAttribute(tag: string, name: string, raw: string): string | null {
  if (![FREE_HTML_ATTRIBUTES["*"], FREE_HTML_ATTRIBUTES[tag]].some((allowed) => allowed?.includes(name))) return null;
  const value = withoutControls(raw);
  return name === "href" ? safeHref(value) : ADDRESSES.has(name) ? safeSource(value) : value;
}
