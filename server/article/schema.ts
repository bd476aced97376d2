/**
 * The document schema: the one definition that the editor, the validation of a save and the HTML rendering share.
 *
 * It is data: content expressions and attributes, without a word about the DOM. The editor builds its Tiptap
 * extensions from these specs (and a test holds both equal); the server checks every incoming document against them.
 *
 * Glossary. document: the ProseMirror tree under `doc`. figure: a block that shows one file, its content is the
 * caption. file: the name of an asset of the session, never a URL.
 */
import { type AttributeSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";

/** Longest text accepted in one attribute (alt text, link target), in UTF-16 units. */
export const MAX_ATTRIBUTE_LENGTH = 4_000;

const text = (fallback: string): AttributeSpec => ({
  default: fallback,
  validate(value) {
    if (typeof value !== "string") throw new RangeError("must be a string");
    if (value.length > MAX_ATTRIBUTE_LENGTH) throw new RangeError(`must be at most ${MAX_ATTRIBUTE_LENGTH} characters`);
  },
});

const integer = (fallback: number, min: number, max: number): AttributeSpec => ({
  default: fallback,
  validate(value) {
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max)
      throw new RangeError(`must be an integer from ${min} to ${max}`);
  },
});

/** Node specs by name, in the order in which the schema tries them. Names and attributes are Tiptap's. */
export const nodeSpecs = {
  doc: { content: "block+" },
  paragraph: { group: "block", content: "inline*" },
  heading: { group: "block", content: "inline*", defining: true, attrs: { level: integer(2, 2, 4) } },
  bulletList: { group: "block list", content: "listItem+" },
  orderedList: { group: "block list", content: "listItem+", attrs: { start: integer(1, 0, 1_000_000) } },
  listItem: { content: "paragraph block*", defining: true },
  blockquote: { group: "block", content: "block+", defining: true },
  /** `file` names an asset of the session; `alt` is what a screen reader says, "" for a decorative picture. */
  figure: {
    group: "block",
    content: "inline*",
    draggable: true,
    isolating: true,
    attrs: { file: text(""), alt: text("") },
  },
  text: { group: "inline" },
  hardBreak: { group: "inline", inline: true, selectable: false },
} satisfies Record<string, NodeSpec>;

/** Mark specs by name, outermost first. */
export const markSpecs = {
  /** `href` is kept as typed; the rendering drops a target that is not http, https, mailto, tel or relative. */
  link: { inclusive: false, attrs: { href: text("") } },
  bold: {},
  italic: {},
} satisfies Record<string, MarkSpec>;

export type NodeName = keyof typeof nodeSpecs;
export type MarkName = keyof typeof markSpecs;

/** The schema itself, for parsing and checking documents outside the editor. */
export const articleSchema: Schema<NodeName, MarkName> = new Schema({ nodes: nodeSpecs, marks: markSpecs });
