/** The findings of the whole article, kept up to date while it is written: only what was touched is looked at again. */
import type { Node } from "@tiptap/pm/model";
import type { ArticleSession, ArticleTab } from "../client/article-session.ts";
import { sizeInWords } from "../messages/index.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { LargePicture } from "../uploads/large-pictures.ts";
import { checkBlock, type Finding, type FindingKind } from "./check-block.ts";

/** A block that no change has touched is the same object. */
const known = new WeakMap<Node, Finding[]>();

/** The findings of an article, in reading order. */
export function checkArticle(doc: Node): Finding[] {
  const findings: Finding[] = [];
  // The page's own headline is the level above.
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

/** Findings of one kind: a line of the list. */
export interface FindingGroup {
  kind: FindingKind;
  /** In reading order, at least one. */
  findings: Finding[];
}

/** What is to be looked at, each kind once, in the order in which one meets it. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  return [...Map.groupBy(findings, ({ kind }) => kind)].map(([kind, own]) => ({ kind, findings: own }));
}

function toFinding({ file, size, position }: LargePicture): Finding {
  const about = size === null ? file : `${file}, ${sizeInWords(size)}`;
  return { kind: "large_picture", from: position, to: position, about };
}

export type CheckList = ReturnType<typeof createCheckList>;

export type CheckSession = ArticleSession & {
  checks: CheckList;
  /** Resizes every large picture; each is one undo step. @throws Error with a sentence for people */
  shrinkPictures(): Promise<void>;
};

/** ms from the last change to the check: a word that is still being typed is not reported. */
export const CHECK_PAUSE_MS = 800;

/**
 * @param doc the article as it is now
 * @param largePictures those of an article that are larger than a page needs
 */
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
    // Nothing before and nothing now: nobody has to be told.
    if (found.length > 0 || findings.get().length > 0) findings.set(found);
  };
  const changed = () => {
    cancel();
    cancel = schedule(CHECK_PAUSE_MS, check);
  };
  changed();
  return {
    findings: findings as Readable<Finding[]>,
    /** The article changed: it is looked at when there is a pause. */
    changed,
    /** Looks at once. */
    check,
  };
}
