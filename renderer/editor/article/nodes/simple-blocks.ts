/** Text blocks: callout, pull quote, button, code, columns, collapsible text, and the site's containers. */
import { type Editor, Extension, type KeyboardShortcutCommand, Node, type NodeViewRendererProps } from "@tiptap/core";
import { CodeBlock as TiptapCodeBlock } from "@tiptap/extension-code-block";
import type { ResolvedPos } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { type ContainerDefinition, containerLook, containerSign } from "../../../../server/article/containers.ts";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { targetFromTyped } from "../../ui/lib/links.ts";
import { goToColumn, leaveEmptyColumn } from "../commands/block-actions.ts";
import { topBlockAt } from "../commands/block-places.ts";
import { eachLineAs, turnSelectionInto } from "../commands/turn-into.ts";
import { lineKeys } from "./block-keys.ts";
import { createBlockView } from "./block-view.ts";
import { copiedAs, dataAttributes } from "./data-attributes.ts";

export const Callout = Node.create({
  ...copiedAs("callout", "aside"),
  // A pasted aside also becomes a callout.
  parseHTML: () => [{ tag: "aside" }],
  addNodeView: () => (props) => {
    const { tones } = messages.blocks.callout;
    const label = element("span", { class: "block-label" });
    const head = element("div", { class: "block-head note", contenteditable: "false" }, label);
    const body = element("div", { class: "block-body" });
    const dom = element("div", { class: "callout" }, head, body);
    return createBlockView(props, {
      dom,
      contentDOM: body,
      place: head,
      show(node) {
        dom.dataset.tone = String(node.attrs.tone);
        label.textContent = tones[node.attrs.tone as keyof typeof tones];
      },
      fields: ({ CalloutPanel }) => createElement(CalloutPanel),
    });
  },
});

export const PullQuote = Node.create({
  ...copiedAs("pullQuote", "aside"),
  // The second rule matches pasted HTML from other programs.
  parseHTML: () => [{ tag: "aside[data-block=pull-quote]" }, { tag: "aside[class*=pull i]" }],
  addKeyboardShortcuts() {
    return lineKeys(this.editor, this.name);
  },
  addNodeView: () => (props) => {
    const words = element("div", {
      class: "pull-quote-words",
      "data-placeholder": messages.blocks.pullQuote.placeholder,
    });
    const source = element("div", { class: "pull-quote-source" });
    const foot = element("div", { class: "pull-quote-foot", contenteditable: "false" }, source);
    return createBlockView(props, {
      dom: element("div", { class: "pull-quote" }, words, foot),
      contentDOM: words,
      place: foot,
      show(node) {
        source.textContent = String(node.attrs.source);
      },
      fields: ({ PullQuotePanel }) => createElement(PullQuotePanel),
    });
  },
});

export const Button = Node.create({
  ...copiedAs("button"),
  addKeyboardShortcuts() {
    return lineKeys(this.editor, this.name);
  },
  addNodeView: () => (props) => {
    const t = messages.blocks.button;
    const words = element("div", { class: "button-words", "data-placeholder": t.placeholder });
    const target = element("div", { class: "button-target note" });
    const foot = element("div", { class: "button-foot", contenteditable: "false" }, target);
    return createBlockView(props, {
      dom: element("div", { class: "button-block" }, words, foot),
      contentDOM: words,
      place: foot,
      show(node) {
        const href = String(node.attrs.href);
        const isGood = targetFromTyped(href) !== null;
        target.textContent = href === "" ? t.noTarget : isGood ? href : t.badTarget(href);
        target.classList.toggle("is-problem", !isGood);
      },
      fields: ({ ButtonPanel }) => createElement(ButtonPanel),
    });
  },
});

const MAX_LANGUAGE_LENGTH = 40;

/** Code with a language name for the site's highlighter. Tab leaves the block. */
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
    const head = element("div", { class: "block-head note", contenteditable: "false" }, label);
    const code = element("code", { spellcheck: "false" });
    return createBlockView(props, {
      dom: element("div", { class: "code-block" }, head, element("pre", {}, code)),
      contentDOM: code,
      place: head,
      show(node) {
        label.textContent = String(node.attrs.language) || messages.blocks.code.label;
      },
      fields: ({ CodePanel }) => createElement(CodePanel, { maxLength: MAX_LANGUAGE_LENGTH }),
    });
  },
});

function languageOf(pre: HTMLElement): string {
  for (const dom of [pre.querySelector("code"), pre])
    for (const name of dom?.classList ?? []) if (name.startsWith("language-")) return name.slice("language-".length);
  return "";
}

export const Columns = Node.create({
  ...copiedAs("columns"),
  addKeyboardShortcuts() {
    return { Backspace: () => leaveEmptyColumn(this.editor) };
  },
  addNodeView: () => (props) => {
    const tools = element("div", { class: "block-tools raised", contenteditable: "false" });
    const row = element("div", { class: "columns-row" });
    return createBlockView(props, {
      dom: element("div", { class: "columns" }, tools, row),
      contentDOM: row,
      place: tools,
      show(node) {
        row.dataset.count = String(node.childCount);
      },
      label: messages.blocks.columns.tools,
      fields: ({ ColumnsPanel }) => createElement(ColumnsPanel, { editor: props.editor }),
    });
  },
});

