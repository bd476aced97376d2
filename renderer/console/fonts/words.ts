/** How the console speaks of fonts. */
import type { FontComparison, FontFileView, PublishedFile, SnapshotView } from "../../../server/contracts/fonts-api.ts";
import { counted, DELIVERY_STATES, stateWords } from "../lib/words.ts";

/** Names that newsrooms use for the weights of a family. */
const WEIGHT_NAMES: Record<string, string> = {
  "100": "Thin",
  "200": "Extra light",
  "300": "Light",
  "400": "Regular",
  "500": "Medium",
  "600": "Semibold",
  "700": "Bold",
  "800": "Extra bold",
  "900": "Black",
};

type Face = Pick<FontFileView, "weight" | "style" | "stretch">;

/** "Bold 700 italic", "100 to 900, 75% wide". */
export function faceWords({ weight, style, stretch }: Face): string {
  const name = WEIGHT_NAMES[weight];
  const weights = name === undefined ? weight.replace(" ", " to ") : `${name} ${weight}`;
  const leaning = style === "normal" ? "" : ` ${style}`;
  return `${weights}${leaning}${stretch === "100%" ? "" : `, ${stretch.replace(" ", " to ")} wide`}`;
}

export function fileWords(file: PublishedFile): string {
  return `${file.family} ${faceWords(file)}, ${file.format}`;
}

/** "3 taken, 1 refused", "nobody was told". */
export function deliveriesWords({ deliveries }: Pick<SnapshotView, "deliveries">): string {
  const parts = DELIVERY_STATES.flatMap((state) => {
    const count = deliveries[state] ?? 0;
    return count === 0 ? [] : [`${count} ${stateWords(state).toLowerCase()}`];
  });
  return parts.length === 0 ? "nobody was told" : parts.join(", ");
}

/** "2 new, 1 gone, 3 unchanged". */
export function comparisonWords({ added, removed, changed, unchanged }: FontComparison): string {
  const parts = [
    [added.length, "new"],
    [changed.length, "changed"],
    [removed.length, "gone"],
    [unchanged, "unchanged"],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return parts.length === 0 ? "No files at all" : parts.join(", ");
}

export function snapshotWords({ families, files }: Pick<SnapshotView, "families" | "files">): string {
  return families.length === 0 ? "no fonts" : `${families.join(", ")} (${counted(files, "file")})`;
}
