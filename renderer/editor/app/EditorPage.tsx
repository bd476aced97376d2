import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { moveCursorToEnd } from "../article/nodes/media/media-commands.ts";
import { ReadingBar } from "../collaboration/People.tsx";
import type { Panel } from "../comments/comment-state.ts";
import { messages } from "../messages/index.ts";
import { Outline } from "../outline/Outline.tsx";
import { createOutlineState, isBeside } from "../outline/outline-state.ts";
import { listenTo } from "../ui/lib/dom.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import { keepLineInPlace, PHONE, trackView } from "../ui/visible-area.ts";
import { Toolbar } from "../writing/Toolbar.tsx";
import { WritingFooter, WritingLayer, WritingNotices } from "../writing/WritingLayer.tsx";
import { createWritingTools } from "../writing/writing-tools.ts";
import { Header } from "./Header.tsx";
import { Notices } from "./Notices.tsx";
import type { OpenSession } from "./open-session.ts";
import { Comments, loadParts, Panels, Snippets } from "./parts.tsx";
import { StatusLines } from "./StatusLines.tsx";
import { useInitialFocus } from "./use-initial-focus.ts";

export function EditorPage({ articleSession }: { articleSession: OpenSession }) {
  const { panel, comments } = articleSession;
  const shownPanel = useStore(panel);
  const [reasonShown, reason] = useDisclosure(false);
  const unsaved = useStorePart(articleSession.drafts.state, (drafts) => drafts.unsaved);
  const name = useStore(articleSession.name);
  const [tools] = useState(() => createWritingTools(articleSession));
  const [outline] = useState(() => createOutlineState(articleSession.memory));
  const outlined = useStore(outline.open);
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  // On a phone the toolbar is in the foot, above the keyboard.
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const bar = reading ? <ReadingBar presence={articleSession.presence} /> : <Toolbar tools={tools} isPhone={isPhone} />;
  usePageGuards(articleSession);
  const page = useRef<HTMLDivElement>(null);
  // Runs after Sheet has mounted the editor.
  useEffect(
    () => (page.current === null ? undefined : trackView(page.current, articleSession.editor)),
    [articleSession],
  );
  useInitialFocus(articleSession, reading);
  useEffect(() => loadParts(articleSession.connection), [articleSession]);
  useEffect(() => {
    document.title = `${unsaved ? "• " : ""}${name} – Galley`;
  }, [name, unsaved]);

  const open = (next: Panel) => {
    if (next === "comments") comments.needed.set(true);
    panel.set(next);
  };
  const aside = shownPanel === "comments" || shownPanel === "checks";
  // Both panels make the article narrower.
  useEffect(() => {
    const keep = () => isBeside() && keepLineInPlace(articleSession.editor.view);
    const ends = [outline.open.subscribe(keep), panel.subscribe(keep)];
    return () => ends.forEach((end) => void end());
  }, [articleSession, outline, panel]);
  // Without space for both, the panel opened last stays.
  useEffect(() => {
    if (aside && !isBeside()) outline.close();
  }, [aside, outline]);
  useEffect(() => {
    if (outlined && !isBeside()) panel.set(null);
  }, [outlined, panel]);
  return (
    <div
      className="page"
      ref={page}
      data-reading={reading || undefined}
      data-outline={outlined || undefined}
      data-aside={aside || undefined}
    >
      <section className="head" aria-label={messages.header.label}>
        <Header articleSession={articleSession} outline={outline} onOpen={open}>
          <StatusLines articleSession={articleSession} reasonShown={reasonShown} onToggleReason={reason.toggle} />
        </Header>
        {!isPhone && <div className="head-tools">{bar}</div>}
        {/* Tooltips belong to the landmark of their tools. */}
        <div id="tool-hints" />
      </section>
      <Outline articleSession={articleSession} outline={outline} onFailed={tools.failed} />
      <Sheet articleSession={articleSession} />
      {!reading && <WritingLayer tools={tools} isPhone={isPhone} />}
      <WritingFooter tools={tools}>{isPhone && bar}</WritingFooter>
      <Comments articleSession={articleSession} onFailed={tools.failed} />
      {!reading && <Snippets articleSession={articleSession} onFailed={tools.failed} />}
      <Panels articleSession={articleSession} onFailed={tools.failed} onMissing={tools.missing} />
      <Notices articleSession={articleSession} reasonShown={reasonShown} onClose={reason.close}>
        {!reading && <WritingNotices tools={tools} />}
      </Notices>
    </div>
  );
}

function Sheet({ articleSession }: { articleSession: OpenSession }) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = sheet.current;
    if (place === null) return;
    articleSession.editor.mount(place);
    // A click below the text puts the cursor at its end.
    const onMouseDown = (event: MouseEvent) => {
      if (event.target !== place) return;
      event.preventDefault();
      moveCursorToEnd(articleSession.editor.view);
    };
    const stop = listenTo(place, { mousedown: onMouseDown });
    return () => {
      stop();
      articleSession.editor.unmount();
    };
  }, [articleSession]);
  return (
    <main className="article-area">
      <div className="article-sheet" ref={sheet} />
    </main>
  );
}

/** Saves on Ctrl/Cmd+S, sends drafts when the tab is hidden, and warns on leaving only if changes would be lost. */
function usePageGuards(articleSession: OpenSession): void {
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
      if (event.persisted) articleSession.presence.reconnect();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      const { unsaved, onComputer, onServer } = articleSession.drafts.state.get();
      if ((unsaved && !onComputer && !onServer) || articleSession.uploads.underWay.get() > 0) event.preventDefault();
    };
    // Capture, because dialogs and fields stop key events.
    const ends = [
      listenTo(window, { keydown: onKey }, { capture: true }),
      listenTo(document, { visibilitychange: onHide }),
      listenTo(window, { beforeunload: onLeave, pagehide: articleSession.presence.disconnect, pageshow: onBack }),
    ];
    return () => ends.forEach((end) => void end());
  }, [articleSession]);
}
