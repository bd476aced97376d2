import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Box, placeBeside, visibleBounds } from "./place.ts";

export interface PopupProps extends ComponentProps<"div"> {
  ref?: RefObject<HTMLDivElement | null>;
  /** What it stands beside; null while that is not on the screen. Asked again whenever the page moves. */
  anchor: () => Box | null;
  prefer?: "below" | "above";
  /** Whether it hides rather than cover its anchor. */
  neverCovers?: boolean;
}

/** A box that stands beside something and stays beside it while the page scrolls. */
export function Popup({ anchor, prefer = "below", neverCovers = false, children, ref, ...rest }: PopupProps) {
  const own = useRef<HTMLDivElement>(null);
  const box = ref ?? own;

  function place(): void {
    const dom = box.current;
    if (dom === null) return;
    const beside = anchor();
    if (beside === null) {
      dom.style.visibility = "hidden";
      return;
    }
    dom.style.maxHeight = "";
    const { left, top, maxHeight, clear } = placeBeside(
      beside,
      { width: dom.offsetWidth, height: dom.offsetHeight },
      visibleBounds(),
      prefer,
    );
    dom.style.left = `${left}px`;
    dom.style.top = `${top}px`;
    dom.style.maxHeight = `${maxHeight}px`;
    dom.style.visibility = clear || !neverCovers ? "visible" : "hidden";
  }

  // After every rendering: what is in it may have another size, and the anchor another place.
  useLayoutEffect(place);
  useEffect(() => {
    let frame = 0;
    const onMove = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    window.addEventListener("scroll", onMove, { capture: true, passive: true });
    window.addEventListener("resize", onMove);
    window.visualViewport?.addEventListener("resize", onMove);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", onMove, { capture: true });
      window.removeEventListener("resize", onMove);
      window.visualViewport?.removeEventListener("resize", onMove);
    };
  });

  return (
    <div {...rest} className={`popup ${rest.className ?? ""}`} ref={box}>
      {children}
    </div>
  );
}
