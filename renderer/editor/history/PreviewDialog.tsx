import { Button, SegmentedControl } from "@mantine/core";
import { useEffect, useState } from "react";
import { PreviewFrame, SCREENS, type Screen } from "../../shared/PreviewFrame.tsx";
import { Unreachable } from "../client/api.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import type { PreviewPages } from "./versions.ts";

type Page = { kind: "preparing" } | { kind: "ready"; url: string } | { kind: "failed"; sentence: string };

/** The article as the site receives it, in three screen widths. */
export function PreviewDialog({ preview, onClose }: { preview: PreviewPages; onClose: () => void }) {
  const [page, setPage] = useState<Page>({ kind: "preparing" });
  const [attempt, setAttempt] = useState(0);
  const [width, setWidth] = useState<Screen>(() => (window.innerWidth < 600 ? "phone" : "desktop"));
  const t = messages.preview;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each attempt
  useEffect(() => {
    let isCurrent = true;
    setPage({ kind: "preparing" });
    void preview
      .ofDraft()
      .then((url): Page => ({ kind: "ready", url }))
      .catch((error: unknown): Page => {
        if (error instanceof Unreachable) return { kind: "failed", sentence: t.offline };
        return { kind: "failed", sentence: error instanceof Error ? error.message : String(error) };
      })
      .then((next) => isCurrent && setPage(next));
    return () => {
      isCurrent = false;
    };
  }, [preview, attempt]);

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
      {page.kind === "ready" && (
        <Button component="a" size="xs" variant="subtle" href={page.url} target="_blank" rel="noreferrer">
          {t.page}
        </Button>
      )}
    </div>
  );
  return (
    <Dialog title={messages.common.preview} onClose={onClose} place="whole" tools={tools}>
      {page.kind === "preparing" && <p role="status">{t.preparing}</p>}
      {page.kind === "failed" && (
        <div role="alert">
          <p>{page.sentence}</p>
          <Button size="xs" variant="light" onClick={() => setAttempt(attempt + 1)}>
            {messages.common.retry}
          </Button>
        </div>
      )}
      {page.kind === "ready" && <PreviewFrame url={page.url} width={SCREENS[width]} title={t.frame} />}
    </Dialog>
  );
}
