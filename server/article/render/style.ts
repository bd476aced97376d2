/**
 * The style of a fragment: only the rules that the document needs, all below `.galley-article`. Colours follow the page's
 * (`currentColor`, translucent grey), so that they work on light and dark pages.
 *
 * The spacing is the fragment's own, because themes space only the children of their own containers, or remove every margin.
 * A page can set the variables below, which docs/integrating.md names.
 *
 * Wide and full figures extend beyond the text by a margin that never exceeds the screen. A page sets it with `--galley-wide`
 * and `--galley-full` (lengths per side). Otherwise they extend a centred column; beside a sidebar they fill the column.
 *
 * In the rules, `@` is `.galley-article`. Margins repeat it to outweigh a theme's `.content p`, but not an id or
 * `!important`.
 */

/** Variables of the page with their defaults. */
const LINE = "var(--galley-line,rgba(128,128,128,.5))";
const TINT = "var(--galley-tint,rgba(128,128,128,.12))";
const CORNER = "var(--galley-corner,.25em)";
const SMALL_FONT = "font-family:var(--galley-small-font,inherit)";

/** Usual names of a column beside the text. */
const SIDEBARS = "#secondary,#sidebar,#left-sidebar,#right-sidebar,.sidebar,main~aside,aside~main,article~aside";

const RULES = {
  // Overrides a theme's own quotation marks and font.
  quotation:
    "@@ blockquote::before,@@ blockquote::after,@@ blockquote p::before,@@ blockquote p::after{content:none}" +
    "@@ blockquote p{font:inherit}",
  quote: `@ blockquote{padding:0 0 0 1em;border-left:.15em solid ${LINE}}`,
  pullQuote:
    `@ .galley-pullquote{padding:.9em 0;border:solid ${LINE};border-width:1px 0;text-align:center}` +
    "@@ .galley-pullquote blockquote{max-width:26em;margin:0 auto;padding:0;border:0;" +
    "font-size:var(--galley-pullquote-size,1.45em);line-height:1.35;font-style:var(--galley-pullquote-style,italic)}" +
    "@ .galley-pullquote p{text-wrap:balance}" +
    `@@ .galley-pullquote footer{margin:.6em 0 0;${SMALL_FONT};font-size:.6em;font-style:normal}`,
  // A picture keeps the reserved box while it loads; a taller one is limited to the screen.
  figure:
    "@ .galley-figure img,@ .galley-figure video{display:block;max-width:100%;height:auto;max-height:var(--galley-tallest,90vh);object-fit:contain;margin:0 auto}" +
    "@ .galley-figure audio{display:block;width:100%}@ .galley-figure{break-inside:avoid}" +
    "@@ .galley-upright figcaption{text-align:center}" +
    `@@ .galley-figure figcaption{margin:.5em 0 0;${SMALL_FONT};font-size:var(--galley-caption-size,.8em);line-height:1.4;opacity:.8}` +
    "@media print{@ .galley-figure audio{display:none}}",
  wide:
    reach("wide", "min(15rem,50vw - 50% - 1rem)") +
    "@ .galley-wide img,@ .galley-wide video{width:100%}" +
    underWide("wide"),
  full:
    reach("full", "50vw - 50% - var(--galley-edge)") +
    "@{--galley-edge:.5rem}@media(hover:none){@{--galley-edge:0px}}@ .galley-full video{width:100%}" +
    "@ .galley-full img{width:100%;max-height:80vh;object-fit:cover}" +
    underWide("full"),
  // A row is at most as high as the screen. On a phone its pairs are the rows.
  gallery:
    "@ .galley-gallery,@ .galley-row{display:grid;gap:.75em}" +
    "@ .galley-row,@ .galley-pair{width:100%;max-width:calc(var(--galley-ratio)*85vh);margin-inline:auto}" +
    "@ .galley-pair{display:flex;gap:.75em;align-items:flex-start}" +
    "@@ .galley-gallery .galley-figure{min-width:0;margin:0}" +
    "@ .galley-gallery img{width:100%}" +
    "@media(min-width:40rem){@ .galley-row{display:flex;align-items:flex-start}@ .galley-pair{display:contents}}",
  file: `@ .galley-download{${SMALL_FONT}}@ .galley-download>*{font-size:.85em}@ .galley-download span{opacity:.8}`,
  card:
    `@ .galley-card{display:block;padding:1em;border:1px solid ${LINE};border-radius:${CORNER};${SMALL_FONT};line-height:1.45;color:inherit;text-decoration:none;break-inside:avoid}` +
    "@ .galley-card strong,@ .galley-card span{display:block;font-size:.85em}@ .galley-card span{margin-top:.25em;opacity:.8}",
  embed:
    "@ .galley-embed iframe{display:block;box-sizing:border-box;width:100%;margin:0 auto;border:0}" +
    "@ .galley-embed small{font-size:1em}@ .galley-embed-link{color:inherit}" +
    // On paper, the link in the caption remains.
    "@media print{@ .galley-embed iframe[srcdoc]{display:none}}",
  // The frame is over the still; its own colour scheme makes it transparent. On paper only the still is shown.
  still:
    "@ .galley-screen{position:relative;margin:0 auto}" +
    "@ .galley-screen img{position:absolute;inset:0;width:100%;height:100%;max-height:none;object-fit:cover}" +
    "@ .galley-screen iframe{position:relative;color-scheme:light}" +
    "@media print{@ .galley-screen img{position:static;height:auto}}",
  // Lines only between rows; figures aligned.
  table:
    "@ .galley-table{overflow-x:auto}" +
    `@ .galley-table table{min-width:100%;border-collapse:collapse;${SMALL_FONT};font-size:.85em;line-height:1.45;font-variant-numeric:tabular-nums lining-nums}` +
    `@ .galley-table th,@ .galley-table td{padding:.45em .6em;border:solid ${LINE};border-width:0 0 1px;text-align:start;vertical-align:top}` +
    "@ .galley-table thead th{border-bottom:2px solid;vertical-align:bottom}@ .galley-table tr{break-inside:avoid}",
  number: "@ .galley-table .galley-number{text-align:end}",
  columns:
    "@ .galley-columns{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--galley-gap,1.15em) 2em}" +
    "@media(min-width:40rem){@ .galley-columns{grid-template-columns:none;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr)}}",
  callout:
    `@ .galley-callout{padding:.9em 1em;border-left:.2em solid var(--galley-accent,#3b6ea5);background:${TINT};break-inside:avoid}` +
    "@ .galley-callout-tip{border-left-color:var(--galley-tip,#3a7d44)}" +
    "@ .galley-callout-warning{border-left-color:var(--galley-warning,#b3541e)}",
  button:
    "@ .galley-press{text-align:center}" +
    `@ .galley-button{display:inline-block;padding:.5em 1.3em;border:1px solid;border-radius:${CORNER};background:var(--galley-button,none);color:var(--galley-button-text,inherit);${SMALL_FONT};font-size:.85em;font-weight:600;line-height:1.4;text-decoration:none}`,
  details:
    `@ .galley-details{padding:0 1em;border:1px solid ${LINE};border-radius:${CORNER}}` +
    "@@ .galley-details summary{margin:0 -1em;padding:.6em 1em;font-weight:600;cursor:pointer}" +
    "@@ .galley-details summary+*{margin-top:.4em}@ .galley-details[open]{padding-bottom:1em}" +
    // On paper, all details are open.
    "@media print{@ .galley-details{padding-bottom:1em}@ .galley-details::details-content{content-visibility:visible;block-size:auto}}",
  list:
    "@@ :where(ul,ol){padding:0 0 0 var(--galley-list-indent,1.5em)}" +
    "@@ :where(ul){list-style:disc}@@ :where(ul ul){list-style-type:circle}@@ :where(ol){list-style:decimal}" +
    "@@ :where(ul,ol)>:where(li){margin:0;padding:0}" +
    "@@ :where(ul,ol)>:where(li+li),@@ li>:where(ul,ol){margin-top:var(--galley-gap-item,.25em)}",
  code: `@ pre{overflow-x:auto;padding:1em;border-radius:${CORNER};background:${TINT};tab-size:4}@media print{@ pre{white-space:pre-wrap}}`,
  freeHtml: "@ .galley-html img,@ .galley-html video{max-width:100%;height:auto}",
} as const satisfies Record<string, string>;

