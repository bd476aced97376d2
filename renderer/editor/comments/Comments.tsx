import { useEffect } from "react";
import { COMMENT_KEYS, isPressed } from "../ui/keys.ts";
import { isModalOpen, listenTo } from "../ui/lib/dom.ts";
import { afterPaint } from "../ui/lib/later.ts";
import { useStore } from "../ui/lib/store.ts";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { CommentSession } from "./comment-state.ts";

const loadLayer = () => import("./CommentLayer.tsx");

/** The comments and their shortcuts. The layer loads if the article has comments or the journalist starts one. */
export function Comments({ articleSession, onFailed }: { articleSession: CommentSession; onFailed: () => void }) {
  const { comments, editor } = articleSession;
  const needed = useStore(comments.needed);
  useEffect(() => {
    afterPaint(comments.loadIfAny);
    // While the comment field loads, keys must not replace the selected text.
    const blur = () => {
      const focused = document.activeElement;
      if (comments.request.get()?.kind === "begin" && focused instanceof HTMLElement) focused.blur();
    };
    const onKey = (event: KeyboardEvent) => {
      const kind = (["begin", "next", "previous"] as const).find((each) => isPressed(COMMENT_KEYS[each], event));
      if (kind === undefined || isModalOpen()) return;
      event.preventDefault();
      comments.ask(kind);
    };
    const ends = [comments.request.subscribe(blur), listenTo(document, { keydown: onKey })];
    return () => ends.forEach((end) => void end());
  }, [comments]);
  const layer = useOnDemand(loadLayer, needed, () => {
    comments.needed.set(false);
    if (comments.request.get() === null) return;
    editor.view.focus();
    onFailed();
  });
  return layer === null ? null : <layer.CommentLayer articleSession={articleSession} />;
}
