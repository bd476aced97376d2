/** Which files a document shows. */
import type { Node } from "prosemirror-model";

/** The names of the files that a document refers to, in the order in which they appear, each once. */
export function filesOf(doc: Node): string[] {
  const files = new Set<string>();
  doc.descendants((node) => {
    // Every block that shows a file names it in one of these, and no block has them for anything else.
    for (const file of [node.attrs.file, node.attrs.poster] as unknown[])
      if (typeof file === "string" && file !== "") files.add(file);
  });
  return [...files];
}
