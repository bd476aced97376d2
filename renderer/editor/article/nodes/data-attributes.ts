/** Puts the attributes of blocks on the clipboard, each as JSON in its own `data-` attribute. */
import { type Attributes, mergeAttributes } from "@tiptap/core";
import type { DOMOutputSpec, TagParseRule } from "@tiptap/pm/model";
import { nodeSpecs } from "../../../../server/article/schema.ts";
import { type Assets, knownFile } from "../../uploads/assets.ts";

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Copies a node as one element with its attributes. */
export function copiedAs<Name extends keyof typeof nodeSpecs>(node: Name, tag: "div" | "aside" = "div") {
  const block = dashed(node);
  const { content } = nodeSpecs[node] as { content?: string };
  return {
    name: node,
    addAttributes: () => dataAttributes(node),
    parseHTML: () => [{ tag: `${tag}[data-block=${block}]` }],
    renderHTML: ({ HTMLAttributes }: { HTMLAttributes: Record<string, unknown> }): DOMOutputSpec => {
      const attributes = mergeAttributes({ "data-block": block }, HTMLAttributes);
      return content === undefined ? [tag, attributes] : [tag, attributes, 0];
    },
  };
}

/** Copies a node as a figure with its caption, but without its media, which other programs cannot load. */
export function copiedFigure(node: keyof typeof nodeSpecs) {
  const block = dashed(node);
  return {
    ...copiedAs(node),
    parseHTML: (): TagParseRule[] => [{ tag: `figure[data-block=${block}]`, contentElement: "figcaption" }],
    renderHTML: ({ HTMLAttributes }: { HTMLAttributes: Record<string, unknown> }): DOMOutputSpec => [
      "figure",
      mergeAttributes({ "data-block": block }, HTMLAttributes),
      ["figcaption", 0],
    ],
  };
}

/** Parses only a block whose file is in this session. */
export const ofKnownFile = (rules: readonly TagParseRule[], files: Assets): TagParseRule[] =>
  rules.map((rule) => ({ ...rule, getAttrs: (dom) => (knownFile(dom, files) === undefined ? false : null) }));

/** Tiptap attributes for a node of the schema. An absent or invalid value becomes the default. */
export function dataAttributes(node: keyof typeof nodeSpecs): Attributes {
  const specs: Readonly<Record<string, { default?: unknown; validate?: unknown }>> =
    (nodeSpecs[node] as { attrs?: Record<string, { default?: unknown; validate?: unknown }> }).attrs ?? {};
  return Object.fromEntries(
    Object.entries(specs).map(([attribute, { default: fallback, validate }]) => {
      const name = `data-${dashed(attribute)}`;
      return [
        attribute,
        {
          default: fallback,
          parseHTML: (element: HTMLElement) => read(element.getAttribute(name), fallback, validate),
          renderHTML: (attributes: Record<string, unknown>) => ({ [name]: JSON.stringify(attributes[attribute]) }),
        },
      ];
    }),
  );
}

function read(json: string | null, fallback: unknown, validate: unknown): unknown {
  if (json === null) return fallback;
  try {
    const value: unknown = JSON.parse(json);
    if (typeof validate === "function") validate(value);
    return value;
  } catch {
    return fallback;
  }
}
