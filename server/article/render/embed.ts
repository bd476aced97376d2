/**
 * What another site shows in a frame. Until a reader clicks, the frame holds a card of our own, without a script: its link
 * leads the frame to the other site. The caption links to the page itself, for where a site takes frames out.
 */
import type { Node } from "prosemirror-model";
import { type Embed, embedOf } from "../embeds/embed.ts";
import { withParameters } from "../embeds/frames.ts";
import { renderInline } from "./inline.ts";
import { renderCard } from "./media.ts";
import type { Rendering } from "./rendering.ts";
import { attribute, escapeText, hostOf } from "./safe.ts";

/**
 * Their players want scripts, their own storage, and links that lead out. The card in it has the origin of the page
 * around, and nothing of a document but escaped words.
 */
const SANDBOX =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms";
/** Players that are told no site refuse to play. */
const REFERRER = ` referrerpolicy="strict-origin-when-cross-origin"`;

export function renderEmbed(node: Node, rendering: Rendering): string {
  const { href, title, shape } = node.attrs as Record<"href" | "title" | "shape", string>;
  const caption = renderInline(node);
  const embed = embedOf(href, rendering.embeds.hosts);
  if (embed === null) {
    const card = renderCard({ href, title, description: "" }, rendering);
    return figureOf("", card, caption, rendering);
  }
  const label = title.trim() === "" ? embed.name : `${embed.name}: ${title.trim()}`;
  const link = `<a class="galley-embed-link"${attribute("href", embed.address)} rel="noopener">${escapeText(label)}</a>`;
  const words = [caption, `<small>${link}</small>`].filter((part) => part !== "").join(" ");
  rendering.parts.add("embed");
  return figureOf(" galley-embed", frameOf(embed, label, shape, rendering), words, rendering);
}

function figureOf(classes: string, media: string, caption: string, rendering: Rendering): string {
  if (media === "" && caption === "") return "";
  rendering.parts.add("figure");
  return `<figure class="galley-figure${classes}">${media}${caption === "" ? "" : `<figcaption>${caption}</figcaption>`}</figure>`;
}

/** Begins like this, has no other `>`, and is empty: `withoutFrames` reads it so. */
function frameOf(embed: Embed, label: string, shape: string, { embeds, lang }: Rendering): string {
  const source =
    embeds.loading === "at_once"
      ? attribute("src", embed.frame)
      : attribute("srcdoc", cardDocument(embed, label, lang));
  const { origin } = new URL(embed.frame);
  const allow = embed.allow.map((feature) => `${feature} ${origin}`).join("; ");
  return (
    `<iframe class="galley-frame"${attribute("title", label)}${attribute("style", styleOf(embed, shape))}${source}` +
    ` sandbox="${SANDBOX}"${attribute("allow", allow)}${REFERRER} loading="lazy"></iframe>`
  );
}

/** What stands higher than wide, and a post, fill no wide column. */
function styleOf({ shape: usual, isPost }: Embed, chosen: string): string {
  const shape = chosen === "" ? usual : chosen;
  const [width, height] = shape.split(":").map(Number);
  if (height === undefined) return `height:${shape}${isPost ? ";max-width:550px" : ""}`;
  return `aspect-ratio:${width}/${height}${(width ?? 0) < height ? ";max-width:22rem" : isPost ? ";max-width:550px" : ""}`;
}

const CARD_STYLE =
  ":root{color-scheme:light dark}body{margin:0}" +
  "a{box-sizing:border-box;display:flex;flex-flow:column;align-items:center;justify-content:center;gap:.5em;height:100vh;" +
  "padding:1em;overflow:hidden;text-align:center;text-decoration:none;font:1rem/1.4 system-ui,sans-serif;color:#1c1c1c;background:#e8e8e5}" +
  "a:focus-visible{outline:3px solid;outline-offset:-8px}" +
  "b{display:grid;place-items:center;flex:none;width:3rem;height:3rem;border-radius:50%;color:#fff;background:#1c1c1c;font-size:1.2rem}" +
  "strong{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}small{color:#4a4a4a}" +
  "@media(prefers-color-scheme:dark){a{color:#f0f0f0;background:#2a2a2a}b{color:#1c1c1c;background:#f0f0f0}small{color:#c4c4c4}}" +
  "@media(max-height:14rem){a{flex-flow:wrap;align-content:center}small{width:100%}}";

/** The card that a frame holds at first. */
function cardDocument(embed: Embed, label: string, lang: string): string {
  const target = withParameters(embed.frame, embed.play);
  return (
    `<style>${CARD_STYLE}</style>` +
    `<a${attribute("href", target)} target="_self"${REFERRER}${attribute("lang", lang)}>` +
    cardWords(embed.allow.includes("autoplay") ? "▶" : "+", label, loadsFrom(hostOf(embed.frame), lang)) +
    "</a>"
  );
}

function cardWords(sign: string, label: string, note: string): string {
  return `<b aria-hidden="true">${sign}&#xfe0e;</b><strong>${escapeText(label)}</strong><small>${escapeText(note)}</small>`;
}

/** In the language of the article where it is one of ours; the name of the host says it in any other. */
function loadsFrom(host: string, lang: string): string {
  const [language] = lang.toLowerCase().split("-");
  if (language === "ru") return `Нажмите, чтобы загрузить с ${host}`;
  return language === "en" || language === "" ? `Click to load from ${host}` : host;
}

/**
 * For a page that loads nothing from elsewhere: each frame of a rendered article as a card that says where it loads.
 * Nothing but `frameOf` makes such an element: words are escaped, and free HTML has no frames.
 * @param note what the card says, plain words of ours in the language `lang`
 */
export function withoutFrames(html: string, note: string, lang: string): string {
  return html.replaceAll(
    /<iframe class="galley-frame" title="([^"]*)" style="([^"]*)"[^>]*><\/iframe>/g,
    (_frame, title: string, style: string) =>
      `<div class="galley-still" style="${style}"><strong>${title}</strong><small lang="${lang}">${note}</small></div>`,
  );
}
