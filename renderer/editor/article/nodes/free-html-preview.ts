/** Previews free HTML as the published page shows it, by the rules of the sanitiser that runs on a save. */
import {
  FREE_HTML_DROPPED_WHOLE,
  FREE_HTML_TAGS,
  freeHtmlAttribute,
} from "../../../../server/article/free-html-rules.ts";
import { messages } from "../../messages/index.ts";

const TAGS: ReadonlySet<string> = new Set(FREE_HTML_TAGS);
const DROPPED: ReadonlySet<string> = new Set(FREE_HTML_DROPPED_WHOLE);

const MAX_NAMED = 40;
const MAX_TAKEN_OUT = 12;

/** @returns inert HTML, without links and pictures; and removed elements, attributes and URLs, each once */
export function previewFreeHtml(source: string) {
  // A template loads and runs nothing.
  const template = document.createElement("template");
  template.innerHTML = source;
  const takenOut = new Set<string>();
  clean(template.content, takenOut);
  return { html: template.innerHTML, takenOut: [...takenOut].slice(0, MAX_TAKEN_OUT) };
}

/** Removes comments and elements that are not allowed; keeps their text, except for elements dropped whole. */
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
    // The preview must not navigate.
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

/** A picture becomes its description, as the editor loads nothing from other sites. */
function standIn(img: Element): HTMLElement {
  const words = document.createElement("span");
  words.style.cssText = "padding:0 .4em;border:1px dashed";
  words.textContent = messages.blocks.freeHtml.picture(img.getAttribute("alt") || img.getAttribute("src") || "");
  return words;
}
