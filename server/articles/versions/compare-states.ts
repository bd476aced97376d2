/** The bounded difference of two states of an article; plain data in and out, for a worker thread. */

import { attributeName, type CompareLanguage } from "../../article/compare/block-text.ts";
import { type ComparedBlock, comparedBlock } from "../../article/compare/compared-block.ts";
import { differenceOf } from "../../article/compare/difference.ts";
import { readState } from "../../article/document.ts";
import { readWidths } from "../../article/vms-json.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";

/** Characters of an unchanged block: enough to recognise it. */
const SAME_CHARACTERS = 160;
const RUN_CHARACTERS = 20_000;
const ALT_CHARACTERS = 300;
/** Characters of one comparison; blocks beyond this limit are only counted. */
const MAX_CHARACTERS = 400_000;
const MAX_BLOCKS = 3_000;
/** Words of changed blocks that are compared: enough for a whole article. */
const MAX_COMPARED_WORDS = 10_000;

interface NumberedState {
  /** Of its version. */
  number: number;
  json: string;
}

export interface CompareRequest {
  from: NumberedState;
  to: NumberedState;
  language: CompareLanguage;
}

/** @throws AppError invalid for a state of another editor */
export function compareStates({ from, to, language }: CompareRequest) {
  const before = stateOf(from);
  const after = stateOf(to);
  const { rows, changes } = differenceOf(
    before.doc,
    after.doc,
    (name, block) => attributeName(language, name, block.type.name),
    MAX_COMPARED_WORDS,
  );
  const small = (file: string) =>
    readWidths((after.state.assets[file] ?? before.state.assets[file])?.widths)?.[0]?.file ?? file;
  const blocks: ComparedBlock[] = [];
  let characters = 0;
  for (const row of rows) {
    if (blocks.length >= MAX_BLOCKS) break;
    const block = bounded(comparedBlock(row, before.doc, small));
    characters += charactersOf(block);
    if (characters > MAX_CHARACTERS && blocks.length > 0) break;
    blocks.push(block);
  }
  return { changes, blocks, left_out: rows.length - blocks.length };
}

function stateOf({ number, json }: NumberedState) {
  const read = readState(JSON.parse(json));
  if (read.ok) return read;
  throw new AppError("invalid", sentence("articles.foreign_compare", { number: String(number) }));
}

function bounded(block: ComparedBlock): ComparedBlock {
  const longest = block.kind === "same" ? SAME_CHARACTERS : RUN_CHARACTERS;
  for (const run of block.runs) {
    run.from = beginningOf(run.from, longest);
    run.to = beginningOf(run.to, longest);
  }
  for (const picture of [...(block.from?.pictures ?? []), ...(block.to?.pictures ?? [])])
    picture.alt = beginningOf(picture.alt, ALT_CHARACTERS);
  return block;
}

function charactersOf({ runs, from, to }: ComparedBlock): number {
  const words = runs.reduce((sum, run) => sum + run.from.length + run.to.length, 0);
  const pictures = [...(from?.pictures ?? []), ...(to?.pictures ?? [])];
  return pictures.reduce((sum, { file, alt }) => sum + file.length + alt.length, words);
}

function beginningOf(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed().trimEnd()} …`;
}
