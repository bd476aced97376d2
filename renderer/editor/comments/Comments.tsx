import { useEffect, useState } from "react";
import { COMMENT_KEYS, isPressed } from "../ui/keys.ts";
import { isModalOpen } from "../ui/lib/dom.ts";
import { afterPaint } from "../ui/lib/later.ts";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { CommentSession } from "./comment-gate.ts";

const loadLayer = () => import("./CommentLayer.tsx");

/** The comments of the article, fetched once there is one, or once somebody wants to write one. */
export function Comments({ articleSession, onFailed }: { articleSession: CommentSession; onFailed: () => void }) {
  const { comments } = articleSession;
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const look = () => comments.isWanted() && setWanted(true);
    afterPaint(look);
    // Until the field is there, a key must not replace the very words that the comment is about.
    const letGo = () => {
      const held = document.activeElement;
      if (comments.wish.get()?.kind === "begin" && held instanceof HTMLElement) held.blur();
    };
    const ends = [
      comments.wish.subscribe(letGo),
      ...[comments.wish, comments.heard, comments.count].map((store) => store.subscribe(look)),
    ];
    const onKey = (event: KeyboardEvent) => {
      const kind = (["begin", "next", "previous"] as const).find((each) => isPressed(COMMENT_KEYS[each], event));
      if (kind === undefined || isModalOpen()) return;
      event.preventDefault();
      comments.ask(kind);
    };
    document.addEventListener("keydown", onKey);
    return () => {
      for (const end of ends) end();
      document.removeEventListener("keydown", onKey);
    };
  }, [comments]);
  const layer = useOnDemand(loadLayer, wanted, () => {
    setWanted(false);
    if (comments.wish.get() === null) return;
    articleSession.editor.view.focus();
    onFailed();
  });
  return layer === null ? null : <layer.CommentLayer articleSession={articleSession} />;
}
