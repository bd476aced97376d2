/** How free HTML will look on the page, by the same rules as the sanitiser of a save, which has the last word. */
import {
  FREE_HTML_DROPPED_WHOLE,
  FREE_HTML_TAGS,
  freeHtmlAttribute,
} from "../../../../server/article/free-html-rules.ts";
import { messages } from "../../messages/index.ts";

const TAGS: ReadonlySet<string> = new Set(FREE_HTML_TAGS);
const DROPPED: ReadonlySet<string> = new Set(FREE_HTML_DROPPED_WHOLE);

/** Characters of an address that is named as taken out. */
const MAX_NAMED = 40;
/** Names that are told, of however many. */
const MAX_TAKEN_OUT = 12;

export interface FreeHtmlPreview {
  /** Inert: what the page gets, its pictures said rather than shown, its links leading nowhere. */
  html: string;
  /** What the site does not get: elements, attributes and addresses, each once, in their order; at most MAX_TAKEN_OUT. */
  takenOut: string[];
}

export function previewFreeHtml(source: string): FreeHtmlPreview {
  // Nothing in a template is loaded or run.
  const template = document.createElement("template");
  template.innerHTML = source;
  const takenOut = new Set<string>();
  clean(template.content, takenOut);
  return { html: template.innerHTML, takenOut: [...takenOut].slice(0, MAX_TAKEN_OUT) };
}

/** Comments and what is not allowed go; words of an element that goes stay, unless it is one that goes whole. */
function clean(parent: ParentNode & Node, takenOut: Set<string>): void {
  for (const node of [...parent.childNodes]) {
    if (node instanceof Comment) node.remove();
    if (!(node instanceof Element)) continue;
    const tag = node.localName;
    if (!TAGS.has(tag)) {
      takenOut.add(`<${tag}>`);
      if (DROPPED.has(tag)) {
        node.remove();
        continue;
      }
      const inside = node instanceof HTMLTemplateElement ? node.content : node;
      clean(inside, takenOut);
      node.replaceWith(...inside.childNodes);
      continue;
    }
    cleanAttributes(node, tag, takenOut);
    clean(node, takenOut);
    if (tag === "img") node.replaceWith(standIn(node));
    // The look is no page to go away from.
    else if (tag === "a") node.removeAttribute("href");
    else if (tag === "video" || tag === "audio") node.setAttribute("controls", "");
  }
}

function cleanAttributes(element: Element, tag: string, takenOut: Set<string>): void {
  for (const { name, value } of [...element.attributes]) {
    const kept = freeHtmlAttribute(tag, name, value);
    if (kept !== null) {
      element.setAttribute(name, kept);
      continue;
    }
    element.removeAttribute(name);
    const isAddress = freeHtmlAttribute(tag, name, "/") !== null;
    takenOut.add(isAddress ? `${name}="${value.trim().slice(0, MAX_NAMED)}"` : name);
  }
}

/** The editor loads nothing from elsewhere, so a picture is said rather than shown broken. */
function standIn(img: Element): HTMLElement {
  const words = document.createElement("span");
  words.style.cssText = "padding:0 .4em;border:1px dashed";
  words.textContent = messages.blocks.freeHtml.picture(img.getAttribute("alt") || img.getAttribute("src") || "");
  return words;
}
