/** Attributes of blocks on the clipboard: each as JSON in its own `data-` attribute. */
import type { Attributes } from "@tiptap/core";
import { nodeSpecs } from "../../../../server/article/schema.ts";

const nameOf = (attribute: string) => `data-${attribute.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Tiptap attributes for a node of the schema. An absent or invalid value becomes the default. */
export function dataAttributes(node: keyof typeof nodeSpecs): Attributes {
  const specs: Readonly<Record<string, { default?: unknown; validate?: unknown }>> =
    (nodeSpecs[node] as { attrs?: Record<string, { default?: unknown; validate?: unknown }> }).attrs ?? {};
  return Object.fromEntries(
    Object.entries(specs).map(([attribute, { default: fallback, validate }]) => {
      const name = nameOf(attribute);
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
