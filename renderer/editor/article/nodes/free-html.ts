/**
 * Markup as somebody types it. On the screen its source is in a field, and above it stands how it will look, in a frame
 * that runs nothing and loads nothing: the frame is sandboxed, has no origin, and its own policy allows styles and
 * pictures inside the markup alone.
 */
import { mergeAttributes, Node } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { FREE_HTML_DROPPED_WHOLE, FREE_HTML_TAGS } from "../../../../server/article/free-html-tags.ts";
import { element } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { withPanels } from "./panels/load-panels.ts";

const HEAD =
  `<!doctype html><html style="color-scheme:light dark"><head>` +
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">` +
  `</head><body style="margin:12px;font:1.0625rem/1.6 Georgia,serif">`;

/** ms after the last key before the preview follows. */
const PREVIEW_DELAY = 400;

export const FreeHtml = Node.create({
  name: "freeHtml",
  addAttributes: () => dataAttributes("freeHtml"),
  parseHTML: () => [{ tag: "div[data-block=free-html]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "free-html" }, HTMLAttributes)],
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      createFreeHtmlView(node, view, getPos),
});

function createFreeHtmlView(initial: ProseMirrorNode, view: EditorView, getPos: () => number | undefined): NodeView {
  const t = messages.blocks.freeHtml;
  const frame = element("iframe", { sandbox: "", title: t.look, tabindex: "-1", referrerpolicy: "no-referrer" });
  const empty = element("p", { class: "free-html-empty" }, t.empty);
  const label = element("span", { class: "block-label" }, t.name);
  const note = element("span", { class: "block-note" }, t.sanitised);
  const foot = element("div", { class: "free-html-foot" });
  const dom = element(
    "div",
    { class: "free-html", contenteditable: "false" },
    element("div", { class: "block-head" }, label, note),
    frame,
    empty,
    foot,
  );
  let shown: string | null = null;
  let wanted = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drawPreview(): void {
    if (wanted === shown) return;
    shown = wanted;
    const { html, leftOut } = previewOf(wanted);
    frame.srcdoc = HEAD + html;
    note.textContent = leftOut.length === 0 ? t.sanitised : t.leftOut(leftOut.join(", "));
  }

  const block = createBlockView(initial, {
    view,
    getPos,
    dom,
    place: foot,
    show(node) {
      wanted = String(node.attrs.html);
      const isEmpty = wanted.trim() === "";
      frame.hidden = isEmpty;
      empty.hidden = !isEmpty;
      clearTimeout(timer);
      if (shown === null) drawPreview();
      else timer = setTimeout(drawPreview, PREVIEW_DELAY);
    },
    fields: () =>
      withPanels(
        ({ FreeHtmlPanel }) =>
          (shown, panel) =>
            createElement(FreeHtmlPanel, { block: panel, node: shown }),
      ),
  });
  return {
    ...block,
    destroy() {
      clearTimeout(timer);
      block.destroy?.();
    },
  };
}

const TAGS: ReadonlySet<string> = new Set(FREE_HTML_TAGS);
const DROPPED: ReadonlySet<string> = new Set(FREE_HTML_DROPPED_WHOLE);

interface FreeHtmlPreview {
  html: string;
  /** Names of elements and attributes, each once, in their order. */
  leftOut: string[];
}

/** How free HTML will look, and what of it the site does not get. The sanitiser of the appliance has the last word. */
function previewOf(html: string): FreeHtmlPreview {
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
