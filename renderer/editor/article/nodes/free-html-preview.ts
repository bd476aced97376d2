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
const MAX_REMOVED = 12;

/** @returns inert HTML without links and pictures, and the removed elements, attributes and URLs, each once */
export function previewFreeHtml(source: string) {
  // A template loads no resources and runs no scripts.
  const template = document.createElement("template");
  template.innerHTML = source;
  const removed = new Set<string>();
  clean(template.content, removed);
  return { html: template.innerHTML, removed: [...removed].slice(0, MAX_REMOVED) };
}

/** Removes comments and forbidden elements, but keeps the content of elements that are not dropped whole. */
function clean(parent: ParentNode & Node, removed: Set<string>): void {
  for (const node of [...parent.childNodes]) {
    if (node instanceof Comment) node.remove();
    if (!(node instanceof Element)) continue;
    const tag = node.localName;
    if (!TAGS.has(tag)) {
      removed.add(`<${tag}>`);
      if (DROPPED.has(tag)) {
        node.remove();
        continue;
      }
      const inside = node instanceof HTMLTemplateElement ? node.content : node;
      clean(inside, removed);
      node.replaceWith(...inside.childNodes);
      continue;
    }
    cleanAttributes(node, tag, removed);
    clean(node, removed);
    if (tag === "img") node.replaceWith(pictureText(node));
    // The preview must not navigate.
    else if (tag === "a") node.removeAttribute("href");
    else if (tag === "video" || tag === "audio") node.setAttribute("controls", "");
  }
}

function cleanAttributes(element: Element, tag: string, removed: Set<string>): void {
  for (const { name, value } of [...element.attributes]) {
    const kept = freeHtmlAttribute(tag, name, value);
    if (kept !== null) {
      element.setAttribute(name, kept);
      continue;
    }
    element.removeAttribute(name);
    const isUrl = freeHtmlAttribute(tag, name, "/") !== null;
    removed.add(isUrl ? `${name}="${value.trim().slice(0, MAX_NAMED)}"` : name);
  }
}

/** Shows the description of a picture, because the editor loads nothing from other sites. */
function pictureText(img: Element): HTMLElement {
  const text = document.createElement("span");
  text.style.cssText = "padding:0 .4em;border:1px dashed";
  text.textContent = messages.blocks.freeHtml.picture(img.getAttribute("alt") || img.getAttribute("src") || "");
  return text;
}
