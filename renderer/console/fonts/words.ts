import type { FontFileView, PublishedFile, SnapshotView } from "../../../server/contracts/fonts-api.ts";
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
  const { countedState, states, warnings } = messages.words;
  const names: Readonly<Record<string, string>> = { ...states, not_downloaded: warnings.archive_not_downloaded };
  const counts = Object.entries(deliveries).map(([state, count]) => countedState(count, names[state] ?? state));
  return counts.length === 0 ? messages.fonts.noRecipients : counts.join(", ");
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
