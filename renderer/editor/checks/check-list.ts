/** The findings of the article, updated while the journalist writes. Only changed blocks are checked again. */
import type { Node } from "@tiptap/pm/model";
import type { ArticleSession, ArticleTab } from "../client/article-session.ts";
import { sizeInWords } from "../messages/index.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { LargePicture } from "../uploads/large-pictures.ts";
import { checkBlock, type Finding, type FindingKind } from "./check-block.ts";

const known = new WeakMap<Node, Finding[]>();

export function checkArticle(doc: Node): Finding[] {
  const findings: Finding[] = [];
  // The site's title is level 1.
  let level = 1;
  doc.forEach((block, offset) => {
    let own = known.get(block);
    if (own === undefined) {
      own = checkBlock(block);
      known.set(block, own);
    }
    for (const finding of own) findings.push({ ...finding, from: finding.from + offset, to: finding.to + offset });
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

function toFinding({ file, size, position }: LargePicture): Finding {
  const about = size === null ? file : `${file}, ${sizeInWords(size)}`;
  return { kind: "large_picture", from: position, to: position, about };
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
