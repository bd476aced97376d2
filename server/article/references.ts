/** Which files a document shows. */
import type { Node } from "prosemirror-model";
import { isAssetName } from "./assets.ts";
import { MAX_DOCUMENT_NODES } from "./document.ts";

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

/** Names of files that a document may refer to, read from its JSON before anything of it is checked. Iterative. */
export function filesNamedIn(doc: unknown): Set<string> {
  const names = new Set<string>();
  const stack: unknown[] = [doc];
  let visited = 0;
  while (stack.length > 0 && ++visited <= MAX_DOCUMENT_NODES) {
    const node = stack.pop();
    if (typeof node !== "object" || node === null) continue;
    const { attrs, content } = node as { attrs?: { file?: unknown; poster?: unknown } | null; content?: unknown };
    for (const name of [attrs?.file, attrs?.poster]) if (typeof name === "string" && isAssetName(name)) names.add(name);
    if (Array.isArray(content)) for (const child of content.slice(0, MAX_DOCUMENT_NODES)) stack.push(child);
  }
  return names;
}
