/** Describes a place by its text and the text around it, and locates it again: exact text first, then similar text. */
import type { Node } from "@tiptap/pm/model";
import search from "approx-string-match";
import { type CommentAnchor, MAX_CONTEXT_LENGTH, MAX_QUOTE_LENGTH } from "../../../server/contracts/comments-api.ts";

export interface Place {
  from: number;
  to: number;
}

const MAX_MATCHES = 200;
/** Maximum characters of an article in a search for similar text, about 30 ms. */
const MAX_SEARCHED = 400_000;
/** Shorter text must match exactly. */
const MIN_FUZZY = 8;
/** Text of this length needs no matching text around it. */
const UNIQUE_LENGTH = 24;
const NEIGHBOURS = 6;
/** Represents a leaf without text. */
const LEAF = "\ufffc";

interface Piece {
  at: number;
  pos: number;
  length: number;
}

/** The article as one text with a newline before each block, and the positions of its parts. */
export type ArticleText = ReturnType<typeof readText>;

export function readText(doc: Node) {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  const add = (part: string, pos: number) => {
    pieces.push({ at: length, pos, length: part.length });
    parts.push(part);
    length += part.length;
  };
  doc.descendants((node, pos) => {
    if (node.isTextblock || (node.isLeaf && node.isBlock)) {
      parts.push("\n");
      length += 1;
    }
    if (node.isText) add(node.text ?? "", pos);
    else if (node.isLeaf) add(LEAF, pos);
  });
  const text = parts.join("");
  const pieceAt = (key: "at" | "pos", value: number): Piece => {
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((pieces[middle]?.[key] ?? 0) <= value) low = middle;
      else high = middle - 1;
    }
    return pieces[low] ?? { at: 0, pos: 0, length: 0 };
  };
  const across = (value: number, from: "at" | "pos", to: "at" | "pos") => {
    const piece = pieceAt(from, value);
    return piece[to] + Math.min(Math.max(0, value - piece[from]), piece.length);
  };
  return {
    doc,
    text,
    offsetOf: (pos: number): number => across(pos, "pos", "at"),
    placeOf: (start: number, end: number): Place => ({
      from: across(start, "at", "pos"),
      to: across(end - 1, "at", "pos") + 1,
    }),
  };
}

/** Describes a text or the block at `from`. */
export function describe(article: ArticleText, kind: CommentAnchor["kind"], { from, to }: Place): CommentAnchor {
  const { doc, text } = article;
  const node = kind === "block" ? doc.nodeAt(from) : doc.resolve(from).parent;
  const [start, end] = [article.offsetOf(from), Math.max(article.offsetOf(from), article.offsetOf(to))];
  const exact = kind === "block" ? textOf(node) : text.slice(start, Math.min(end, start + MAX_QUOTE_LENGTH));
  return {
    kind,
    block: node?.type.name ?? "",
    file: fileOf(node),
    exact,
    prefix: text.slice(Math.max(0, start - MAX_CONTEXT_LENGTH), start),
    suffix: text.slice(end, end + MAX_CONTEXT_LENGTH),
    from,
    to,
  };
}

/** The current place; null if it was deleted or is ambiguous. */
export function locate(article: ArticleText, anchor: CommentAnchor): Place | null {
  return anchor.kind === "block" ? locateBlock(article, anchor) : locateText(article, anchor);
}

interface Candidate extends Place {
  around: number;
  score: number;
}

