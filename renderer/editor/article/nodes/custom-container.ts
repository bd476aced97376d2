/** A wrapper that the site defined (contract 2.5). Its definition goes with it as it came, also through the clipboard. */
import { mergeAttributes, Node } from "@tiptap/core";
import { type ContainerDefinition, containerLook } from "../../../../server/article/containers.ts";
import { element } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";

export const CustomContainer = Node.create({
  name: "customContainer",
  addAttributes: () => dataAttributes("customContainer"),
  parseHTML: () => [{ tag: "div[data-block=custom-container]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "custom-container" }, HTMLAttributes), 0],

  addNodeView:
    () =>
    ({ node: initial, view, getPos }) => {
      const label = element("span", { class: "block-label" });
      const markup = element("span", { class: "block-note" });
      const head = element("div", { class: "block-head", contenteditable: "false" }, label, markup);
      const body = element("div", { class: "block-body" });
      // The site's definition is not changed here; it is read with the pointer over it or the cursor in it.
      return createBlockView(initial, {
        view,
        getPos,
        dom: element("div", { class: "container" }, head, body),
        contentDOM: body,
        place: head,
        show(node) {
          const definition = node.attrs.definition as ContainerDefinition | null;
          label.textContent = containerLook(definition).name || messages.blocks.container.unnamed;
          markup.textContent = markupOf(definition);
        },
      });
    },
});

/** Class and data attributes as they stand in markup. */
function markupOf(definition: ContainerDefinition | null): string {
  const { className, data } = containerLook(definition);
  const attributes = Object.entries(className === "" ? data : { class: className, ...data });
  return attributes.map(([name, value]) => `${name}="${value}"`).join(" ");
}
