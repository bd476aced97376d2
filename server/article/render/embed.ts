/**
 * Renders an embed. Until a reader clicks, the frame shows a card without scripts, whose link loads the other site. A still is
 * a picture of the article behind the frame. The caption links to the page, for sites that remove frames.
 */
import type { Node } from "prosemirror-model";
import { type Embed, embedOf } from "../embeds/embed.ts";
import { withParameters } from "../embeds/frames.ts";
import { renderInline } from "./inline.ts";
import { figureOf, renderCard } from "./media.ts";
import { fileOf, type Rendering, renderPicture, SIZES } from "./rendering.ts";
import { attribute, escapeText, hostOf } from "./safe.ts";

/** Players need scripts, storage and links. The card has the origin of the page, but contains only escaped text. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms";
/** Without a referrer, players refuse to play. */
const REFERRER = ` referrerpolicy="strict-origin-when-cross-origin"`;

export function renderEmbed(node: Node, rendering: Rendering): string {
  const { href, title, shape, poster } = node.attrs as Record<"href" | "title" | "shape" | "poster", string>;
  const caption = renderInline(node);
  const embed = embedOf(href, rendering.embeds.hosts);
  if (embed === null) {
    const card = renderCard({ href, title, description: "" }, rendering);
    return figureOf(card, caption, {}, rendering);
  }
  const label = title.trim() === "" ? embed.name : `${embed.name}: ${title.trim()}`;
  const link = `<a class="galley-embed-link"${attribute("href", embed.address)} rel="noopener">${escapeText(label)}</a>`;
  const words = [caption, `<small>${link}</small>`].filter((part) => part !== "").join(" ");
  rendering.parts.add("embed");
  // A frame that loads with the page hides its still.
  const still = rendering.embeds.loading === "at_once" ? null : fileOf(poster, rendering, "image");
  const isStill = still?.kind === "image";
  const frame = frameOf(embed, title.trim(), { label, shape, isStill }, rendering);
  if (!isStill) return figureOf(frame, words, { classes: " galley-embed" }, rendering);
  rendering.parts.add("still");
  const picture = renderPicture(still, "", rendering, { sizes: SIZES.text });
  const screen = `<div class="galley-screen"${attribute("style", widestOf(embed, shape))}>${picture}${frame}</div>`;
  return figureOf(screen, words, { classes: " galley-embed" }, rendering);
}

/** `withoutFrames` relies on this exact form: the beginning, no other `>`, no content. */
function frameOf(
  embed: Embed,
  title: string,
  { label, shape, isStill }: { label: string; shape: string; isStill: boolean },
  { embeds, lang }: Rendering,
): string {
  const source =
    embeds.loading === "at_once"
      ? attribute("src", embed.frame)
      : attribute("srcdoc", cardDocument(embed, title, isStill, lang));
  const { origin } = new URL(embed.frame);
  const allow = embed.allow.map((feature) => `${feature} ${origin}`).join("; ");
  return (
    `<iframe class="galley-frame"${attribute("title", label)}${attribute("style", styleOf(embed, shape))}${source}` +
    ` sandbox="${SANDBOX}"${attribute("allow", allow)}${REFERRER} loading="lazy"></iframe>`
  );
}

function styleOf(embed: Embed, chosen: string): string {
  const shape = chosen === "" ? embed.shape : chosen;
  const size = shape.endsWith("px") ? `height:${shape}` : `aspect-ratio:${shape.replace(":", "/")}`;
  return [size, widestOf(embed, chosen)].filter((rule) => rule !== "").join(";");
}

function widestOf({ shape: usual, isPost }: Embed, chosen: string): string {
  const [width = 0, height = 0] = (chosen === "" ? usual : chosen).split(":").map(Number);
  if (width < height) return "max-width:22rem";
  return isPost ? "max-width:550px" : "";
}

/** Neutral, because the reader's system does not decide whether the page is light or dark. */
const CARD_STYLE =
  "body{margin:0}" +
  "a{box-sizing:border-box;display:flex;flex-flow:column;align-items:center;justify-content:center;gap:.75em;height:100vh;" +
  "padding:1em;overflow:hidden;text-align:center;text-decoration:none;font:1rem/1.4 system-ui,sans-serif;color:#fff;background:#55585e}" +
  "a:focus-visible{outline:3px solid;outline-offset:-8px}" +
  "b{display:grid;place-items:center;flex:none;width:3rem;height:3rem;border-radius:50%;color:#2f3136;background:#fff;font-size:1.2rem}" +
  "span{display:grid;gap:.15em;min-width:0;max-width:100%}" +
  "strong{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}small{color:#e4e5e7}" +
  "i{overflow:hidden;font-style:normal;font-size:smaller;text-overflow:ellipsis;white-space:nowrap}" +
  "@media(max-height:14rem){a{flex-flow:row;text-align:start}}";

/** A frame is transparent only if its document and its element (style.ts) have the same colour scheme. */
const OVER_STILL =
  ":root{color-scheme:light}a,small{color:#fff}a{justify-content:end;background:linear-gradient(transparent 30%,rgba(0,0,0,.8) 80%)}" +
  "b{position:absolute;inset:0;margin:auto;color:#fff;background:rgba(0,0,0,.7)}" +
  "@media(max-height:14rem){a{align-items:end;justify-content:start}b{inset-inline-end:1rem;inset-inline-start:auto}}";

function cardDocument(embed: Embed, title: string, isStill: boolean, lang: string): string {
  const target = withParameters(embed.frame, embed.play);
  const sign = embed.allow.includes("autoplay") ? "▶" : "+";
  const page = embed.address.replace(/^https:\/\/(?:www\.)?/, "");
  const where = title === "" || page.startsWith(embed.name) ? page : `${embed.name} · ${page}`;
  return (
    `<style>${CARD_STYLE}${isStill ? OVER_STILL : ""}</style>` +
    `<a${attribute("href", target)} target="_self"${REFERRER}${attribute("lang", lang)}>` +
    `<b aria-hidden="true">${sign}&#xfe0e;</b><span><strong>${escapeText(title === "" ? embed.name : title)}</strong>` +
    `<i>${escapeText(where)}</i><small>${escapeText(loadsFrom(hostOf(embed.frame), lang))}</small></span></a>`
  );
}

/** In the article's language if Galley supports it, else only the host. */
function loadsFrom(host: string, lang: string): string {
  const [language] = lang.toLowerCase().split("-");
  if (language === "ru") return `Нажмите, чтобы загрузить с ${host}`;
  return language === "en" || language === "" ? `Click to load from ${host}` : host;
}

/** Replaces each frame with a card that shows `note`. Only `frameOf` makes such elements: free HTML has no frames. */
export function withoutFrames(html: string, note: string, lang: string): string {
  return html.replaceAll(
    /<iframe class="galley-frame" title="([^"]*)" style="([^"]*)"[^>]*><\/iframe>/g,
    (_frame, title: string, style: string) =>
      `<div class="galley-still" style="${style}"><strong>${title}</strong><small lang="${lang}">${note}</small></div>`,
  );
}
