/** A wrapper that the site defined (contract 2.5). Its definition goes with it as it came, also through the clipboard. */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { type ContainerDefinition, containerLook, containerSign } from "../../../../server/article/containers.ts";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { withPanels } from "./panels/load-panels.ts";

export const CustomContainer = Node.create<{ offered: readonly ContainerDefinition[] }>({
  name: "customContainer",
  addOptions: () => ({ offered: [] }),
  addAttributes: () => dataAttributes("customContainer"),
  parseHTML: () => [{ tag: "div[data-block=custom-container]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "custom-container" }, HTMLAttributes), 0],
  addNodeView() {
    return (props) => createContainerView(props, this.options.offered);
  },
});

function createContainerView(
  { node: initial, view, getPos }: NodeViewRendererProps,
  offered: readonly ContainerDefinition[],
): NodeView {
  const icon = element("span", { class: "container-icon", "aria-hidden": "true" });
  const label = element("span", { class: "block-label container-name" });
  const about = element("span", { class: "container-about" });
  const head = element("div", { class: "block-head", contenteditable: "false" }, icon, label, about);
  const news = element("p", { class: "container-news", contenteditable: "false" });
  const body = element("div", { class: "block-body" });
  const fields = element("div", { class: "container-fields", contenteditable: "false" });
  const dom = element("div", { class: "container", role: "group" }, head, news, fields, body);
  return createBlockView(initial, {
    view,
    getPos,
    dom,
    contentDOM: body,
    place: fields,
    show(node) {
      const definition = definitionOf(node);
      const name = containerLook(definition).name || messages.blocks.container.unnamed;
      const sign = containerSign(definition);
      dom.setAttribute("aria-label", messages.blocks.container.named(name));
      dom.style.setProperty("--container-color", sign.color);
      dom.classList.toggle("has-color", sign.color !== "");
      label.textContent = name;
      about.textContent = sign.description;
      about.title = sign.description;
      // A picture of the definition itself: in an image it loads nothing and runs nothing.
      icon.replaceChildren(sign.icon.startsWith("data:") ? element("img", { src: sign.icon, alt: "" }) : sign.icon);
      icon.hidden = sign.icon === "";
      const { gone, changed } = messages.blocks.container;
      const isGone = offeredAs(definition, offered) === null;
      const said = isGone ? gone : changedOf(definition, offered) === null ? "" : changed;
      news.textContent = said;
      news.hidden = said === "";
    },
    // It has nothing to fill in: only what the site has changed meanwhile can be taken.
    ...(changedOf(definitionOf(initial), offered) === null
      ? {}
      : {
          label: messages.blocks.container.unnamed,
          fields: () =>
            withPanels(
              ({ ContainerPanel }) =>
                (shown, block) =>
                  createElement(ContainerPanel, { block, newest: changedOf(definitionOf(shown), offered) }),
            ),
        }),
  });
}

const definitionOf = ({ attrs }: NodeViewRendererProps["node"]) => attrs.definition as ContainerDefinition | null;

/** The site's present definition of the same name; null where it offers none. */
function offeredAs(
  definition: ContainerDefinition | null,
  offered: readonly ContainerDefinition[],
): ContainerDefinition | null {
  const { name } = containerLook(definition);
  return offered.find((each) => containerLook(each).name === name) ?? null;
}

/** The same where it has become another by now; null where it is as it was, or gone. */
function changedOf(
  definition: ContainerDefinition | null,
  offered: readonly ContainerDefinition[],
): ContainerDefinition | null {
  const present = offeredAs(definition, offered);
  return JSON.stringify(present) === JSON.stringify(definition) ? null : present;
}
