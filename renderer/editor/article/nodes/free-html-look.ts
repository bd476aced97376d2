/** How free HTML will look, and what of it the site does not get. The sanitiser of the appliance has the last word. */
import { FREE_HTML_DROPPED_WHOLE, FREE_HTML_TAGS } from "../../../../server/article/free-html-tags.ts";
import { messages } from "../../messages/index.ts";

const TAGS: ReadonlySet<string> = new Set(FREE_HTML_TAGS);
const DROPPED: ReadonlySet<string> = new Set(FREE_HTML_DROPPED_WHOLE);

export interface FreeHtmlLook {
  html: string;
  /** Names of elements and attributes, each once, in their order. */
  leftOut: string[];
}

export function lookOf(html: string): FreeHtmlLook {
  // Nothing in a template is loaded or run.
  const template = document.createElement("template");
  template.innerHTML = html;
  const leftOut = new Set<string>();
  for (const element of template.content.querySelectorAll("*")) {
    const tag = element.localName;
    // What stands in something that is left out is left out with it.
    if (!template.content.contains(element)) continue;
    if (!TAGS.has(tag)) {
      leftOut.add(`<${tag}>`);
      if (DROPPED.has(tag)) element.remove();
      else element.replaceWith(...element.childNodes);
    } else if (tag === "img") element.replaceWith(standIn(element));
    else
      for (const { name } of [...element.attributes]) {
        if (name !== "style" && name !== "id" && !name.startsWith("on")) continue;
        leftOut.add(name);
        element.removeAttribute(name);
      }
  }
  return { html: template.innerHTML, leftOut: [...leftOut] };
}

/** The editor loads nothing from elsewhere, so a picture is said rather than shown broken. */
function standIn(img: Element): HTMLElement {
  const words = document.createElement("span");
  words.style.cssText = "padding:0 .4em;border:1px dashed";
  words.textContent = messages.blocks.freeHtml.picture(img.getAttribute("alt") || img.getAttribute("src") || "");
  return words;
}
