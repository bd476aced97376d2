import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { UnsavedWords } from "../drafts/offers.ts";
import { useStore } from "../lib/use-store.ts";
import { messages } from "../messages/index.ts";
import type { Desk } from "../session/article-session.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useAction } from "../ui/use-action.ts";
import { Look } from "./Look.tsx";
import { SiteCopyRow } from "./SiteCopyRow.tsx";
import { UnsavedList } from "./UnsavedList.tsx";
import { type LookedAt, VersionRow } from "./VersionRow.tsx";

/** The versions, what the site said to each, the site's own copy, and unsaved words that were kept aside. */
export function HistoryDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const list = useStore(desk.versions.list);
  const siteCopy = useStore(desk.siteCopy);
  const presence = useStore(desk.presence.state);
  const reading = presence.mode === "reading";
  const [words, setWords] = useState<UnsavedWords[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [looked, setLooked] = useState<LookedAt | null>(null);
  const loading = useAction();
  // Its own, so that nothing that is pressed waits for the list.
  const action = useAction();
  const problem = action.problem ?? loading.problem;
  const t = messages.history;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each opening
  useEffect(() => {
    loading.run(async () => {
      setWords(await desk.refresh());
      setCursor((await desk.api.versions(null)).next_cursor);
    });
  }, [desk]);

  const older = () =>
    loading.run(async () => {
      const page = await desk.api.versions(cursor);
      desk.versions.addOlder(page.items);
      setCursor(page.next_cursor);
    });
  const andClose = (work: () => Promise<void>) =>
    action.run(async () => {
      await work();
      onClose();
    });

  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={onClose} place={looked === null ? "side" : "whole"}>
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {looked !== null && (
        <Look desk={desk} looked={looked} onLook={setLooked} onBack={() => setLooked(null)} onDone={onClose} />
      )}
      {looked === null && (
        <>
          {reading && <p className="hint">{messages.around.history.reading}</p>}
          {words.length > 0 && (
            <UnsavedList
              words={words}
              openTabs={new Set(presence.others.map((person) => person.client_id))}
              onUse={reading ? null : (draft) => andClose(() => desk.restoreWords(draft))}
              onDiscard={(draft) =>
                action.run(async () => {
                  await desk.dismissWords(draft);
                  setWords(words.filter((each) => each !== draft));
                })
              }
            />
          )}
          {siteCopy !== null && <SiteCopyRow desk={desk} copy={siteCopy} onLook={setLooked} />}
          {list.length === 0 ? (
            <p className="hint">{t.empty}</p>
          ) : (
            <ol className="list" reversed>
              {list.map((version) => (
                <VersionRow
                  key={version.number}
                  desk={desk}
                  version={version}
                  onLook={setLooked}
                  onBringBack={() => andClose(() => desk.bringBack(version.number))}
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
