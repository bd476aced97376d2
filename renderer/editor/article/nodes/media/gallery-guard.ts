/** Removes figures without a file, which the schema makes where a gallery loses its last picture. */
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, type Transaction } from "@tiptap/pm/state";
import { nodeType } from "../../../ui/lib/node-type.ts";
import { isRemote } from "../../own-steps.ts";

export function galleryGuard(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _before, state) {
      // The tab that changed it repairs it.
      if (transactions.every((tr) => !tr.docChanged || isRemote(tr))) return null;
      const galleries = touchedGalleries(transactions, state.doc);
      if (galleries.length === 0) return null;
      const { tr } = state;
      // Backwards, so that earlier positions stay valid.
      for (const position of galleries.sort((one, other) => other - one)) mend(tr, position, state);
      return tr.docChanged ? tr : null;
    },
  });
}

/** The galleries with replaced content. Runs with every key, so it reads only the changed ranges. */
function touchedGalleries(transactions: readonly Transaction[], doc: Node): number[] {
  const places = new Set<number>();
  for (const [index, { mapping }] of transactions.entries())
    for (const [step, map] of mapping.maps.entries())
      map.forEach((_from, _to, start, end) => {
        const rest = mapping.slice(step + 1);
        const later = transactions.slice(index + 1);
        const place = (position: number, side: 1 | -1) =>
          later.reduce((at, each) => each.mapping.map(at, side), rest.map(position, side));
        doc.nodesBetween(place(start, -1), place(end, 1), (node, position) => {
          if (node.type.name === "gallery") places.add(position);
          return !node.isTextblock && node.type.name !== "gallery";
        });
      });
  return [...places];
}

function mend(tr: Transaction, position: number, state: EditorState): void {
  const gallery = state.doc.nodeAt(position);
  if (gallery === null) return;
  const pictures = gallery.children.filter((figure) => figure.attrs.file !== "");
  if (pictures.length === gallery.childCount) return;
  const end = position + gallery.nodeSize;
  const isAlone = state.doc.resolve(position).parent.childCount === 1;
  if (pictures.length > 0) tr.replaceWith(position + 1, end - 1, pictures);
  else if (isAlone) tr.replaceWith(position, end, nodeType(state.schema, "paragraph").create());
  else tr.delete(position, end);
}
