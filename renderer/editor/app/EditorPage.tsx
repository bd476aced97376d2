import { useDisclosure } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useStorePart } from "../lib/use-store.ts";
import { messages } from "../messages/index.ts";
import { SeatBar } from "../presence/WritingLeaseBar.tsx";
import type { Desk } from "../session/article-session.ts";
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

export function EditorPage({ desk }: { desk: Desk }) {
  const [panel, setPanel] = useState<HeaderPanel | null>(null);
  const [asked, reason] = useDisclosure(false);
  const unsaved = useStorePart(desk.drafts.state, (drafts) => drafts.unsaved);
  const [tools] = useState(() => createWritingTools(desk));
  const reading = useStorePart(desk.presence.state, (presence) => presence.mode === "reading");
  usePageGuards(desk);
  // After the paper has mounted the editor.
  useEffect(() => keepInSight(desk.editor), [desk]);
  useWritingAtOnce(desk, reading);
  useEffect(() => {
    document.title = messages.title(desk.session.material_id, unsaved);
  }, [desk, unsaved]);

  return (
    <div className="page" data-reading={reading || undefined}>
      <section className="head" aria-label={messages.header.label}>
        <Header desk={desk} onOpen={setPanel} />
        <div className="head-second">
          {reading ? <SeatBar desk={desk} /> : <Toolbar tools={tools} />}
          <StatusLines desk={desk} asked={asked} onAsk={reason.toggle} />
        </div>
        {/* Tooltips belong to the tools, also in the page's outline. */}
        <div id="tool-hints" />
      </section>
      <Paper desk={desk} />
      {!reading && <WritingLayer tools={tools} />}
      <Foot tools={tools} />
      <Panels desk={desk} panel={panel} onClose={() => setPanel(null)} onFailed={tools.failed} />
      <Notices desk={desk} asked={asked} onClose={reason.close} />
    </div>
  );
}
