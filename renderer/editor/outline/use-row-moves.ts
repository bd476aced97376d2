import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { messages } from "../messages/index.ts";
import { announce, listenTo } from "../ui/lib/dom.ts";
import { showBlock } from "../ui/visible-area.ts";
import { entryName } from "./OutlineRow.tsx";
import type { OutlineEntry } from "./read-outline.ts";
import { type DropPlace, dropPlaces, moveSection, nextGap, sectionAt } from "./sections.ts";

interface RowMovesOptions {
  editor: Editor;
  entries: readonly OutlineEntry[];
  /** Reads the rows of the current article, which may differ from those drawn. */
  readNow: () => readonly OutlineEntry[];
  isReading: boolean;
  /** @param row new row of the entry; -1 for none */
  moved: (row: number) => void;
}

export function useRowMoves({ editor, entries, readNow, isReading, moved }: RowMovesOptions) {
  const [dragged, setDragged] = useState<{ row: number; place: DropPlace } | null>(null);
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
    /** Moves a row's section before or after its neighbour; announces if there is none. */
    step(row: number, direction: -1 | 1): void {
      const entry = readNow()[row];
      if (isReading || entry === undefined || entry.holder === null) return;
      const section = sectionAt(editor.state.doc, entry.from);
      const gap = section === null ? null : nextGap(section, direction);
      if (gap === null) announce(direction < 0 ? t.isFirst(entryName(entry)) : t.isLast(entryName(entry)));
      else move(entry, gap);
    },
    press(event: PointerEvent, list: HTMLElement): void {
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
          // The article may have changed, so reads the target at the same row again.
          const same = (each: DropPlace) => each.row === place.row && each.side === place.side;
          const gap = entry && dropPlaces(editor.state.doc, read, entry).find(same)?.gap;
          if (entry !== undefined && gap !== undefined) move(entry, gap);
        },
      });
    },
  };
}

const SLACK_PX = 5;
/** CSS pixels: within EDGE of its border, the list scrolls by SCROLL for each pointer move. */
const EDGE = 28;
const SCROLL = 10;

interface RowDrag {
  list: HTMLElement;
  /** Called once when the drag starts; [] if the row cannot be moved. */
  places(): readonly DropPlace[];
  /** Whether a row is part of the dragged section; a drop there does nothing. */
  isOwn(row: number): boolean;
  /** @param place the drop target; null at the end */
  show(place: DropPlace | null): void;
  drop(place: DropPlace): void;
}

/** Follows a press until the pointer is released; Escape cancels. */
function followRowDrag(start: PointerEvent, { list, places, isOwn, show, drop }: RowDrag): void {
  let found: readonly DropPlace[] | null = null;
  let place: DropPlace | null = null;

  const edgeOf = ({ row, side }: DropPlace) => {
    const box = list.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
    // The offsets distinguish two places at the same edge.
    return box === undefined ? Number.POSITIVE_INFINITY : side === "above" ? box.top + 1 : box.bottom - 1;
  };
  const onMove = (event: PointerEvent) => {
    const y = event.clientY;
    if (found === null) {
      if (Math.hypot(event.clientX - start.clientX, y - start.clientY) < SLACK_PX) return;
      found = places();
    }
    const box = list.getBoundingClientRect();
    if (y < box.top + EDGE) list.scrollTop -= SCROLL;
    else if (y > box.bottom - EDGE) list.scrollTop += SCROLL;
    const over = Number(
      list.ownerDocument.elementFromPoint(event.clientX, y)?.closest("[data-row]")?.getAttribute("data-row") ?? -1,
    );
    const next = isOwn(over) ? null : nearest(found, (each) => Math.abs(edgeOf(each) - y));
    if (next === place) return;
    place = next;
    show(place);
  };
  const end = () => {
    for (const stop of stops) stop();
    show(null);
  };
  const onUp = () => {
    const chosen = place;
    end();
    if (found === null) return;
    // Suppresses the click after the drag.
    const suppress = (event: MouseEvent) => event.stopPropagation();
    list.addEventListener("click", suppress, { capture: true, once: true });
    setTimeout(() => list.removeEventListener("click", suppress, { capture: true }));
    if (chosen !== null) drop(chosen);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || found === null) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  const stops = [
    listenTo(window, { pointermove: onMove, pointerup: onUp, pointercancel: end }),
    listenTo(window, { keydown: onKey }, { capture: true }),
  ];
}

function nearest<T>(items: readonly T[], distance: (item: T) => number): T | null {
  let best: T | null = null;
  for (const item of items) if (best === null || distance(item) < distance(best)) best = item;
  return best;
}
