/** Lines of the outline that are moved, by keys, by the buttons below them, or by dragging. */
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { messages } from "../messages/index.ts";
import { showBlock } from "../ui/in-sight.ts";
import { announce } from "../ui/lib/dom.ts";
import { entryName } from "./OutlineRow.tsx";
import type { OutlineEntry } from "./read-outline.ts";
import { followRowDrag } from "./row-drag.ts";
import { type DropPlace, dropPlaces, moveSection, nextGap, sectionAt } from "./sections.ts";

export interface RowMovesOptions {
  editor: Editor;
  /** The lines as they are drawn. */
  entries: readonly OutlineEntry[];
  /** Reads them as the article has them now: it may have changed since they were drawn. */
  readNow: () => readonly OutlineEntry[];
  /** Then nothing moves. */
  isReading: boolean;
  /** @param row the line that stands for it now; -1 for none */
  moved: (row: number) => void;
}

export interface RowMoves {
  /** The line that is dragged, and where it would be dropped; null while none is. */
  dragged: { row: number; place: DropPlace } | null;
  /** Moves what a line stands for before or behind its neighbour; says so where it is the first or the last already. */
  step(row: number, direction: -1 | 1): void;
  /** Begins to drag the line that was pressed. @param list its lines have `data-row` */
  press(event: PointerEvent, list: HTMLElement): void;
}

export function useRowMoves({ editor, entries, readNow, isReading, moved }: RowMovesOptions): RowMoves {
  const [dragged, setDragged] = useState<RowMoves["dragged"]>(null);
  const t = messages.outline;

  function move(entry: OutlineEntry, gap: number): void {
    const section = sectionAt(editor.state.doc, entry.from);
    if (section === null) return;
    const { tr, position } = moveSection(editor.state, section, gap);
    editor.view.dispatch(tr);
    showBlock(editor.view, position);
    const read = readNow();
    const row = read.findIndex(({ from, kind }) => from === position && kind !== "comment");
    announce(t.moved(entryName(entry), row + 1, read.length));
    moved(row);
  }

  return {
    dragged,
    step(row, direction) {
      const entry = readNow()[row];
      if (isReading || entry === undefined || entry.holder === null) return;
      const section = sectionAt(editor.state.doc, entry.from);
      const gap = section === null ? null : nextGap(section, direction);
      if (gap === null) announce(direction < 0 ? t.isFirst(entryName(entry)) : t.isLast(entryName(entry)));
      else move(entry, gap);
    },
    press(event, list) {
      const row = Number((event.target as Element).closest("[data-row]")?.getAttribute("data-row") ?? -1);
      if (isReading || row < 0 || event.button !== 0 || event.pointerType === "touch") return;
      let own = { from: 0, to: 0 };
      followRowDrag(event, {
        list,
        places() {
          const read = readNow();
          const entry = read[row];
          own = (entry && sectionAt(editor.state.doc, entry.from)) ?? own;
          return entry === undefined ? [] : dropPlaces(editor.state.doc, read, entry);
        },
        isOwn(each) {
          const from = entries[each]?.from;
          return from !== undefined && from >= own.from && from < own.to;
        },
        show: (place) => setDragged(place === null ? null : { row, place }),
        drop(place) {
          const read = readNow();
          const entry = read[row];
          // An upload may have come in meanwhile: the same two lines, wherever they stand by now.
          const same = (each: DropPlace) => each.row === place.row && each.side === place.side;
          const gap = entry && dropPlaces(editor.state.doc, read, entry).find(same)?.gap;
          if (entry !== undefined && gap !== undefined) move(entry, gap);
        },
      });
    },
  };
}