export type StylePart = keyof typeof RULES;

/** `usual`: the default extension per side. It leaves a margin, because `vw` includes a scroll bar of some 15 px. */
function reach(width: string, usual: string): string {
  const extension = `var(--galley-${width},var(--galley-reach,${usual}))`;
  return (
    `@@>.galley-${width}{max-width:none;margin-inline:calc(-1*clamp(0px,${extension},50vw - 50%))}` +
    `:root:has(${SIDEBARS}) @{--galley-reach:0px}`
  );
}

/** The caption of a wide picture is as wide as the text. */
function underWide(width: string): string {
  return `@@>.galley-${width} figcaption{max-width:var(--galley-measure,none);margin-inline:auto}`;
}

/** Elements that contain blocks. A `div` without a Galley class is a column or the site's container. */
const HOLDERS = "blockquote,details,section,li,td,th,.galley-callout,div:not([class^=galley-])";
const HEADINGS = "h1,h2,h3,h4,h5,h6";

/** Rules for blocks, all of the same specificity, so that later rules win. The article's first child is this style. */
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
  "@@ :where(li,td,th)>:where(*+*){margin-top:var(--galley-gap-item,.25em)}";

const BASE = `@{overflow-wrap:break-word}@ :is(${HEADINGS}){break-after:avoid}${RHYTHM}`;

export const STYLE_PARTS = Object.keys(RULES) as StylePart[];

/** Always in the same order. */
export function articleStyle(parts: ReadonlySet<StylePart>): string {
  const rules = STYLE_PARTS.filter((part) => parts.has(part)).map((part) => RULES[part]);
  return [BASE, ...rules].join("").replace(/@(?!media)/g, ".galley-article");
}
