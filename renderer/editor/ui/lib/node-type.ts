import type { NodeType, Schema } from "@tiptap/pm/model";
import type { NodeName } from "../../../../server/article/schema.ts";

/** A node type of the article's schema. @throws RangeError for a schema without this type */
export function nodeType(schema: Schema, name: NodeName): NodeType {
  const type = schema.nodes[name];
  if (type === undefined) throw new RangeError(`The schema has no node named ${name}.`);
  return type;
}
