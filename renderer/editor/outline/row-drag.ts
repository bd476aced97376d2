/** Dragging of an outline row by mouse or pen. Touch scrolls the list; buttons move rows there. */
import type { DropPlace } from "./sections.ts";

const SLACK_PX = 5;
/** CSS pixels: the list scrolls within EDGE of its border, by SCROLL a move. */
const EDGE = 28;
const SCROLL = 10;

export interface RowDrag {
  list: HTMLElement;
  /** Read once, when the drag starts; [] where the row cannot be moved. */
  places(): readonly DropPlace[];
  /** Whether a row is part of what is dragged; a drop there does nothing. */
  isOwn(row: number): boolean;
  /** @param place the drop target; null at the end */
  show(place: DropPlace | null): void;
  drop(place: DropPlace): void;
}

/** Follows a press until the pointer is released; Escape cancels. */
export function followRowDrag(start: PointerEvent, { list, places, isOwn, show, drop }: RowDrag): void {
  let found: readonly DropPlace[] | null = null;
  let place: DropPlace | null = null;

  const edgeOf = ({ row, side }: DropPlace) => {
    const box = list.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
    // Two places may share an edge.
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
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", end);
    window.removeEventListener("keydown", onKey, { capture: true });
    show(null);
  };
  const onUp = () => {
    const chosen = place;
    end();
    if (found === null) return;
    // Swallows the click after the drag.
    const swallow = (event: MouseEvent) => event.stopPropagation();
    list.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => list.removeEventListener("click", swallow, { capture: true }));
    if (chosen !== null) drop(chosen);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || found === null) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", end);
  window.addEventListener("keydown", onKey, { capture: true });
}

function nearest<T>(items: readonly T[], distance: (item: T) => number): T | null {
  let best: T | null = null;
  for (const item of items) if (best === null || distance(item) < distance(best)) best = item;
  return best;
}
