import {
  autoUpdate,
  type ComputePositionConfig,
  computePosition,
  flip,
  limitShift,
  offset,
  type Rect,
  shift,
  size,
  type VirtualElement,
} from "@floating-ui/dom";
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { listenTo } from "./lib/dom.ts";
import { visibleBounds } from "./visible-area.ts";

interface PopupProps extends ComponentProps<"div"> {
  ref?: RefObject<HTMLDivElement | null>;
  /** The box next to which the popup appears; null while it is off screen. Called whenever the page moves. */
  anchor: () => Box | null;
  /** over: above the anchor, or on its upper edge if there is no space. */
  prefer?: "below" | "above" | "over";
  onEscape?: () => void;
}

/** A box that stays next to its anchor while the page scrolls. */
export function Popup({ anchor, prefer = "below", onEscape, ref, ...rest }: PopupProps) {
  const own = useRef<HTMLDivElement>(null);
  const box = ref ?? own;
  /** Number of placements; results of earlier ones are dropped. */
  const times = useRef(0);

  async function place(): Promise<void> {
    const dom = box.current;
    if (dom === null) return;
    times.current += 1;
    const time = times.current;
    const at = anchor();
    if (at === null) {
      dom.style.visibility = "hidden";
      return;
    }
    dom.style.maxHeight = "";
    const bounds = visibleBounds();
    const onAvailable = (height: number) => {
      dom.style.maxHeight = `${height}px`;
    };
    const config = prefer === "over" ? over(bounds) : nextTo(prefer, bounds, onAvailable);
    const { x, y } = await computePosition(anchorAt(at), dom, config);
    if (time !== times.current) return;
    dom.style.left = `${x}px`;
    dom.style.top = `${y}px`;
    dom.style.visibility = "visible";
  }

  const latest = useRef(place);
  // Runs after each render, because the size or the anchor may have changed.
  useLayoutEffect(() => {
    latest.current = place;
    void place();
  });
  useEffect(() => {
    const anywhere = { getBoundingClientRect: () => new DOMRect() };
    return autoUpdate(anywhere, box.current, () => void latest.current());
  }, [box]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: callers pass the role
    <div
      {...rest}
      className={`popup raised ${rest.className ?? ""}`}
      ref={box}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key !== "Escape" || onEscape === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onEscape();
      }}
    />
  );
}

export const toolButton = (tool: string) => document.querySelector<HTMLElement>(`[data-tool="${tool}"]`);

/** The box of a button, as the anchor of what it opens. */
export const boxOfTool = (tool: string): Box | null => toolButton(tool)?.getBoundingClientRect() ?? null;

/** Calls `onClose` on a pointer press outside the box and its opener. @param opener `data-tool` of the button */
export function useCloseOutside(onClose: () => void, opener = ""): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onDown = (event: PointerEvent) => {
      const target = event.target as Element;
      if (box.current?.contains(target) || target.closest(`[data-tool="${opener}"]`) !== null) return;
      onClose();
    };
    return listenTo(document, { pointerdown: onDown }, { capture: true });
  });
  return box;
}

/** CSS pixels of the window. */
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
function nextTo(
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
function over(bounds: Rect): Partial<ComputePositionConfig> {
  const inside = { boundary: [], rootBoundary: bounds, padding: GAP };
  const slide = shift({ ...inside, crossAxis: true, limiter: limitShift() });
  return { strategy: "fixed", placement: "top", middleware: [offset(GAP), slide] };
}

function anchorAt({ left, top, right, bottom }: Box): VirtualElement {
  return { getBoundingClientRect: () => new DOMRect(left, top, right - left, bottom - top) };
}
