/** A line of the outline that is dragged by mouse or pen. A finger scrolls the list; the buttons below it move, too. */
import type { DropPlace } from "./sections.ts";

/** CSS pixels that the pointer moves before it drags. */
const SLACK = 5;
/** From an edge of the list within which it scrolls, and by how much a move. CSS pixels. */
const EDGE = 28;
const SCROLL = 10;

export interface RowDrag {
  /** The list; its lines have `data-row`. */
  list: HTMLElement;
  /** Asked once, when the drag begins; [] where the line cannot be moved. */
  places(): readonly DropPlace[];
  /** Whether a line is part of what is dragged: let go there, it stays where it was. */
  isOwn(row: number): boolean;
  /** @param place where it would be dropped; null when it is over */
  show(place: DropPlace | null): void;
  drop(place: DropPlace): void;
}

/** Follows a press on a line until the pointer is let go; Escape takes it back. */
export function followRowDrag(start: PointerEvent, { list, places, isOwn, show, drop }: RowDrag): void {
  let found: readonly DropPlace[] | null = null;
  let place: DropPlace | null = null;

  const edgeOf = ({ row, side }: DropPlace) => {
    const box = list.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
    // Two places may share an edge: each is nearer to its own line.
    return box === undefined ? Number.POSITIVE_INFINITY : side === "above" ? box.top + 1 : box.bottom - 1;
  };
  const onMove = (event: PointerEvent) => {
    const y = event.clientY;
    if (found === null) {
      if (Math.hypot(event.clientX - start.clientX, y - start.clientY) < SLACK) return;
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
    // The click that follows is part of the drag.
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
