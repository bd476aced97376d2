/** Positions popups next to their anchors, in CSS pixels of the window. */
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
 * Below or above the anchor: on the preferred side if the popup fits there, else on the other, else on the side with
 * more space. Shifted sideways to be inside the bounds.
 * @param onAvailable receives the available height; longer content scrolls
 */
export function nextTo(
  prefer: "below" | "above",
  bounds: Rect,
  onAvailable: (height: number) => void,
): Partial<ComputePositionConfig> {
  const inside = { boundary: [], rootBoundary: bounds, padding: GAP };
  return {
    strategy: "fixed",
    placement: prefer === "below" ? "bottom-start" : "top-start",
    middleware: [
      offset(GAP),
      flip({ ...inside, crossAxis: false, flipAlignment: false, fallbackStrategy: "bestFit" }),
      shift(inside),
      size({ ...inside, apply: ({ availableHeight }) => onAvailable(Math.max(0, availableHeight)) }),
    ],
  };
}

/** Above the anchor or over its upper edge, inside the bounds as long as the anchor is. */
export function over(bounds: Rect): Partial<ComputePositionConfig> {
  const inside = { boundary: [], rootBoundary: bounds, padding: GAP };
  const slide = shift({ ...inside, crossAxis: true, limiter: limitShift() });
  return { strategy: "fixed", placement: "top", middleware: [offset(GAP), slide] };
}

/** Whether the window has a phone's width; the same limit as in the style sheets. */
export const isNarrow = (): boolean => matchMedia("(max-width: 48em)").matches;

export function anchorAt({ left, top, right, bottom }: Box): VirtualElement {
  const rect = { left, top, right, bottom, x: left, y: top, width: right - left, height: bottom - top };
  return { getBoundingClientRect: () => rect };
}

/** The window without a phone's keyboard and the page header. */
export function visibleBounds(): Rect {
  const viewport = window.visualViewport;
  const { top, bottom } = visibleWindow();
  const y = Math.max(top, document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0);
  return { x: viewport?.offsetLeft ?? 0, y, width: viewport?.width ?? window.innerWidth, height: bottom - y };
}
