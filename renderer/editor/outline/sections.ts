/** Moves sections: a heading with all blocks before the next heading of its level or higher, or a single block. */
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { StepMap } from "@tiptap/pm/transform";
import { setMovedBlocks } from "../article/commands/block-actions.ts";
import { isHolder } from "../article/commands/block-places.ts";
import type { OutlineEntry } from "./read-outline.ts";

export interface Section {
  parent: Node;
  start: number;
  index: number;
  endIndex: number;
  from: number;
  to: number;
  /** Level of the heading; 0 for a single block. */
  level: number;
}

/** The section at a position; null if it cannot be moved. */
export function sectionAt(doc: Node, position: number): Section | null {
  if (position > doc.content.size) return null;
  const $position = doc.resolve(position);
  const { parent } = $position;
  const block = $position.nodeAfter;
  if (block === null || !isHolder(parent)) return null;
  const index = $position.index();
  const level = levelOf(block);
  let endIndex = index + 1;
  while (level > 0 && endIndex < parent.childCount && !endsSection(parent.child(endIndex), level)) endIndex += 1;
  const start = $position.start();
  return { parent, start, index, endIndex, from: position, to: $position.posAtIndex(endIndex), level };
}

const levelOf = (block: Node): number => (block.type.name === "heading" ? Number(block.attrs.level) : 0);

function endsSection(block: Node, level: number): boolean {
  const own = levelOf(block);
  return own > 0 && own <= level;
}

/** Target positions in reading order. Sections move only between sections, so that no text changes its heading. */
function gapsOf({ parent, start, index, endIndex, level }: Section): number[] {
  const gaps: number[] = [];
  let position = start;
  for (let at = 0; at <= parent.childCount; at++) {
    const block = parent.maybeChild(at);
    const isElsewhere = at < index || at > endIndex;
    if (isElsewhere && (level === 0 || block === null || endsSection(block, level))) gaps.push(position);
    position += block?.nodeSize ?? 0;
  }
  return gaps;
}

/** The next target above (-1) or below (1), or null. */
export function nextGap(section: Section, direction: -1 | 1): number | null {
  const gaps = gapsOf(section);
  const next = direction < 0 ? gaps.findLast((gap) => gap < section.from) : gaps.find((gap) => gap > section.to);
  return next ?? null;
}

/** A drop target at the upper or lower edge of a row. */
export interface DropPlace {
  gap: number;
  row: number;
  side: "above" | "below";
}

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
    // Below a heading, only single blocks can be dropped.
    if (section.level === 0) add({ gap: entry.to, row, side: "below" });
  });
  if (section.level > 0) add({ gap: end, row: last, side: "below" });
  return places;
}

/** Moves a section as one undo step, with the cursor if it is inside. @returns the new position */
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