export const Column = Node.create(copiedAs("column"));

/** Tab moves to the next column. Low priority, because a list item in a column handles Tab itself. */
export const ColumnKeys = Extension.create({
  name: "columnKeys",
  priority: 50,
  addKeyboardShortcuts() {
    return { Tab: () => goToColumn(this.editor, 1), "Shift-Tab": () => goToColumn(this.editor, -1) };
  },
});

export const Details = Node.create({
  name: "details",
  addAttributes: () => ({
    open: {
      ...dataAttributes("details").open,
      parseHTML: (dom: HTMLElement) => dom.hasAttribute("open"),
      renderHTML: ({ open }: Record<string, unknown>) => (open ? { open: "" } : {}),
    },
  }),
  parseHTML: () => [{ tag: "details" }],
  renderHTML: ({ HTMLAttributes }) => ["details", HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return detailsKeys(this.editor);
  },
  addNodeView: () => (props) => {
    const t = messages.blocks.details;
    const label = element("span", { class: "block-label" });
    const head = element("div", { class: "block-head note", contenteditable: "false" }, label);
    const body = element("div", { class: "block-body" });
    return createBlockView(props, {
      dom: element("div", { class: "details" }, head, body),
      contentDOM: body,
      place: head,
      show(node) {
        label.textContent = node.attrs.open === true ? t.opened : t.closed;
      },
      fields: ({ DetailsPanel }) => createElement(DetailsPanel),
    });
  },
});

export const DetailsSummary = Node.create({
  name: "detailsSummary",
  parseHTML: () => [{ tag: "summary" }],
  renderHTML: () => ["summary", 0],
  addNodeView: () => (props) => {
    const { summaryPlaceholder } = messages.blocks.details;
    const dom = element("div", { class: "details-summary", "data-placeholder": summaryPlaceholder });
    return createBlockView(props, { dom, contentDOM: dom, show: () => {} });
  },
});

/** Foreign HTML has no element for the content; the parser adds one. */
export const DetailsContent = Node.create(copiedAs("detailsContent"));

/** Handles Enter and Backspace in the summary; the default commands do not cross into the content. */
export function detailsKeys(editor: Editor): Record<string, KeyboardShortcutCommand> {
  const inSummary = (work: ($cursor: ResolvedPos) => boolean) => () => {
    const { $from, empty } = editor.state.selection;
    return empty && $from.parent.type.name === "detailsSummary" && work($from);
  };
  return {
    Enter: inSummary(($cursor) => {
      const { tr, doc } = editor.state;
      editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve($cursor.after() + 1), 1)).scrollIntoView());
      return true;
    }),
    Backspace: inSummary(($cursor) => $cursor.parentOffset === 0 && unwrap(editor, $cursor)),
  };
}

function unwrap(editor: Editor, $cursor: ResolvedPos): boolean {
  const details = topBlockAt(editor.state, $cursor.pos);
  const content = details?.node.lastChild;
  if (!content) return false;
  return turnSelectionInto(editor, (schema, blocks) => {
    const [summary] = [eachLineAs("paragraph")(schema, [details.node.child(0)])].flat();
    if (blocks[0] !== details.node || summary === undefined) return blocks;
    return summary.content.size === 0 ? [...content.children] : [summary, ...content.children];
  });
}

export const CustomContainer = Node.create<{ offered: readonly ContainerDefinition[] }>({
  ...copiedAs("customContainer"),
  addOptions: () => ({ offered: [] }),
  addNodeView() {
    return (props) => createContainerView(props, this.options.offered);
  },
});

type Definition = ContainerDefinition | null;

function createContainerView(props: NodeViewRendererProps, offered: readonly ContainerDefinition[]): NodeView {
  const t = messages.blocks.container;
  const icon = element("span", { class: "container-icon one-line", "aria-hidden": "true" });
  const label = element("span", { class: "block-label container-name one-line" });
  const about = element("span");
  const head = element("div", { class: "block-head note", contenteditable: "false" }, icon, label, about);
  const notice = element("p", { class: "container-notice note", contenteditable: "false" });
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
      // In an img, a data: picture runs no scripts.
      icon.replaceChildren(sign.icon.startsWith("data:") ? element("img", { src: sign.icon, alt: "" }) : sign.icon);
      icon.hidden = sign.icon === "";
      const isGone = offeredAs(definition, offered) === null;
      notice.textContent = isGone ? t.gone : updateOf(definition, offered) === null ? "" : t.changed;
      notice.hidden = notice.textContent === "";
    },
    ...(isUpdated && {
      label: t.unnamed,
      fields: ({ ContainerPanel }) =>
        createElement(ContainerPanel, { updateOf: (definition: Definition) => updateOf(definition, offered) }),
    }),
  });
}

const definitionOf = ({ attrs }: NodeViewRendererProps["node"]) => attrs.definition as Definition;

function offeredAs(definition: Definition, offered: readonly ContainerDefinition[]): Definition {
  const { name } = containerLook(definition);
  return offered.find((each) => containerLook(each).name === name) ?? null;
}

/** The site's current definition if it differs; null if it is the same or removed. */
function updateOf(definition: Definition, offered: readonly ContainerDefinition[]): Definition {
  const current = offeredAs(definition, offered);
  return JSON.stringify(current) === JSON.stringify(definition) ? null : current;
}
