/** Code with a language name for the site's highlighter. Tab leaves the block. */
import { CodeBlock as TiptapCodeBlock } from "@tiptap/extension-code-block";
import { createElement } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { drawWith } from "./panels/load-panels.ts";

const MAX_LANGUAGE_LENGTH = 40;

export const CodeBlock = TiptapCodeBlock.extend({
  addAttributes: () => ({
    language: {
      ...dataAttributes("codeBlock").language,
      parseHTML: (dom: HTMLElement) => languageOf(dom).slice(0, MAX_LANGUAGE_LENGTH),
      rendered: false,
    },
  }),
  addNodeView: () => (props) => {
    const label = element("span", { class: "block-label" });
    const head = element("div", { class: "block-head", contenteditable: "false" }, label);
    const code = element("code", { spellcheck: "false" });
    return createBlockView(props, {
      dom: element("div", { class: "code-block" }, head, element("pre", {}, code)),
      contentDOM: code,
      place: head,
      show(node) {
        label.textContent = String(node.attrs.language) || messages.blocks.code.name;
      },
      fields: () =>
        drawWith(({ CodePanel }, panel) => createElement(CodePanel, { ...panel, maxLength: MAX_LANGUAGE_LENGTH })),
    });
  },
});

/** From a class such as `language-js` on `pre` or its `code`; "" where there is none. */
function languageOf(pre: HTMLElement): string {
  for (const dom of [pre.querySelector("code"), pre])
    for (const name of dom?.classList ?? []) if (name.startsWith("language-")) return name.slice("language-".length);
  return "";
}
