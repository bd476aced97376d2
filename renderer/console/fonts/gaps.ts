/** What a family of fonts lacks: weights and italics that a reader's browser would have to make up. */
import type { FontFileView } from "../../../server/contracts/fonts-api.ts";
import { messages } from "../messages/index.ts";
import { faceWords } from "./words.ts";

type Face = Pick<FontFileView, "weight" | "style" | "stretch">;

/** Weights that a browser takes for plain text and for bold words without a second look, in CSS's numbers. */
const REGULAR = [350, 500] as const;
const BOLD = [600, 1_000] as const;

export interface FontGap {
  /** A sentence. */
  text: string;
  /** Plain text itself would look otherwise than it should; else only what stands out in it. */
  isGrave: boolean;
}

/** What is missing, the worst first. @param faces of one family */
export function gapsOf(faces: readonly Face[]): FontGap[] {
  const t = messages.fonts.gaps;
  if (faces.length === 0) return [];
  const upright = faces.filter(({ style }) => style === "normal" || hasUprightRange(style));
  const slanted = faces.filter(({ style }) => style !== "normal");
  if (upright.length === 0) return [grave(t.noUpright)];
  const gaps: FontGap[] = [];
  const [nearest] = [...upright].sort((a, b) => farFromRegular(a) - farFromRegular(b));
  if (!has(upright, REGULAR) && nearest !== undefined)
    gaps.push(grave(t.noRegular(faceWords({ ...nearest, style: "normal", stretch: "100%" }).replace(/ \d+$/, ""))));
  if (!has(upright, BOLD)) gaps.push(slight(t.noBold));
  if (slanted.length === 0) gaps.push(slight(t.noItalic));
  else if (!has(slanted, BOLD) && has(upright, BOLD)) gaps.push(slight(t.noBoldItalic));
  else if (!has(slanted, REGULAR) && has(upright, REGULAR)) gaps.push(slight(t.noRegularItalic));
  return gaps;
}

const grave = (text: string): FontGap => ({ text, isGrave: true });
const slight = (text: string): FontGap => ({ text, isGrave: false });

/** The weights of a face, of a variable font from and to. */
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

/** A variable font that leans from nothing on, such as "oblique 0deg 10deg", has upright letters too. */
function hasUprightRange(style: string): boolean {
  const [from] = style.match(/-?[\d.]+(?=deg)/g) ?? [];
  return from !== undefined && Number(from) <= 0 && style.split("deg").length > 2;
}
