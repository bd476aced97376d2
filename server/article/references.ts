/** Which files a document shows. */
import type { Node } from "prosemirror-model";

/** The names of the files that a document refers to, in the order in which they appear, each once. */
export function filesOf(doc: Node): string[] {
  const files = new Set<string>();
  doc.descendants((node) => {
    const file: unknown = node.type.name === "figure" ? node.attrs.file : "";
    if (typeof file === "string" && file !== "") files.add(file);
  });
  return [...files];
}
