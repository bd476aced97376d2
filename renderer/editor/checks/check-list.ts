/** The findings of the whole article, kept up to date while it is written: only what was touched is looked at again. */
import type { Node } from "@tiptap/pm/model";
import type { Schedule } from "../client/connection.ts";
import { createStore, type Readable } from "../lib/store.ts";
import { sizeInWords } from "../messages/index.ts";
import type { LargePicture } from "../uploads/large-pictures.ts";
import { checkBlock, type Finding } from "./check-block.ts";

/** A block that no change has touched is the same object. */
const known = new WeakMap<Node, Finding[]>();

/** The findings of an article, in reading order. */
export function checkArticle(doc: Node): Finding[] {
  const findings: Finding[] = [];
  doc.forEach((block, offset) => {
    let own = known.get(block);
    if (own === undefined) {
      own = checkBlock(block);
      known.set(block, own);
    }
    for (const finding of own) findings.push({ ...finding, from: finding.from + offset, to: finding.to + offset });
  });
  return findings;
}

function toFinding({ file, size, position }: LargePicture): Finding {
  const about = size === null ? file : `${file}, ${sizeInWords(size)}`;
  return { kind: "large_picture", from: position, to: position, about };
}

/** Nobody wants to be told of a word that is still being typed. */
export const CHECK_PAUSE_MS = 800;

export interface CheckListParts {
  schedule: Schedule;
  doc(): Node;
  /** Pictures of an article that are larger than a page needs. */
  largePictures(doc: Node): LargePicture[];
}

export interface CheckList {
  readonly findings: Readable<Finding[]>;
  /** The article changed: it is looked at when there is a pause. */
  changed(): void;
  /** Looks at once. */
  check(): void;
}

export function createCheckList({ schedule, doc, largePictures }: CheckListParts): CheckList {
  const findings = createStore<Finding[]>([]);
  let cancel = () => {};
  const check = () => {
    cancel();
    const article = doc();
    const large = largePictures(article).map(toFinding);
    const found = [...checkArticle(article), ...large].sort((one, other) => one.from - other.from);
    // An article without a finding stays so quietly.
    if (found.length > 0 || findings.get().length > 0) findings.set(found);
  };
  const changed = () => {
    cancel();
    cancel = schedule(CHECK_PAUSE_MS, check);
  };
  changed();
  return { findings, changed, check };
}
