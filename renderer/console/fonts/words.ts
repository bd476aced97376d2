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

/** CSS weights that browsers accept as regular and bold. */
const REGULAR = [350, 500] as const;
const BOLD = [600, 1_000] as const;

/** The worst first. @param faces of one family */
export function gapsOf(faces: readonly Face[]): string[] {
  const t = messages.fonts.gaps;
  const upright = faces.filter(({ style }) => style === "normal" || hasUprightRange(style));
  const [nearest] = upright.toSorted((a, b) => farFromRegular(a) - farFromRegular(b));
  if (nearest === undefined) return [t.noUpright];
  const plain = faceWords({ ...nearest, style: "normal", stretch: "100%" }).replace(/ \d+$/, "");
  return [
    ...(has(upright, REGULAR) ? [] : [t.noRegular(plain)]),
    ...(has(upright, BOLD) ? [] : [t.noBold]),
    ...(faces.every(({ style }) => style === "normal") ? [t.noItalic] : []),
  ];
}

/** A variable font has two. */
function weightsOf({ weight }: Face): [from: number, to: number] {
  const [from = 400, to = from] = weight.split(" ").map(Number);
  return [from, to];
}

function has(faces: readonly Face[], [from, to]: readonly [number, number]): boolean {
  return faces.some((face) => {
    const [lowest, highest] = weightsOf(face);
    return lowest <= to && highest >= from;
  });
}

function farFromRegular(face: Face): number {
  const [from, to] = weightsOf(face);
  return Math.max(from - 400, 400 - to, 0);
}

/** A range that starts upright, such as "oblique 0deg 10deg". */
function hasUprightRange(style: string): boolean {
  const [from] = style.match(/-?[\d.]+(?=deg)/g) ?? [];
  return from !== undefined && Number(from) <= 0 && style.split("deg").length > 2;
}
