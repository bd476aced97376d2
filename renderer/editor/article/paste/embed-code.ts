/** Reads embed code: an iframe, or markup that a site's script turns into one. Uses only the URL, title and height. */
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, Slice } from "@tiptap/pm/model";
import { NodeSelection, type Transaction } from "@tiptap/pm/state";
import { readEmbed } from "../../../../server/article/embeds/embed.ts";
import { type EmbedHost, isEmbedShape } from "../../../../server/article/embeds/settings.ts";

/** An embed, or a link card with the reason if the host is not allowed. */
export type FromCode =
  | { kind: "embed"; attrs: { href: string; title: string; shape: string } }
  | { kind: "card"; attrs: { href: string; title: string }; read: ReturnType<typeof readEmbed> };

const links = (element: Element) => [...element.querySelectorAll("a")].map((link) => link.getAttribute("href"));

/** Selectors of embed code, and where its URL is. */
const CODES: readonly [selector: string, url: (element: Element) => string | null | undefined][] = [
  ["iframe[src]:not([src='']):not([src='about:blank'])", (frame) => frame.getAttribute("src")],
  ["iframe[data-src]", (frame) => frame.getAttribute("data-src")],
  ["script[data-telegram-post]", (script) => `https://t.me/${script.getAttribute("data-telegram-post")}`],
  ["blockquote.instagram-media", (quote) => quote.getAttribute("data-instgrm-permalink")],
  ["blockquote.tiktok-embed", (quote) => quote.getAttribute("cite")],
  ["blockquote.mastodon-embed", (quote) => quote.getAttribute("data-embed-url")],
  [
    "blockquote.bluesky-embed",
    (quote) => quote.getAttribute("data-bluesky-uri")?.replace(/^at:\/\//, "https://embed.bsky.app/embed/"),
  ],
  ["blockquote.reddit-embed-bq", (quote) => links(quote).at(0)],
  ["blockquote:is(.twitter-tweet, .twitter-video)", (quote) => links(quote).at(-1)],
  ["div:is(.fb-post, .fb-video)", (post) => post.getAttribute("data-href")],
  ["div.flourish-embed[data-src]", (chart) => `https://flo.uri.sh/${chart.getAttribute("data-src")}`],
];
const CODE = CODES.map(([selector]) => selector).join();
const MAX_CODE = 20_000;

/** @returns null for an element that is not embed code */
export function readCode(element: Element, hosts: readonly EmbedHost[]): FromCode | null {
  const url = CODES.find(([selector]) => element.matches(selector))?.[1](element)?.trim();
  if (!url) return null;
  const read = readEmbed(url, hosts);
  const title = titleOf(element);
  if (read.ok) {
    const { address: href, shape } = read.embed;
    return {
      kind: "embed",
      attrs: { href, title, shape: shape.endsWith("px") && !read.embed.isPost ? heightOf(element) : "" },
    };
  }
  if (read.reason === "not_an_address") return null;
  return { kind: "card", attrs: { href: url.startsWith("//") ? `https:${url}` : url, title }, read };
}

/** @returns null for a text that is not only embed code */
export function readCodeText(text: string, hosts: readonly EmbedHost[]): FromCode[] | null {
  const code = text.trim();
  if (!code.startsWith("<") || code.length > MAX_CODE) return null;
  const { body } = new DOMParser().parseFromString(`<body>${code}`, "text/html");
  const found: FromCode[] = [];
  for (const element of body.querySelectorAll(CODE)) {
    const read = body.contains(element) ? readCode(element, hosts) : null;
    if (read === null) continue;
    found.push(read);
    element.remove();
  }
  for (const script of body.querySelectorAll("script, style")) script.remove();
  return found.length === 0 || (body.textContent ?? "").trim() !== "" ? null : found;
}

const GENERIC_TITLE =
  /^(?:youtube|vimeo|spotify|soundcloud|embed|iframe|video)?\s*(?:video|embed|spotify)?\s*(?:player)?:?\s*$/i;

function titleOf(element: Element): string {
  const title = (element.getAttribute("title") ?? element.getAttribute("aria-label") ?? "").replace(/\s+/g, " ").trim();
  return GENERIC_TITLE.test(title) ? "" : title.slice(0, 300);
}

function heightOf(element: Element): string {
  const [, height] = /^(\d{2,4})(?:px)?$/.exec(element.getAttribute("height")?.trim() ?? "") ?? [];
  return isEmbedShape(`${height}px`) ? `${height}px` : "";
}

/** Replaces the selection and selects the first block, which shows its fields. */
export function withBlocks(tr: Transaction, read: readonly FromCode[]): Transaction {
  const { schema } = tr.doc.type;
  const nodes = read.map(({ kind, attrs }) => schema.node(kind === "embed" ? "embed" : "linkEmbed", attrs));
  closeHistory(tr).replaceRange(tr.selection.from, tr.selection.to, new Slice(Fragment.from(nodes), 0, 0));
  tr.doc.descendants((node, position) => {
    if (node === nodes[0]) tr.setSelection(NodeSelection.create(tr.doc, position));
    return node.isBlock && !node.isTextblock;
  });
  return tr.scrollIntoView();
}
