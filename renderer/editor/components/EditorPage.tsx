import { useDisclosure } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { Desk } from "../desk.ts";
import { messages } from "../messages.ts";
import { useStorePart } from "../use-store.ts";
import { Foot } from "../writing/foot/Foot.tsx";
import { WritingLayer } from "../writing/WritingLayer.tsx";
import { createWritingTools } from "../writing/writing-tools.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { Header } from "./Header.tsx";
import { HistoryDrawer } from "./HistoryDrawer.tsx";
import { Notices } from "./Notices.tsx";
import { Paper } from "./Paper.tsx";
import { StatusLines } from "./StatusLines.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { usePageGuards } from "./use-page-guards.ts";

export function EditorPage({ desk }: { desk: Desk }) {
  const [historyOpen, history] = useDisclosure(false);
  const [asked, reason] = useDisclosure(false);
  const unsaved = useStorePart(desk.drafts.state, (drafts) => drafts.unsaved);
  const [tools] = useState(() => createWritingTools(desk));
  usePageGuards(desk);
  useEffect(() => {
    document.title = messages.title(desk.session.material_id, unsaved);
  }, [desk, unsaved]);

  return (
    <div className="page">
      <section className="head" aria-label={messages.header.label}>
        <Header desk={desk} onHistory={history.open} />
        <div className="head-second">
          <Toolbar tools={tools} />
          <StatusLines desk={desk} asked={asked} onAsk={reason.toggle} />
        </div>
        {/* Tooltips belong to the tools, also in the page's outline. */}
        <div id="tool-hints" />
      </section>
      <Paper desk={desk} />
      <WritingLayer tools={tools} />
      <Foot tools={tools} />
      <Notices desk={desk} asked={asked} onClose={reason.close} />
      <ConflictDialog desk={desk} />
      <HistoryDrawer desk={desk} opened={historyOpen} onClose={history.close} />
    </div>
  );
}
