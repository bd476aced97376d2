import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { UnsavedChanges } from "../drafts/offers.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useStore } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-action.tsx";
import { SiteCopyRow, UnsavedList, VersionRow, type ViewedState } from "./HistoryRows.tsx";
import { VersionView } from "./VersionView.tsx";
import type { HistorySession } from "./versions.ts";

export function HistoryDialog({ articleSession, onClose }: { articleSession: HistorySession; onClose: () => void }) {
  const list = useStore(articleSession.versions.list);
  const siteCopy = useStore(articleSession.siteCopy);
  const presence = useStore(articleSession.presence.state);
  const reading = presence.mode === "reading";
  const [unsaved, setUnsaved] = useState<UnsavedChanges[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [viewed, setViewed] = useState<ViewedState | null>(null);
  const loading = useAction();
  // Separate, so that loading the list blocks no button.
  const action = useAction();
  const t = messages.history;

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once when opened
  useEffect(() => {
    loading.run(async () => {
      setUnsaved(await articleSession.refresh());
      setCursor((await articleSession.api.versions(null)).next_cursor);
    });
  }, [articleSession]);

  const older = () =>
    loading.run(async () => {
      const page = await articleSession.api.versions(cursor);
      articleSession.versions.addOlder(page.items);
      setCursor(page.next_cursor);
    });
  const runAndClose = (work: () => Promise<void>) =>
    action.run(async () => {
      await work();
      onClose();
    });

  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={onClose} place={viewed === null ? "side" : "whole"}>
      <Problem action={{ problem: action.problem ?? loading.problem }} />
      {viewed !== null && (
        <VersionView
          articleSession={articleSession}
          viewed={viewed}
          onView={setViewed}
          onBack={() => setViewed(null)}
          onDone={onClose}
        />
      )}
      {viewed === null && (
        <>
          {reading && <p className="hint">{messages.around.history.reading}</p>}
          {unsaved.length > 0 && (
            <UnsavedList
              unsaved={unsaved}
              openTabs={new Set(presence.others.map((person) => person.client_id))}
              onUse={reading ? null : (draft) => runAndClose(() => articleSession.restoreChanges(draft))}
              onDiscard={(draft) =>
                action.run(async () => {
                  await articleSession.discardChanges(draft);
                  setUnsaved(unsaved.filter((each) => each !== draft));
                })
              }
            />
          )}
          {siteCopy !== null && <SiteCopyRow articleSession={articleSession} copy={siteCopy} onView={setViewed} />}
          {list.length === 0 ? (
            <p className="hint">{t.empty}</p>
          ) : (
            <ol className="list history-list" reversed>
              {list.map((version) => (
                <VersionRow
                  key={version.number}
                  articleSession={articleSession}
                  version={version}
                  onView={setViewed}
                  onRestore={() => runAndClose(() => articleSession.restoreVersion(version.number))}
                />
              ))}
            </ol>
          )}
          {cursor !== null && (
            <Button variant="default" size="xs" fullWidth loading={loading.busy} onClick={older}>
              {messages.around.history.older}
            </Button>
          )}
          {list.length > 0 && <p className="hint">{messages.around.history.keeping}</p>}
        </>
      )}
    </Dialog>
  );
}
