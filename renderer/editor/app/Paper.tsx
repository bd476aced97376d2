import { useEffect, useRef } from "react";
import { writeAtEnd } from "../article/nodes/block-moves.ts";
import { fetchPanels } from "../article/nodes/panels/load-panels.ts";
import { afterPaint } from "../lib/after-paint.ts";
import type { ArticleSession } from "../session/article-session.ts";

/** The sheet with the article on it. */
export function Paper({ articleSession }: { articleSession: ArticleSession }) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = sheet.current;
    if (place === null) return;
    articleSession.editor.mount(place);
    // A key that leads to a block's fields finds them there. Where Galley cannot be reached, the block tries again.
    afterPaint(() => void fetchPanels().catch(() => undefined));
    // A click on the empty sheet below the text goes on writing there; the keyboard has the text itself.
    const onMouseDown = (event: MouseEvent) => {
      if (event.target !== place) return;
      event.preventDefault();
      writeAtEnd(articleSession.editor.view);
    };
    place.addEventListener("mousedown", onMouseDown);
    return () => {
      place.removeEventListener("mousedown", onMouseDown);
      articleSession.editor.unmount();
    };
  }, [articleSession]);
  return (
    <main className="desk">
      <div className="sheet" ref={sheet} />
    </main>
  );
}
