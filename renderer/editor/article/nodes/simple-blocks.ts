import { mergeAttributes, Node } from "@tiptap/core";
import { CodeBlock as TiptapCodeBlock } from "@tiptap/extension-code-block";
import { createElement } from "react";
import { messages } from "../../messages/index.ts";
import { element } from "../../ui/lib/dom.ts";
import { targetFromTyped } from "../../ui/lib/links.ts";
import { lineKeys } from "./block-keys.ts";
import { createBlockView } from "./block-view.ts";
import { dataAttributes } from "./data-attributes.ts";
import { drawWith } from "./panels/load-panels.ts";

export const Callout = Node.create({
  name: "callout",
  addAttributes: () => dataAttributes("callout"),
  // A pasted aside becomes a callout, too.
  parseHTML: () => [{ tag: "aside" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ "data-block": "callout" }, HTMLAttributes), 0],
  addNodeView: () => (props) => {
    const { tones } = messages.blocks.callout;
    const label = element("span", { class: "block-label" });
    const head = element("div", { class: "block-head", contenteditable: "false" }, label);
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
      fields: () => drawWith(({ CalloutPanel }, panel) => createElement(CalloutPanel, panel)),
    });
  },
});

export const PullQuote = Node.create({
  name: "pullQuote",
  addAttributes: () => dataAttributes("pullQuote"),
  // From other programs: an aside whose class contains "pull".
  parseHTML: () => [{ tag: "aside[data-block=pull-quote]" }, { tag: "aside[class*=pull i]" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ "data-block": "pull-quote" }, HTMLAttributes), 0],
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
      fields: () => drawWith(({ PullQuotePanel }, panel) => createElement(PullQuotePanel, panel)),
    });
  },
});

export const Button = Node.create({
  name: "button",
  addAttributes: () => dataAttributes("button"),
  parseHTML: () => [{ tag: "div[data-block=button]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "button" }, HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return lineKeys(this.editor, this.name);
  },
  addNodeView: () => (props) => {
    const t = messages.blocks.button;
    const words = element("div", { class: "button-words", "data-placeholder": t.placeholder });
    const target = element("div", { class: "button-target" });
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
      fields: () => drawWith(({ ButtonPanel }, panel) => createElement(ButtonPanel, panel)),
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

function languageOf(pre: HTMLElement): string {
  for (const dom of [pre.querySelector("code"), pre])
    for (const name of dom?.classList ?? []) if (name.startsWith("language-")) return name.slice("language-".length);
  return "";
}
