import { useEffect } from "react";
import type { ArticleSession } from "../client/article-session.ts";
import { isPressed, OUTLINE_KEY } from "../ui/keys.ts";
import { isModalOpen, listenTo } from "../ui/lib/dom.ts";
import { useStore } from "../ui/lib/store.ts";
import { useOnDemand } from "../ui/use-work.tsx";
import type { OutlineState } from "./outline-state.ts";

interface OutlineProps {
  articleSession: ArticleSession;
  outline: OutlineState;
  onFailed: () => void;
}

const loadPanel = () => import("./OutlinePanel.tsx");

/** The outline and its shortcut, which opens or focuses it, or closes it if it has the focus. */
export function Outline({ articleSession, outline, onFailed }: OutlineProps) {
  const open = useStore(outline.open);
  const { editor } = articleSession;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(OUTLINE_KEY, event) || isModalOpen()) return;
      event.preventDefault();
      if (!outline.open.get() || document.activeElement?.closest(".outline-panel") == null) return outline.enter();
      outline.close();
      editor.view.focus();
    };
    return listenTo(document, { keydown: onKey });
  }, [editor, outline]);
  const panel = useOnDemand(loadPanel, open, () => {
    outline.close();
    onFailed();
  });
  return !open || panel === null ? null : <panel.OutlinePanel articleSession={articleSession} outline={outline} />;
}
