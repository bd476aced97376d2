/** Where a menu stands beside what it belongs to. Everything in CSS pixels of the window. */
import { seenWindow } from "./clear-view.ts";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Place {
  left: number;
  top: number;
  /** So that it stays inside; what is longer scrolls. */
  maxHeight: number;
  /** False where it had to cover its anchor, for neither side has room. */
  clear: boolean;
}

/** Between the menu and its anchor, and between it and the window's edge. */
const GAP = 6;

/**
 * Below or above the anchor: on the preferred side if the menu fits there, else on the other if it fits there, else
 * where there is more room. Slid sideways until it is inside.
 */
export function placeBeside(
  anchor: Box,
  size: { width: number; height: number },
  bounds: Box,
  prefer: "below" | "above",
): Place {
  const room = { below: bounds.bottom - anchor.bottom - 2 * GAP, above: anchor.top - bounds.top - 2 * GAP };
  const other = prefer === "below" ? "above" : "below";
  const roomier = room.below >= room.above ? "below" : "above";
  const side = room[prefer] >= size.height ? prefer : room[other] >= size.height ? other : roomier;
  const maxHeight = Math.max(0, room[side]);
  const height = Math.min(size.height, maxHeight);
  const furthest = bounds.right - GAP - size.width;
  return {
    left: Math.max(bounds.left + GAP, Math.min(anchor.left, furthest)),
    top: side === "below" ? anchor.bottom + GAP : anchor.top - GAP - height,
    maxHeight,
    clear: room[side] >= size.height,
  };
}

/** What is to be seen of the page: the window without the keyboard of a phone, and without the page's head. */
export function visibleBounds(): Box {
  const seen = window.visualViewport;
  const left = seen?.offsetLeft ?? 0;
  const { top, bottom } = seenWindow();
  return {
    left,
    top: Math.max(top, document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0),
    right: left + (seen?.width ?? window.innerWidth),
    bottom,
  };
}
