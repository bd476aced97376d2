/** HTML typed by the journalist, previewed in a sandboxed frame that allows only inline styles and data: pictures. */
import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { DEFAULT_EMBEDS, type EmbedHost, type EmbedSettings } from "../../../../server/article/embeds/settings.ts";
import {
  FREE_HTML_DROPPED_WHOLE,
  FREE_HTML_TAGS,
  freeHtmlAttribute,
} from "../../../../server/article/free-html-rules.ts";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { createBlockView } from "./block-view.ts";
import { copiedAs } from "./data-attributes.ts";

const HEAD =
  `<!doctype html><html style="color-scheme:light dark"><head>` +
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">` +
  `</head><body style="margin:12px;font:1.0625rem/1.6 Georgia,serif">` +
  `<style>a{color:LinkText;text-decoration:underline}</style>`;

const PREVIEW_DELAY_MS = 400;

export const FreeHtml = Node.create<{ embeds: EmbedSettings }>({
  ...copiedAs("freeHtml"),
  addOptions: () => ({ embeds: DEFAULT_EMBEDS }),
  addNodeView() {
    return (props) => createFreeHtmlView(props, this.options.embeds.hosts);
  },
});

function createFreeHtmlView(props: NodeViewRendererProps, hosts: readonly EmbedHost[]): NodeView {
  const t = messages.blocks.freeHtml;
  const frame = element("iframe", { sandbox: "", title: t.look, tabindex: "-1", referrerpolicy: "no-referrer" });
  const empty = element("p", { class: "free-html-empty note" }, t.empty);
  const label = element("span", { class: "block-label" }, t.label);
  const note = element("span", { class: "block-note" }, t.sanitised);
  const foot = element("div", { class: "free-html-foot" });
  const dom = element(
    "div",
    { class: "free-html", contenteditable: "false" },
    element("div", { class: "block-head note" }, label, note),
    frame,
    empty,
    foot,
  );
  let shown: string | null = null;
  let source = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drawPreview(): void {
    if (source === shown) return;
    shown = source;
    const { html, removed } = previewFreeHtml(source);
    const isNothing = html.trim() === "";
    // A frame that loads while hidden stays blank, so it is shown first and emptied when hidden.
    frame.hidden = isNothing;
    frame.srcdoc = isNothing ? "" : HEAD + html;
    empty.hidden = !isNothing;
    empty.textContent = source.trim() === "" ? t.empty : t.nothingLeft;
    note.textContent = removed.length === 0 ? t.sanitised : t.removed(removed.join(", "));
  }

  return createBlockView(props, {
    dom,
    place: foot,
    show(node) {
      source = String(node.attrs.html);
      clearTimeout(timer);
      if (shown === null) drawPreview();
      else timer = setTimeout(drawPreview, PREVIEW_DELAY_MS);
    },
    fields: ({ FreeHtmlPanel }) => createElement(FreeHtmlPanel, { hosts }),
    destroy: () => clearTimeout(timer),
  });
}

const TAGS: ReadonlySet<string> = new Set(FREE_HTML_TAGS);
const DROPPED: ReadonlySet<string> = new Set(FREE_HTML_DROPPED_WHOLE);

const MAX_NAMED = 40;
const MAX_REMOVED = 12;

/** @returns inert HTML without links and pictures, and the removed elements, attributes and URLs, each once */
function previewFreeHtml(source: string) {
  // A template loads no resources and runs no scripts.
  const template = document.createElement("template");
  template.innerHTML = source;
  const removed = new Set<string>();
  clean(template.content, removed);
  return { html: template.innerHTML, removed: [...removed].slice(0, MAX_REMOVED) };
}

/** Removes comments and forbidden elements, but keeps the content of elements that are not dropped whole. */
function clean(parent: ParentNode & globalThis.Node, removed: Set<string>): void {
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
