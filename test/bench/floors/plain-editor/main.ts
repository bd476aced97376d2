/** The floor of a key press: ProseMirror alone, with the article's schema and minimal rendering. */
import { baseKeymap } from "@tiptap/pm/commands";
import { keymap } from "@tiptap/pm/keymap";
import { type DOMOutputSpec, type MarkSpec, type Node, type NodeSpec, Schema } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { markSpecs, nodeSpecs } from "../../../../server/article/schema.ts";

function shown(name: string, spec: NodeSpec): NodeSpec {
  if (name === "doc" || name === "text") return spec;
  return { ...spec, toDOM: (node: Node) => domOf(name, spec, node) };
}

function domOf(name: string, spec: NodeSpec, node: Node): DOMOutputSpec {
  if (name === "paragraph") return ["p", 0];
  if (name === "heading") return [`h${node.attrs.level}`, 0];
  if (name === "figure")
    return ["figure", ["img", { src: `media/${node.attrs.file}`, alt: node.attrs.alt }], ["figcaption", 0]];
  const tag = spec.inline === true ? "span" : "div";
  return spec.content === undefined ? [tag] : [tag, 0];
}

const specs = Object.entries<NodeSpec>(nodeSpecs).map(([name, spec]): [string, NodeSpec] => [name, shown(name, spec)]);
const marks = Object.entries<MarkSpec>(markSpecs).map(([name, spec]): [string, MarkSpec] => [
  name,
  { ...spec, toDOM: () => ["span", 0] },
]);
const schema = new Schema({ nodes: Object.fromEntries(specs), marks: Object.fromEntries(marks) });

const doc = schema.nodeFromJSON(await (await fetch("document.json")).json());
new EditorView(document.body, { state: EditorState.create({ doc, plugins: [keymap(baseKeymap)] }) });
