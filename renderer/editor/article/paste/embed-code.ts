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

const CODE = "iframe, blockquote, div, script[data-telegram-post]";
const MAX_CODE = 20_000;

/** @returns null for an element that is not embed code */
export function readCode(element: Element, hosts: readonly EmbedHost[]): FromCode | null {
  const url = urlIn(element);
  if (url === null) return null;
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

function urlIn(element: Element): string | null {
  const attribute = (name: string) => element.getAttribute(name)?.trim() || null;
  const hasClass = (name: string) => element.classList.contains(name);
  switch (element.localName) {
    case "iframe":
      return [attribute("src"), attribute("data-src")].find((src) => src !== null && src !== "about:blank") ?? null;
    case "script":
      return attribute("data-telegram-post") === null ? null : `https://t.me/${attribute("data-telegram-post")}`;
    case "blockquote":
      if (hasClass("instagram-media")) return attribute("data-instgrm-permalink");
      if (hasClass("tiktok-embed")) return attribute("cite");
      if (hasClass("mastodon-embed")) return attribute("data-embed-url");
      if (hasClass("bluesky-embed"))
        return attribute("data-bluesky-uri")?.replace(/^at:\/\//, "https://embed.bsky.app/embed/") ?? null;
      if (hasClass("reddit-embed-bq")) return element.querySelector("a")?.getAttribute("href") ?? null;
      if (hasClass("twitter-tweet") || hasClass("twitter-video"))
        return [...element.querySelectorAll("a")].at(-1)?.getAttribute("href") ?? null;
      return null;
    case "div":
      if (hasClass("fb-post") || hasClass("fb-video")) return attribute("data-href");
      if (hasClass("flourish-embed") && attribute("data-src") !== null)
        return `https://flo.uri.sh/${attribute("data-src")}`;
      return null;
    default:
      return null;
  }
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
