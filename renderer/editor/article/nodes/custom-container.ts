/** A wrapper defined by the site (contract 2.5). The node keeps the site's definition unchanged. */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { type ContainerDefinition, containerLook, containerSign } from "../../../../server/article/containers.ts";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { drawWith } from "./panels/load-panels.ts";

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

type Definition = ContainerDefinition | null;

function createContainerView(props: NodeViewRendererProps, offered: readonly ContainerDefinition[]): NodeView {
  const t = messages.blocks.container;
  const icon = element("span", { class: "container-icon one-line", "aria-hidden": "true" });
  const label = element("span", { class: "block-label container-name one-line" });
  const about = element("span", { class: "container-about one-line" });
  const head = element("div", { class: "block-head", contenteditable: "false" }, icon, label, about);
  const notice = element("p", { class: "container-notice", contenteditable: "false" });
  const body = element("div", { class: "block-body" });
  const fields = element("div", { class: "container-fields", contenteditable: "false" });
  const dom = element("div", { class: "container", role: "group" }, head, notice, fields, body);
  const isUpdated = updateOf(definitionOf(props.node), offered) !== null;
  return createBlockView(props, {
    dom,
    contentDOM: body,
    place: fields,
    show(node) {
      const definition = definitionOf(node);
      const name = containerLook(definition).name || t.unnamed;
      const sign = containerSign(definition);
      dom.setAttribute("aria-label", t.named(name));
      dom.style.setProperty("--container-color", sign.color);
      dom.classList.toggle("has-color", sign.color !== "");
      label.textContent = name;
      about.textContent = sign.description;
      about.title = sign.description;
      // A data: picture from the definition; in an img it loads and runs nothing.
      icon.replaceChildren(sign.icon.startsWith("data:") ? element("img", { src: sign.icon, alt: "" }) : sign.icon);
      icon.hidden = sign.icon === "";
      const isGone = offeredAs(definition, offered) === null;
      notice.textContent = isGone ? t.gone : updateOf(definition, offered) === null ? "" : t.changed;
      notice.hidden = notice.textContent === "";
    },
    ...(isUpdated && {
      label: t.unnamed,
      fields: () =>
        drawWith(({ ContainerPanel }, { node, block }) =>
          createElement(ContainerPanel, { block, newest: updateOf(definitionOf(node), offered) }),
        ),
    }),
  });
}

const definitionOf = ({ attrs }: NodeViewRendererProps["node"]) => attrs.definition as Definition;

function offeredAs(definition: Definition, offered: readonly ContainerDefinition[]): Definition {
  const { name } = containerLook(definition);
  return offered.find((each) => containerLook(each).name === name) ?? null;
}

/** The site's current definition where it differs; null where it is the same, or gone. */
function updateOf(definition: Definition, offered: readonly ContainerDefinition[]): Definition {
  const current = offeredAs(definition, offered);
  return JSON.stringify(current) === JSON.stringify(definition) ? null : current;
}
