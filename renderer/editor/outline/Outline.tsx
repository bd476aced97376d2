import { useEffect } from "react";
import { useStore } from "../lib/use-store.ts";
import type { ArticleSession } from "../session/article-session.ts";
import { isPressed, OUTLINE_KEY } from "../ui/keys.ts";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { OutlineGate } from "./outline-gate.ts";

const loadPanel = () => import("./OutlinePanel.tsx");

/** From the first paint until it is loaded unasked: it is needed offline too, when it cannot be fetched. */
const AT_REST_MS = 4_000;

export interface OutlineProps {
  articleSession: ArticleSession;
  gate: OutlineGate;
  /** Says that a part could not be loaded. */
  onFailed: () => void;
}

/** The outline of the article and its key, which opens it, leads into it, and from there closes it. */
export function Outline({ articleSession, gate, onFailed }: OutlineProps) {
  const open = useStore(gate.open);
  const { editor } = articleSession;
  useEffect(() => {
    const timer = setTimeout(() => loadPanel().catch(() => undefined), AT_REST_MS);
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(OUTLINE_KEY, event) || document.querySelector("dialog:modal, [aria-modal='true']") !== null)
        return;
      event.preventDefault();
      if (!gate.open.get() || document.activeElement?.closest(".outline-panel") == null) return gate.enter();
      gate.close();
      editor.view.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey);
    };
  }, [editor, gate]);
  const panel = useOnDemand(loadPanel, open, () => {
    gate.close();
    onFailed();
  });
  return !open || panel === null ? null : <panel.OutlinePanel articleSession={articleSession} gate={gate} />;
}
