/**
 * Free HTML on the screen: the source in a field, and its look in a frame that runs nothing and loads nothing. The
 * frame is sandboxed, has no origin, and its own policy allows styles and pictures inside the markup alone.
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { MAX_FREE_HTML_LENGTH } from "../../../../server/article/schema.ts";
import { element } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { createAttributeWriter } from "./attribute-writer.ts";
import { createBlockView } from "./block-view.ts";
import { lookOf } from "./free-html-look.ts";
import { fieldsPanel } from "./panels/fields.ts";

const HEAD =
  `<!doctype html><html style="color-scheme:light dark"><head>` +
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">` +
  `</head><body style="margin:12px;font:1.0625rem/1.6 Georgia,serif">`;

/** ms after the last key before the look follows. */
const LOOK_DELAY = 400;

export function createFreeHtmlView(initial: Node, view: EditorView, getPos: () => number | undefined): NodeView {
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

  function look(): void {
    if (wanted === shown) return;
    shown = wanted;
    const { html, leftOut } = lookOf(wanted);
    frame.srcdoc = HEAD + html;
    note.textContent = leftOut.length === 0 ? t.sanitised : t.leftOut(leftOut.join(", "));
  }

  const block = createBlockView(initial, view, {
    dom,
    place: foot,
    show(node) {
      wanted = String(node.attrs.html);
      const isEmpty = wanted.trim() === "";
      frame.hidden = isEmpty;
      empty.hidden = !isEmpty;
      clearTimeout(timer);
      if (shown === null) look();
      else timer = setTimeout(look, LOOK_DELAY);
    },
    fields() {
      const writer = createAttributeWriter(view, getPos, "html");
      const source = element("textarea", {
        "aria-label": t.source,
        placeholder: t.placeholder,
        rows: "6",
        spellcheck: "false",
        maxlength: String(MAX_FREE_HTML_LENGTH),
      });
      source.addEventListener("input", () => writer.write(source.value));
      source.addEventListener("blur", writer.end);
      return {
        dom: fieldsPanel(source),
        show(node) {
          if (document.activeElement !== source) source.value = String(node.attrs.html);
        },
      };
    },
  });
  return { ...block, destroy: () => clearTimeout(timer) };
}
