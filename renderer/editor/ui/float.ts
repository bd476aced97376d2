/** Positions of popups beside their anchors, in CSS pixels of the window. */
import {
  type ComputePositionConfig,
  flip,
  limitShift,
  offset,
  type Rect,
  shift,
  size,
  type VirtualElement,
} from "@floating-ui/dom";
import { visibleWindow } from "./visible-area.ts";

export { autoUpdate, computePosition } from "@floating-ui/dom";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Distance from the anchor and from the window's edge. */
const GAP = 6;

/**
 * Below or above the anchor: on the preferred side if it fits there, else on the other if it fits there, else where
 * there is more room. Slid sideways until it is inside.
 * @param onRoom receives the height available; longer content scrolls
 */
export function beside(
  prefer: "below" | "above",
  bounds: Rect,
  onRoom: (height: number) => void,
): Partial<ComputePositionConfig> {
  const inside = { boundary: [], rootBoundary: bounds, padding: GAP };
  return {
    strategy: "fixed",
    placement: prefer === "below" ? "bottom-start" : "top-start",
    middleware: [
      offset(GAP),
      flip({ ...inside, crossAxis: false, flipAlignment: false, fallbackStrategy: "bestFit" }),
      shift(inside),
      size({ ...inside, apply: ({ availableHeight }) => onRoom(Math.max(0, availableHeight)) }),
    ],
  };
}

/** Above the anchor, else over its upper edge, inside of the bounds for as long as the anchor is. */
export function over(bounds: Rect): Partial<ComputePositionConfig> {
  const inside = { boundary: [], rootBoundary: bounds, padding: GAP };
  const slide = shift({ ...inside, crossAxis: true, limiter: limitShift() });
  return { strategy: "fixed", placement: "top", middleware: [offset(GAP), slide] };
}

/** Whether the window is a phone's, as the style sheets have it. */
export const isNarrow = (): boolean => matchMedia("(max-width: 48em)").matches;

export function anchorAt({ left, top, right, bottom }: Box): VirtualElement {
  const rect = { left, top, right, bottom, x: left, y: top, width: right - left, height: bottom - top };
  return { getBoundingClientRect: () => rect };
}

/** The window without the keyboard of a phone and the page's head. */
export function visibleBounds(): Rect {
  const seen = window.visualViewport;
  const { top, bottom } = visibleWindow();
  const y = Math.max(top, document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0);
  return { x: seen?.offsetLeft ?? 0, y, width: seen?.width ?? window.innerWidth, height: bottom - y };
}
