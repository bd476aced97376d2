/** The findings of the article, updated while the journalist writes. Only changed blocks are checked again. */
import type { Node } from "@tiptap/pm/model";
import { oncePer } from "../../../server/article/once-per.ts";
import type { ArticleSession, ArticleTab } from "../client/article-session.ts";
import type { Messages } from "../messages/en/index.ts";
import { sizeInWords } from "../messages/index.ts";
import { isAllowedTarget } from "../ui/lib/links.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { LargePicture } from "../uploads/large-pictures.ts";

export function checkArticle(doc: Node): Finding[] {
  const findings: Finding[] = [];
  // The site's title is level 1.
  let level = 1;
  doc.forEach((block, offset) => {
    for (const finding of checkBlock(block))
      findings.push({ ...finding, from: finding.from + offset, to: finding.to + offset });
    if (block.type.name !== "heading" || block.content.size === 0) return;
    const next = Number(block.attrs.level);
    if (next > level + 1)
      findings.push({ kind: "skipped_level", from: offset, to: offset + block.nodeSize, about: block.textContent });
    level = next;
  });
  return findings;
}

export interface FindingGroup {
  kind: FindingKind;
  findings: Finding[];
}

export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  return [...Map.groupBy(findings, ({ kind }) => kind)].map(([kind, own]) => ({ kind, findings: own }));
}

function toFinding({ file, size, from, to }: LargePicture): Finding {
  return { kind: "large_picture", from, to, about: size === null ? file : `${file}, ${sizeInWords(size)}` };
}

export type CheckSession = ArticleSession & {
  checks: ReturnType<typeof createCheckList>;
  /** Resizes all large pictures, each as one undo step. @throws Error with a message for the journalist */
  shrinkPictures(): Promise<void>;
};

/** ms after the last change, so that unfinished words are not reported. */
export const CHECK_PAUSE_MS = 800;

export function createCheckList(
  { schedule }: Pick<ArticleTab, "schedule">,
  doc: () => Node,
  largePictures: (doc: Node) => LargePicture[],
) {
  const findings = createStore<Finding[]>([]);
  let cancel = () => {};
  const check = () => {
    cancel();
    const article = doc();
    const large = largePictures(article).map(toFinding);
    const found = [...checkArticle(article), ...large].sort((one, other) => one.from - other.from);
    // No update while there are no findings.
    if (found.length > 0 || findings.get().length > 0) findings.set(found);
  };
  const changed = () => {
    cancel();
    cancel = schedule(CHECK_PAUSE_MS, check);
  };
  changed();
  return {
    findings: findings as Readable<Finding[]>,
    changed,
    check,
  };
}

export type FindingKind = keyof Messages["checks"]["found"];

export interface Finding {
  kind: FindingKind;
  /** Positions of the block, or of the text in it. */
  from: number;
  to: number;
  /** A file name or the text; "" for none. */
  about: string;
}

const PICTURE = /\.(?:jpe?g|png|gif|bmp|webp|svg|ico|avif)$/i;
/** "TK" as a word, in Latin or Cyrillic letters. */
const TO_COME = /(?<![\p{L}\p{N}_])(?:(?:TK)+|(?:ТК)+)(?![\p{L}\p{N}_])/gu;
const ABOUT_LENGTH = 40;

/** The findings in a block, in reading order. @returns positions relative to the block */
const checkBlock = oncePer((block: Node): Finding[] => {
  const findings: Finding[] = [];
  const visit = (node: Node, at: number): void => {
    checkNode(node, at, findings);
    if (node.isTextblock && !node.type.spec.code) checkText(node, at, findings);
    else node.forEach((child, offset) => void visit(child, at + offset + 1));
  };
  visit(block, 0);
  return findings;
});

function checkNode(node: Node, at: number, findings: Finding[]): void {
  const add = (kind: FindingKind, about: string) => findings.push({ kind, from: at, to: at + node.nodeSize, about });
  const { file, alt, href } = node.attrs as Record<string, unknown>;
  switch (node.type.name) {
    case "figure":
      if (alt === "" && PICTURE.test(String(file))) add("undescribed", String(file));
      if (href !== "" && !isAllowedTarget(href)) add("dead_link", String(file));
      break;
    case "mediaPlace":
      add("missing_picture", String(alt) || short(node.textContent) || String(node.attrs.source));
      break;
    case "button":
      if (!isAllowedTarget(href)) add("no_address", short(node.textContent));
      break;
    case "linkEmbed":
      if (!isAllowedTarget(href)) add("no_address", short(String(node.attrs.title)));
      break;
    case "embed":
      if (!isAllowedTarget(href)) add("no_address", short(String(node.attrs.title)));
      else if (String(node.attrs.title).trim() === "") add("untitled", short(String(href)));
      break;
    case "heading":
      if (node.textContent.trim() === "") add("empty_heading", "");
  }
}

function checkText(block: Node, at: number, findings: Finding[]): void {
  const add = (kind: FindingKind, from: number, to: number, about: string) =>
    findings.push({ kind, from: at + 1 + from, to: at + 1 + to, about });
  block.forEach((node, offset, index) => {
    const link = node.marks.find((mark) => mark.type.name === "link");
    const before = index === 0 ? [] : block.child(index - 1).marks;
    // Differently formatted parts of one link count once.
    if (link === undefined || isAllowedTarget(link.attrs.href) || link.isInSet(before)) return;
    add("dead_link", offset, offset + node.nodeSize, short(node.text ?? ""));
  });
  // A leaf counts as one character, so that text offsets equal positions.
  const text = block.textBetween(0, block.content.size, "", "￼");
  for (const { index, 0: word } of text.matchAll(TO_COME)) {
    const end = index + word.length;
    // Starts at a word.
    const first = index > ABOUT_LENGTH / 2 ? text.slice(0, index).indexOf(" ", index - ABOUT_LENGTH / 2 - 1) + 1 : 0;
    const about = text.slice(first, end + ABOUT_LENGTH / 2);
    add("to_come", index, end, about.replaceAll("￼", " ").trim());
  }
}

function short(text: string): string {
  const line = text.trim();
  return line.length > ABOUT_LENGTH ? `${line.slice(0, ABOUT_LENGTH)}…` : line;
}
