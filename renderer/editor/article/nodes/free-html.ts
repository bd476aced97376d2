/** HTML typed by the journalist, previewed in a sandboxed frame that allows only inline styles and data: pictures. */
import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { DEFAULT_EMBEDS, type EmbedHost, type EmbedSettings } from "../../../../server/article/embeds/settings.ts";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { createBlockView, loadPanels } from "./block-view.ts";
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

  async function drawPreview(): Promise<void> {
    // If the code cannot load, such as offline, the next change retries.
    const panels = await loadPanels().catch(() => null);
    if (panels === null || source === shown) return;
    shown = source;
    const { html, removed } = panels.previewFreeHtml(source);
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
      if (shown === null) void drawPreview();
      else timer = setTimeout(() => void drawPreview(), PREVIEW_DELAY_MS);
    },
    fields: ({ FreeHtmlPanel }) => createElement(FreeHtmlPanel, { hosts }),
    destroy: () => clearTimeout(timer),
  });
}
