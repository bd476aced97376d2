import { DELIVERY_STATES } from "../../../server/contracts/delivery-states.ts";
import type { FontComparison, FontFileView, PublishedFile, SnapshotView } from "../../../server/contracts/fonts-api.ts";
import { messages } from "../messages/index.ts";

type Face = Pick<FontFileView, "weight" | "style" | "stretch">;

/** "Bold 700 italic", "100 to 900, 75% wide". */
export function faceWords({ weight, style, stretch }: Face): string {
  const t = messages.fonts;
  const name = t.weights[weight];
  const weights = name === undefined ? rangeWords(weight, t.range) : `${name} ${weight}`;
  const slant = style === "normal" ? "" : ` ${t.styles[style] ?? style}`;
  return `${weights}${slant}${stretch === "100%" ? "" : t.wide(rangeWords(stretch, t.range))}`;
}

function rangeWords(value: string, words: (from: string, to: string) => string): string {
  const [from = "", to] = value.split(" ");
  return to === undefined ? from : words(from, to);
}

export function fileWords(file: PublishedFile): string {
  return `${file.family} ${faceWords(file)}, ${file.format}`;
}

export function deliveriesWords({ deliveries }: Pick<SnapshotView, "deliveries">): string {
  const t = messages.fonts;
  const parts = ([...DELIVERY_STATES, "not_downloaded"] as const).flatMap((state) => {
    const count = deliveries[state] ?? 0;
    const word =
      state === "not_downloaded" ? messages.words.warnings.archive_not_downloaded : messages.words.states[state];
    return count === 0 ? [] : [t.stateCount(count, word)];
  });
  return parts.length === 0 ? t.noRecipients : parts.join(", ");
}

export function comparisonWords({ added, removed, changed, unchanged }: FontComparison): string {
  const { counts, nothing } = messages.fonts.compare;
  const parts = (
    [
      [added.length, counts.added],
      [changed.length, counts.changed],
      [removed.length, counts.removed],
      [unchanged, counts.unchanged],
    ] as const
  ).flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return parts.length === 0 ? nothing : parts.join(", ");
}

export function snapshotWords({ families, files }: Pick<SnapshotView, "families" | "files">): string {
  const t = messages.fonts;
  return families.length === 0 ? t.noFonts : `${families.join(", ")} (${t.files(files)})`;
}
