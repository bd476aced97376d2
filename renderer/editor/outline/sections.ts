/**
 * Moving what the outline lists. A section: a heading with all that belongs to it, up to the next heading of the same or a
 * higher level beside it. Whatever else is listed moves as its block.
 */
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { StepMap } from "@tiptap/pm/transform";
import { isHolder } from "../article/commands/block-places.ts";
import { setMovedBlocks } from "../article/commands/moved-blocks.ts";
import type { OutlineEntry } from "./read-outline.ts";

/** Blocks of one holder that move together. */
export interface Section {
  parent: Node;
  /** Where the blocks of the holder begin. */
  start: number;
  index: number;
  endIndex: number;
  from: number;
  to: number;
  /** Of the heading that it begins with; 0 for a block alone. */
  level: number;
}

/** What moves with the block at a position; null where nothing can be moved. */
export function sectionAt(doc: Node, position: number): Section | null {
  if (position > doc.content.size) return null;
  const $position = doc.resolve(position);
  const { parent } = $position;
  const block = $position.nodeAfter;
  if (block === null || !isHolder(parent)) return null;
  const index = $position.index();
  const level = levelOf(block);
  let endIndex = index + 1;
  while (level > 0 && endIndex < parent.childCount && !isBorder(parent.child(endIndex), level)) endIndex += 1;
  const start = $position.start();
  return { parent, start, index, endIndex, from: position, to: $position.posAtIndex(endIndex), level };
}

const levelOf = (block: Node): number => (block.type.name === "heading" ? Number(block.attrs.level) : 0);

/** Whether a block ends the section of a heading of this level. */
function isBorder(block: Node, level: number): boolean {
  const own = levelOf(block);
  return own > 0 && own <= level;
}

/**
 * Where a section can go, in reading order: between two sections, never into the words of one, so that no text changes its
 * heading. A block alone can go between any two blocks.
 */
function gapsOf({ parent, start, index, endIndex, level }: Section): number[] {
  const gaps: number[] = [];
  let position = start;
  for (let at = 0; at <= parent.childCount; at++) {
    const block = parent.maybeChild(at);
    const isElsewhere = at < index || at > endIndex;
    if (isElsewhere && (level === 0 || block === null || isBorder(block, level))) gaps.push(position);
    position += block?.nodeSize ?? 0;
  }
  return gaps;
}

/** The next place up (-1) or down (1); null at the end. */
export function nextGap(section: Section, direction: -1 | 1): number | null {
  const gaps = gapsOf(section);
  const next = direction < 0 ? gaps.findLast((gap) => gap < section.from) : gaps.find((gap) => gap > section.to);
  return next ?? null;
}

/** A place between two lines of the outline, at the upper or the lower edge of a line. */
export interface DropPlace {
  gap: number;
  row: number;
  side: "above" | "below";
}

/** Where a line of the outline can be dropped. */
export function dropPlaces(doc: Node, entries: readonly OutlineEntry[], moved: OutlineEntry): DropPlace[] {
  const section = moved.holder === null ? null : sectionAt(doc, moved.from);
  if (section === null) return [];
  const gaps = new Set(gapsOf(section));
  const places: DropPlace[] = [];
  const add = (place: DropPlace) => void (gaps.has(place.gap) && places.push(place));
  const end = section.start + section.parent.content.size;
  let last = -1;
  entries.forEach((entry, row) => {
    if (entry.from >= section.start && entry.from < end) last = row;
    if (entry.kind === "comment" || entry.holder !== moved.holder) return;
    add({ gap: entry.from, row, side: "above" });
    // Below a heading is the beginning of its section: a place for a picture, not for another section.
    if (section.level === 0) add({ gap: entry.to, row, side: "below" });
  });
  if (section.level > 0) add({ gap: end, row: last, side: "below" });
  return places;
}

/** Moves a section to a gap as one undo step; the cursor goes with its words. @returns where it stands then */
export function moveSection(
  state: EditorState,
  { parent, index, endIndex, from, to }: Section,
  gap: number,
): { tr: Transaction; position: number } {
  const tr = closeHistory(state.tr).delete(from, to);
  const position = tr.mapping.map(gap);
  setMovedBlocks(tr.insert(position, parent.children.slice(index, endIndex)), { from, to, position });
  const { selection } = state;
  if (selection.from >= from && selection.to <= to)
    tr.setSelection(selection.map(tr.doc, StepMap.offset(position - from)));
  return { tr, position };
}
