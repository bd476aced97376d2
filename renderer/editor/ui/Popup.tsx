import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { anchorAt, autoUpdate, type Box, beside, computePosition, over, visibleBounds } from "./float.ts";
import { listenTo } from "./lib/dom.ts";

export interface PopupProps extends ComponentProps<"div"> {
  ref?: RefObject<HTMLDivElement | null>;
  /** The box beside which it appears; null while that is not on the screen. Called whenever the page moves. */
  anchor: () => Box | null;
  /** over: above the anchor, else on its upper edge. */
  prefer?: "below" | "above" | "over";
  onEscape?: () => void;
  /** Whether it hides rather than cover its anchor. */
  neverCovers?: boolean;
}

/** A box that stays beside its anchor while the page scrolls. */
export function Popup({ anchor, prefer = "below", neverCovers = false, onEscape, ref, ...rest }: PopupProps) {
  const own = useRef<HTMLDivElement>(null);
  const box = ref ?? own;
  /** Number of placements: results of earlier ones are dropped. */
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
    const wanted = dom.offsetHeight;
    let room = 0;
    const bounds = visibleBounds();
    const onRoom = (height: number) => {
      room = height;
      dom.style.maxHeight = `${height}px`;
    };
    const config = prefer === "over" ? over(bounds) : beside(prefer, bounds, onRoom);
    const { x, y } = await computePosition(anchorAt(at), dom, config);
    if (time !== times.current) return;
    dom.style.left = `${x}px`;
    dom.style.top = `${y}px`;
    dom.style.visibility = wanted <= room || !neverCovers ? "visible" : "hidden";
  }

  const latest = useRef(place);
  // After every render: its size or its anchor may have changed.
  useLayoutEffect(() => {
    latest.current = place;
    void place();
  });
  useEffect(() => {
    const anywhere = anchorAt({ left: 0, top: 0, right: 0, bottom: 0 });
    return autoUpdate(anywhere, box.current, () => void latest.current());
  }, [box]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role comes with its attributes
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

/** For a box that closes when the pointer goes down outside it, its button not counted. @param opener its `data-tool` */
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
