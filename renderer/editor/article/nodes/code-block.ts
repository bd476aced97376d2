/** Lines of code, with a word for the site's highlighter. Tab leaves it, as everywhere. */
import { CodeBlock as TiptapCodeBlock } from "@tiptap/extension-code-block";
import { element } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { createAttributeWriter } from "./attribute-writer.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { fieldsPanel, textField } from "./panels/fields.ts";

const MAX_LANGUAGE_LENGTH = 40;

export const CodeBlock = TiptapCodeBlock.extend({
  addAttributes() {
    return {
      language: {
        ...dataAttributes("codeBlock").language,
        parseHTML: (dom: HTMLElement) => languageOf(dom).slice(0, MAX_LANGUAGE_LENGTH),
        rendered: false,
      },
    };
  },

  addNodeView:
    () =>
    ({ node: initial, view, getPos }) => {
      const t = messages.blocks.code;
      const label = element("span", { class: "block-label" });
      const head = element("div", { class: "block-head", contenteditable: "false" }, label);
      const code = element("code", { spellcheck: "false" });
      return createBlockView(initial, view, {
        dom: element("div", { class: "code-block" }, head, element("pre", {}, code)),
        contentDOM: code,
        place: head,
        show(node) {
          label.textContent = String(node.attrs.language) || t.name;
        },
        fields() {
          const writer = createAttributeWriter(view, getPos, "language");
          const field = textField({
            label: t.language,
            placeholder: t.languagePlaceholder,
            maxLength: MAX_LANGUAGE_LENGTH,
            onInput: writer.write,
            onDone: () => view.focus(),
          });
          field.dom.addEventListener("focusout", writer.end);
          return { dom: fieldsPanel(field.dom), show: (node) => field.show(node.attrs.language) };
        },
      });
    },
});

/** From a class such as `language-js`, on the code or around it; "" where nobody has said. */
function languageOf(pre: HTMLElement): string {
  for (const dom of [pre.querySelector("code"), pre])
    for (const name of dom?.classList ?? []) if (name.startsWith("language-")) return name.slice("language-".length);
  return "";
}