function locateText(article: ArticleText, anchor: CommentAnchor): Place | null {
  const { exact, prefix, suffix } = anchor;
  const { text } = article;
  if (exact === "") return null;
  const lastKnownAt = article.offsetOf(anchor.from);
  const rate = (start: number, end: number, errors: number): Candidate => {
    const around = sameAround(text, start, end, anchor);
    const near = 1 - Math.abs(start - lastKnownAt) / (text.length + 1);
    const score = 50 * (1 - errors / exact.length) + (40 * around) / (prefix.length + suffix.length + 1) + 2 * near;
    return { from: start, to: end, around, score };
  };
  const same: Candidate[] = [];
  for (let at = text.indexOf(exact); at >= 0 && same.length < MAX_MATCHES; at = text.indexOf(exact, at + 1))
    same.push(rate(at, at + exact.length, 0));
  const neighbours = Math.min(NEIGHBOURS, prefix.length + suffix.length);
  const best = bestOf(same);
  if (best !== null) {
    const isCertain =
      exact.length >= UNIQUE_LENGTH || best.around >= neighbours || (same.length === 1 && exact.length >= 4);
    return isCertain ? placeOf(article, anchor, best) : null;
  }
  if (exact.length < MIN_FUZZY || text.length > MAX_SEARCHED) return null;
  const nearly = bestOf(
    search(text, exact, Math.floor(exact.length / 3)).map(({ start, end, errors }) => rate(start, end, errors)),
  );
  if (nearly === null || (exact.length < UNIQUE_LENGTH && nearly.around < neighbours)) return null;
  return placeOf(article, anchor, nearly);
}

/** Extends the place of long text, of which only the beginning was searched. */
function placeOf(article: ArticleText, anchor: CommentAnchor, { from: start, to: end }: Place): Place {
  const { from, to } = article.placeOf(start, end);
  if (anchor.exact.length < MAX_QUOTE_LENGTH) return { from, to };
  return { from, to: Math.max(to, Math.min(from + anchor.to - anchor.from, article.doc.content.size)) };
}

function locateBlock(article: ArticleText, anchor: CommentAnchor): Place | null {
  const { doc, text } = article;
  const candidates: Candidate[] = [];
  doc.descendants((node, pos) => {
    if (!node.isBlock || node.type.name !== anchor.block || fileOf(node) !== anchor.file) return;
    const blockText = textOf(node);
    const alike =
      blockText === anchor.exact
        ? 1
        : same(blockText, anchor.exact, "start") / Math.max(blockText.length, anchor.exact.length);
    const [start, end] = [article.offsetOf(pos), article.offsetOf(pos + node.nodeSize)];
    const around = sameAround(text, start, end, anchor);
    const isSame = anchor.file !== "" || (blockText !== "" && alike >= 0.5);
    if (!isSame && around < Math.min(2 * NEIGHBOURS, anchor.prefix.length + anchor.suffix.length)) return;
    const near = 1 - Math.abs(pos - anchor.from) / (doc.content.size + 1);
    const score = 50 * alike + (40 * around) / (anchor.prefix.length + anchor.suffix.length + 1) + 2 * near;
    candidates.push({ from: pos, to: pos + node.nodeSize, around, score });
  });
  const best = bestOf(candidates);
  return best === null ? null : { from: best.from, to: best.to };
}

const bestOf = (candidates: readonly Candidate[]): Candidate | null =>
  candidates.reduce<Candidate | null>((best, each) => (best === null || each.score > best.score ? each : best), null);

function textOf(node: Node | null): string {
  return node === null
    ? ""
    : node.textBetween(0, Math.min(node.content.size, 2 * MAX_QUOTE_LENGTH), "\n").slice(0, MAX_QUOTE_LENGTH);
}

function fileOf(node: Node | null): string {
  const file: unknown = node?.attrs.file;
  return typeof file === "string" ? file.slice(0, 255) : "";
}

/** Number of equal characters from the start, or from the end. */
function same(one: string, other: string, from: "start" | "end"): number {
  const max = Math.min(one.length, other.length);
  const at = (count: number) => (from === "start" ? count : -1 - count);
  let count = 0;
  while (count < max && one.at(at(count)) === other.at(at(count))) count += 1;
  return count;
}

function sameAround(text: string, start: number, end: number, { prefix, suffix }: CommentAnchor): number {
  const before = same(text.slice(Math.max(0, start - MAX_CONTEXT_LENGTH), start), prefix, "end");
  return before + same(text.slice(end, end + MAX_CONTEXT_LENGTH), suffix, "start");
}
