import { useEffect, useRef } from "react";
import { writeAtEnd } from "../article/nodes/block-moves.ts";
import { fetchPanels } from "../article/nodes/panels/load-panels.ts";
import { afterPaint } from "../lib/after-paint.ts";
import type { Desk } from "../session/article-session.ts";

/** The sheet with the article on it. */
export function Paper({ desk }: { desk: Desk }) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = sheet.current;
    if (place === null) return;
    desk.editor.mount(place);
    // A key that leads to a block's fields finds them there. Where Galley cannot be reached, the block tries again.
    afterPaint(() => void fetchPanels().catch(() => undefined));
    // A click on the empty sheet below the text goes on writing there; the keyboard has the text itself.
    const onMouseDown = (event: MouseEvent) => {
      if (event.target !== place) return;
      event.preventDefault();
      writeAtEnd(desk.editor.view);
    };
    place.addEventListener("mousedown", onMouseDown);
    return () => {
      place.removeEventListener("mousedown", onMouseDown);
      desk.editor.unmount();
    };
  }, [desk]);
  return (
    <main className="desk">
      <div className="sheet" ref={sheet} />
    </main>
  );
}
