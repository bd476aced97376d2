/** What became of a version in another one of the same session, block by block and word by word. */
import { type DifferenceRow, differenceOf, isOnlyForm } from "../article/compare/difference.ts";
import { readState } from "../article/document.ts";
import type { ComparedBlock, VersionComparison } from "../contracts/sessions-api.ts";
import { AppError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import { nextStep } from "../storage/steps.ts";
import { ORIGINAL, type Version } from "./version-store.ts";
import type { Versions } from "./versions.ts";

/** Characters of a block that is the same: enough to know where one is. */
const SAME_CHARACTERS = 160;
/** Characters of one piece of a changed block. */
const RUN_CHARACTERS = 20_000;
/** Characters of one answer; blocks after those are counted. */
const MAX_CHARACTERS = 400_000;
/** Blocks of one answer. */
const MAX_BLOCKS = 3_000;
/** Words of changed blocks that are compared; a whole article, and done in a part of the time that nobody may be held up. */
const MAX_COMPARED_WORDS = 10_000;

/** How the words of an attribute are introduced. */
const ATTRIBUTE_WORDS: Readonly<Record<string, string>> = {
  file: "File",
  alt: "Alternative text",
  title: "Title",
  description: "Description",
  credit: "Credit",
  source: "Source",
  href: "Link",
  html: "HTML",
  poster: "Still picture",
  language: "Language",
};

export type VersionComparing = ReturnType<typeof createVersionComparing>;

export function createVersionComparing(versions: Pick<Versions, "byId">) {
  const documentOf = (version: Version) => {
    const read = version.number === ORIGINAL ? null : readState(version.vmsJson.parse());
    if (read === null || !read.ok)
      throw new AppError(
        "invalid",
        `Version ${version.number} was written with another editor: Galley cannot compare it.`,
      );
    return read.doc;
  };
  return {
    /** @throws AppError not_found; invalid for versions of two sessions, or one that another editor wrote */
    async compare(fromId: string, toId: string): Promise<VersionComparison> {
      const [from, to] = [versions.byId(fromId), versions.byId(toId)];
      if (from.sessionId !== to.sessionId)
        throw new AppError("invalid", "These are versions of two articles; only versions of one can be compared.");
      // Each may be as large as an article can be: what else waits is let in between.
      const before = documentOf(from);
      await nextStep();
      const after = documentOf(to);
      await nextStep();
      const { rows, changes } = differenceOf(
        before,
        after,
        (name) => ATTRIBUTE_WORDS[name] ?? name,
        MAX_COMPARED_WORDS,
      );
      const blocks: ComparedBlock[] = [];
      let characters = 0;
      for (const row of rows) {
        const block = blockOf(row);
        characters += block.runs.reduce((sum, { text }) => sum + text.length, 0);
        if (blocks.length >= MAX_BLOCKS || (characters > MAX_CHARACTERS && blocks.length > 0)) break;
        blocks.push(block);
      }
      return { from: headOf(from), to: headOf(to), changes, blocks, left_out: rows.length - blocks.length };
    },
  };
}

const KINDS = { same: "same", changed: "changed", moved: "moved", mine: "gone", theirs: "new" } as const;

function blockOf(row: DifferenceRow): ComparedBlock {
  const block = row.theirs ?? row.mine;
  const level: unknown = block?.attrs.level;
  const longest = row.kind === "same" ? SAME_CHARACTERS : RUN_CHARACTERS;
  const runs = row.runs.map(({ mine, theirs, kind }) => ({
    kind,
    text: beginningOf(kind === "gone" ? mine : theirs, longest),
  }));
  return {
    kind: KINDS[row.kind],
    type: block?.type.name ?? "",
    level: typeof level === "number" ? level : null,
    runs,
    only_form: isOnlyForm(row),
  };
}

function beginningOf(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed().trimEnd()} …`;
}

function headOf({ id, number, createdAt, userEmail }: Version): VersionComparison["from"] {
  return { id, number, created_at: isoTime(createdAt), user_email: userEmail };
}
