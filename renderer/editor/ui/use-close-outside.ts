import { type RefObject, useEffect, useRef } from "react";

/** For a box that closes when the pointer goes down outside it, its button not counted. @param opener its `data-tool` */
export function useCloseOutside(onClose: () => void, opener = ""): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onDown = (event: PointerEvent) => {
      const target = event.target as Element;
      if (box.current?.contains(target) || target.closest(`[data-tool="${opener}"]`) !== null) return;
      onClose();
    };
    document.addEventListener("pointerdown", onDown, { capture: true });
    return () => document.removeEventListener("pointerdown", onDown, { capture: true });
  });
  return box;
}
