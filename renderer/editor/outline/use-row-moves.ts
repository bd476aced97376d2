import type { Editor } from "@tiptap/core";
import { type DragEvent, useState } from "react";
import { messages } from "../messages/index.ts";
import { announce } from "../ui/lib/dom.ts";
import { showBlock } from "../ui/visible-area.ts";
import { entryName } from "./OutlineRow.tsx";
import type { OutlineEntry } from "./read-outline.ts";
import { type DropPlace, dropPlaces, moveSection, nextGap, type Section, sectionAt } from "./sections.ts";

interface RowMovesOptions {
  editor: Editor;
  entries: readonly OutlineEntry[];
  /** Reads the rows of the current article, which may differ from those drawn. */
  readNow: () => readonly OutlineEntry[];
  isReading: boolean;
  /** @param row new row of the entry; -1 for none */
  moved: (row: number) => void;
}

interface RowDrag {
  row: number;
  section: Section;
  places: readonly DropPlace[];
  /** The drop target; null over the dragged section, where a drop does nothing. */
  place: DropPlace | null;
}

export function useRowMoves({ editor, entries, readNow, isReading, moved }: RowMovesOptions) {
  const [drag, setDrag] = useState<RowDrag | null>(null);
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
    drag,
    /** Moves a row's section before or after its neighbour; announces if there is none. */
    step(row: number, direction: -1 | 1): void {
      const entry = readNow()[row];
      if (isReading || entry === undefined || entry.holder === null) return;
      const section = sectionAt(editor.state.doc, entry.from);
      const gap = section === null ? null : nextGap(section, direction);
      if (gap === null) announce(direction < 0 ? t.isFirst(entryName(entry)) : t.isLast(entryName(entry)));
      else move(entry, gap);
    },
    /** The handlers of the list, whose rows are draggable. */
    dragging: {
      onDragStart(event: DragEvent): void {
        const read = readNow();
        const row = rowOf(event);
        const entry = read[row];
        const places = entry === undefined || isReading ? [] : dropPlaces(editor.state.doc, read, entry);
        const section = entry === undefined ? null : sectionAt(editor.state.doc, entry.from);
        if (section === null || places.length === 0) {
          event.preventDefault();
          return;
        }
        // Firefox drags nothing without data. The article inserts nothing of this type.
        event.dataTransfer.setData("application/x-galley-outline", "");
        event.dataTransfer.effectAllowed = "move";
        setDrag({ row, section, places, place: null });
      },
      onDragOver(event: DragEvent): void {
        if (drag === null) return;
        event.preventDefault();
        const { from = -1 } = entries[rowOf(event)] ?? {};
        const isOwn = from >= drag.section.from && from < drag.section.to;
        const place = isOwn ? null : nearestPlace(drag.places, event);
        if (place !== drag.place) setDrag({ ...drag, place });
      },
      onDrop(event: DragEvent): void {
        event.preventDefault();
        const read = readNow();
        const entry = read[drag?.row ?? -1];
        // The article may have changed, so reads the target at the same row again.
        const same = ({ row, side }: DropPlace) => row === drag?.place?.row && side === drag.place.side;
        const gap = entry && dropPlaces(editor.state.doc, read, entry).find(same)?.gap;
        if (entry !== undefined && gap !== undefined) move(entry, gap);
      },
      onDragEnd: () => setDrag(null),
    },
  };
}

const rowOf = ({ target }: DragEvent): number =>
  Number((target as Element).closest("[data-row]")?.getAttribute("data-row") ?? -1);

function nearestPlace(places: readonly DropPlace[], { clientY, currentTarget }: DragEvent): DropPlace | null {
  const distanceTo = ({ row, side }: DropPlace): number => {
    const box = currentTarget.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
    // The offsets distinguish two places at the same edge.
    return box === undefined ? Infinity : Math.abs((side === "above" ? box.top + 1 : box.bottom - 1) - clientY);
  };
  const nearest = Math.min(...places.map(distanceTo));
  return places.find((place) => distanceTo(place) === nearest) ?? null;
}
