/**
 * The style that a fragment brings along: rules under `.galley-article` alone, and only those that the document needs.
 * Colours follow the page's own (`currentColor`, translucent grey), so that they hold on a light and on a dark one.
 *
 * The rhythm is the fragment's own: themes space the children of their own containers, which the fragment's are not, or
 * take every margin away. A page sets it by the variables below, which docs/integrating.md names.
 *
 * A page says how far figures may reach beyond the text by setting `--galley-wide` and `--galley-full` (lengths for each
 * side); without them, a wide figure fills the column and nothing reaches over what stands beside it.
 *
 * In the rules, `@` is `.galley-article`. Where a margin is set it stands twice: it then counts for more than a theme's
 * `.content p`, and for less than what a site writes on purpose with an id or `!important`.
 */

const RULES = {
  quote: "@ blockquote{padding:0 0 0 1em;border-left:.2em solid currentColor}",
  pullQuote:
    "@ .galley-pullquote{text-align:center}" +
    "@@ .galley-pullquote blockquote{margin:0;padding:0;border:0;font-size:1.4em;line-height:1.3}" +
    "@@ .galley-pullquote footer{margin:.6em 0 0;font-size:.65em}",
  figure:
    "@ .galley-figure img,@ .galley-figure video{display:block;max-width:100%;height:auto;margin:0 auto}" +
    "@ .galley-figure audio{display:block;width:100%}" +
    "@@ .galley-figure figcaption{margin:.5em 0 0;font-size:.875em;line-height:1.4;opacity:.8}",
  wide: "@@>.galley-wide{margin-inline:calc(-1*var(--galley-wide,0px))}@ .galley-wide img,@ .galley-wide video{width:100%}",
  full:
    "@@>.galley-full{margin-inline:calc(-1*var(--galley-full,0px))}@ .galley-full video{width:100%}" +
    "@ .galley-full img{width:100%;max-height:80vh;object-fit:cover}",
  // A row is as wide as makes it a screen high at most. On a phone its pairs are the rows, elsewhere they are not there.
  gallery:
    "@ .galley-gallery,@ .galley-row{display:grid;gap:.75em}" +
    "@ .galley-row,@ .galley-pair{width:100%;max-width:calc(var(--galley-ratio)*85vh);margin-inline:auto}" +
    "@ .galley-pair{display:flex;gap:.75em;align-items:flex-start}" +
    "@@ .galley-gallery .galley-figure{min-width:0;margin:0}" +
    "@ .galley-gallery img{width:100%}" +
    "@media(min-width:40rem){@ .galley-row{display:flex;align-items:flex-start}@ .galley-pair{display:contents}}",
  file: "@ .galley-download span{font-size:.875em;opacity:.8}",
  card:
    "@ .galley-card{display:block;padding:1em;border:1px solid rgba(128,128,128,.5);border-radius:.25em;color:inherit;text-decoration:none}" +
    "@ .galley-card strong,@ .galley-card span{display:block}" +
    "@ .galley-card span{margin-top:.25em;font-size:.875em;opacity:.8}",
  embed:
    "@ .galley-embed iframe{display:block;box-sizing:border-box;width:100%;margin:0 auto;border:0}" +
    "@ .galley-embed-link{color:inherit}",
  table:
    "@ .galley-table{overflow-x:auto}" +
    "@ .galley-table table{min-width:100%;border-collapse:collapse}" +
    "@ .galley-table th,@ .galley-table td{padding:.4em .6em;border:1px solid rgba(128,128,128,.5);text-align:start;vertical-align:top}",
  columns:
    "@ .galley-columns{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--galley-gap,1.15em) 2em}" +
    "@media(min-width:40rem){@ .galley-columns{grid-template-columns:none;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr)}}",
  callout:
    "@ .galley-callout{padding:.9em 1em;border-left:.3em solid #3b6ea5;background:rgba(128,128,128,.12)}" +
    "@ .galley-callout-tip{border-left-color:#3a7d44}@ .galley-callout-warning{border-left-color:#b3541e}",
  button:
    "@ .galley-button{display:inline-block;padding:.5em 1.2em;border:1px solid currentColor;border-radius:.25em;color:inherit;text-decoration:none}",
  details:
    "@ .galley-details{padding:0 1em;border:1px solid rgba(128,128,128,.5);border-radius:.25em}" +
    "@@ .galley-details summary{margin:0 -1em;padding:.6em 1em;cursor:pointer}" +
    "@@ .galley-details summary+*{margin-top:.4em}@ .galley-details[open]{padding-bottom:1em}",
  list:
    "@@ :where(ul,ol){padding:0 0 0 var(--galley-list-indent,1.5em)}" +
    "@@ :where(ul){list-style:disc}@@ :where(ul ul){list-style-type:circle}@@ :where(ol){list-style:decimal}" +
    "@@ :where(ul,ol)>:where(li){margin:0;padding:0}" +
    "@@ :where(ul,ol)>:where(li+li),@@ li>:where(ul,ol){margin-top:var(--galley-gap-item,.4em)}",
  code: "@ pre{overflow-x:auto;padding:1em;background:rgba(128,128,128,.12);tab-size:4}",
  freeHtml: "@ .galley-html img,@ .galley-html video{max-width:100%;height:auto}",
} as const satisfies Record<string, string>;

/** A part of a document that has rules of its own. */
export type StylePart = keyof typeof RULES;

/** What holds blocks one below the other; a `div` without a class of ours is a column or the site's container. */
const HOLDERS = "blockquote,details,section,li,td,th,.galley-callout,div:not([class^=galley-])";
const HEADINGS = "h1,h2,h3,h4,h5,h6";

/**
 * Rules for the blocks of the article and of what holds blocks, all of the same weight, so that the later one counts. The
 * first child of the article is this style.
 */
const inFlow = (which: string, rules: string): string =>
  `@@>:where(${which}),@@ :where(${HOLDERS})>:where(${which}){${rules}}`;

const RHYTHM =
  inFlow("*", "margin:0") +
  inFlow(":not(style)~*", "margin-top:var(--galley-gap,1.15em)") +
  inFlow(
    `:not(style)~:not(p,ul,ol,${HEADINGS}),:not(style,p,ul,ol,${HEADINGS})+*`,
    "margin-top:var(--galley-gap-block,1.8em)",
  ) +
  inFlow(`:not(style)~:is(${HEADINGS})`, "margin-top:var(--galley-gap-heading,1.8em)") +
  inFlow(`:is(${HEADINGS})+*`, "margin-top:var(--galley-gap-under-heading,.6em)") +
  "@@ :where(li,td,th)>:where(*+*){margin-top:var(--galley-gap-item,.4em)}";

const BASE = `@{overflow-wrap:break-word}${RHYTHM}`;

/** The rules for these parts, always in the same order. */
export function articleStyle(parts: ReadonlySet<StylePart>): string {
  const rules = (Object.keys(RULES) as StylePart[]).filter((part) => parts.has(part)).map((part) => RULES[part]);
  return [BASE, ...rules].join("").replace(/@(?!media)/g, ".galley-article");
}
