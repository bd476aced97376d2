import { useDisclosure } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useStorePart } from "../lib/use-store.ts";
import { messages } from "../messages/index.ts";
import { WritingLeaseBar } from "../presence/WritingLeaseBar.tsx";
import type { ArticleSession } from "../session/article-session.ts";
import { keepInSight } from "../ui/in-sight.ts";
import { Foot } from "../writing/foot/Foot.tsx";
import { Toolbar } from "../writing/Toolbar.tsx";
import { WritingLayer } from "../writing/WritingLayer.tsx";
import { createWritingTools } from "../writing/writing-tools.ts";
import { Header, type HeaderPanel } from "./Header.tsx";
import { Notices } from "./Notices.tsx";
import { Panels } from "./Panels.tsx";
import { Paper } from "./Paper.tsx";
import { StatusLines } from "./StatusLines.tsx";
import { usePageGuards } from "./use-page-guards.ts";
import { useWritingAtOnce } from "./use-writing-at-once.ts";

export function EditorPage({ articleSession }: { articleSession: ArticleSession }) {
  const [panel, setPanel] = useState<HeaderPanel | null>(null);
  const [asked, reason] = useDisclosure(false);
  const unsaved = useStorePart(articleSession.drafts.state, (drafts) => drafts.unsaved);
  const [tools] = useState(() => createWritingTools(articleSession));
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  usePageGuards(articleSession);
  // After the paper has mounted the editor.
  useEffect(() => keepInSight(articleSession.editor), [articleSession]);
  useWritingAtOnce(articleSession, reading);
  useEffect(() => {
    document.title = messages.title(articleSession.session.material_id, unsaved);
  }, [articleSession, unsaved]);

  return (
    <div className="page" data-reading={reading || undefined}>
      <section className="head" aria-label={messages.header.label}>
        <Header articleSession={articleSession} onOpen={setPanel} />
        <div className="head-second">
          {reading ? <WritingLeaseBar articleSession={articleSession} /> : <Toolbar tools={tools} />}
          <StatusLines articleSession={articleSession} asked={asked} onAsk={reason.toggle} />
        </div>
        {/* Tooltips belong to the tools, also in the page's outline. */}
        <div id="tool-hints" />
      </section>
      <Paper articleSession={articleSession} />
      {!reading && <WritingLayer tools={tools} />}
      <Foot tools={tools} />
      <Panels articleSession={articleSession} panel={panel} onClose={() => setPanel(null)} onFailed={tools.failed} />
      <Notices articleSession={articleSession} asked={asked} onClose={reason.close} />
    </div>
  );
}
