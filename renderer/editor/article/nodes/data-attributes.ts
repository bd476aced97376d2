/** Puts the attributes of blocks on the clipboard, each as JSON in its own `data-` attribute. */
import { type Attributes, mergeAttributes } from "@tiptap/core";
import type { DOMOutputSpec } from "@tiptap/pm/model";
import { nodeSpecs } from "../../../../server/article/schema.ts";

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
