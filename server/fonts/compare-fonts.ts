/** What differs between two font trees, file by file. Pure. */

import type { FontComparison, FontFormat, PublishedFile } from "../contracts/fonts-api.ts";
import type { FontTree } from "./font-tree.ts";

export function filesOfTree(tree: FontTree, sizes: ReadonlyMap<string, number>): PublishedFile[] {
  return tree.list.flatMap(({ family, variants }) =>
    variants.flatMap((variant) =>
      Object.entries(variant.files).map(([format, { id }]) => ({
        file_name: id,
        format: format as FontFormat,
        size: sizes.get(id) ?? 0,
        family,
        weight: String(variant.weight),
        style: variant.style,
        stretch: variant.stretch ?? "100%",
        unicode_range: variant.unicodeRange ?? null,
      })),
    ),
  );
}

const placeOf = (file: PublishedFile) =>
  JSON.stringify([file.family, file.weight, file.style, file.stretch, file.unicode_range, file.format]);

export function compareFonts(from: PublishedFile[], to: PublishedFile[]): FontComparison {
  const same = new Set(from.map((file) => placeOf(file) + file.file_name));
  const kept = new Set(to.map((file) => placeOf(file) + file.file_name).filter((key) => same.has(key)));
  const isKept = (file: PublishedFile) => kept.has(placeOf(file) + file.file_name);
  const removed = new Set(from.filter((file) => !isKept(file)));
  const added = new Set(to.filter((file) => !isKept(file)));
  const changed: FontComparison["changed"] = [];
  // First the files that moved, then the places that got another file.
  for (const keyOf of [(file: PublishedFile) => file.file_name, placeOf]) {
    const before = new Map([...removed].map((file) => [keyOf(file), file]));
    for (const file of added) {
      const old = before.get(keyOf(file));
      if (old === undefined || !removed.delete(old)) continue;
      added.delete(file);
      changed.push({ from: old, to: file });
    }
  }
  return { added: [...added], removed: [...removed], changed, unchanged: kept.size };
}
