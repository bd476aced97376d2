import { Button, SegmentedControl } from "@mantine/core";
import { useEffect, useState } from "react";
import { PreviewFrame, SCREENS, type Screen } from "../../shared/PreviewFrame.tsx";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useAction } from "../ui/use-work.tsx";
import type { HistorySession } from "./versions.ts";

/** The article as the site receives it, in three screen widths. */
export function PreviewDialog({ articleSession, onClose }: { articleSession: HistorySession; onClose: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  const [width, setWidth] = useState<Screen>(() => (window.innerWidth < 600 ? "phone" : "desktop"));
  const action = useAction();
  const t = messages.preview;
  const prepare = () => action.run(async () => setUrl(await articleSession.preview.ofDraft()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when opened
  useEffect(prepare, []);

  const tools = (
    <div className="history-preview-tools row">
      <SegmentedControl
        aria-label={t.width}
        size="xs"
        data={(Object.keys(SCREENS) as Screen[]).map((value) => ({
          value,
          label: <span title={`${SCREENS[value]} px`}>{t[value]}</span>,
        }))}
        value={width}
        onChange={setWidth}
      />
      {url !== null && (
        <Button component="a" size="xs" variant="subtle" href={url} target="_blank" rel="noreferrer">
          {t.page}
        </Button>
      )}
    </div>
  );
  return (
    <Dialog title={messages.common.preview} onClose={onClose} place="whole" tools={tools}>
      {action.busy && <p role="status">{messages.common.loading}</p>}
      {action.problem !== null && (
        <div role="alert">
          <p>{action.problem}</p>
          <Button size="xs" variant="light" onClick={prepare}>
            {messages.common.retry}
          </Button>
        </div>
      )}
      {url !== null && <PreviewFrame url={url} width={SCREENS[width]} title={t.frame} />}
    </Dialog>
  );
}
