import { useEffect, useRef, useState } from "react";
import { useStore } from "../ui/lib/use-store.ts";
import { CommentPanel } from "./CommentPanel.tsx";
import { CommentSigns } from "./CommentSigns.tsx";
import { type CommentDesk, createCommentDesk } from "./comment-desk.ts";
import type { CommentSession, CommentWish } from "./comment-gate.ts";

/** All of the comments that is on the screen: the signs beside the text, and the panel. */
export function CommentLayer({ articleSession }: { articleSession: CommentSession }) {
  const [desk, setDesk] = useState<CommentDesk | null>(null);
  useEffect(() => {
    const made = createCommentDesk(articleSession);
    setDesk(made);
    return made.end;
  }, [articleSession]);
  return desk === null ? null : <Shown articleSession={articleSession} desk={desk} />;
}

function Shown({ articleSession, desk }: { articleSession: CommentSession; desk: CommentDesk }) {
  const { comments } = articleSession;
  const shown = useStore(comments.shown);
  const wish = useStore(comments.wish);
  const done = useRef<CommentWish | null>(null);
  /** The card that is to have the focus; each time an object of its own. */
  const [wanted, setWanted] = useState<{ id: string } | null>(null);

  function open(id: string): void {
    desk.look(id);
    comments.shown.set(true);
    setWanted({ id });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is granted once
  useEffect(() => {
    if (wish === null || wish === done.current) return;
    done.current = wish;
    if (wish.kind === "list") comments.shown.set(true);
    else if (wish.kind === "begin") desk.begin();
    else {
      const id = desk.next(wish.kind === "next" ? 1 : -1);
      comments.shown.set(true);
      if (id === null) return;
      desk.show(id);
      open(id);
    }
  }, [wish, desk]);

  return (
    <>
      <CommentSigns articleSession={articleSession} desk={desk} onOpen={open} />
      {shown && (
        <CommentPanel
          articleSession={articleSession}
          desk={desk}
          wanted={wanted}
          onClose={() => {
            comments.shown.set(false);
            setWanted(null);
            desk.look(null);
          }}
        />
      )}
    </>
  );
}
