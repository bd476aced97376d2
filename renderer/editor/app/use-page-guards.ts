import { useEffect } from "react";
import type { ArticleSession } from "../session/article-session.ts";

/** Ctrl/Cmd+S wherever the focus is; drafts sent when the tab is left; a warning only if something is stored nowhere. */
export function usePageGuards(articleSession: ArticleSession): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s")
        return;
      event.preventDefault();
      if (!event.repeat) articleSession.save();
    };
    const onHide = () => {
      if (document.visibilityState === "hidden") articleSession.drafts.flush();
      articleSession.presence.changed();
    };
    const onBack = (event: PageTransitionEvent) => {
      if (event.persisted) articleSession.presence.comeBack();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      const { unsaved, onComputer, onServer } = articleSession.drafts.state.get();
      if ((unsaved && !onComputer && !onServer) || articleSession.uploads.underWay.get() > 0) event.preventDefault();
    };
    // Before any other listener, so that a dialog or a field cannot keep Save from working.
    window.addEventListener("keydown", onKey, { capture: true });
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("beforeunload", onLeave);
    window.addEventListener("pagehide", articleSession.presence.leave);
    window.addEventListener("pageshow", onBack);
    return () => {
      window.removeEventListener("keydown", onKey, { capture: true });
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("beforeunload", onLeave);
      window.removeEventListener("pagehide", articleSession.presence.leave);
      window.removeEventListener("pageshow", onBack);
    };
  }, [articleSession]);
}
