import { Button, SegmentedControl } from "@mantine/core";
import { useDidUpdate } from "@mantine/hooks";
import { IconArrowLeft } from "@tabler/icons-react";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import { PreviewFrame } from "../../shared/PreviewFrame.tsx";
import { localTime } from "../../shared/Time.tsx";
import type { UnsavedChanges } from "../drafts/offers.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useStore } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-work.tsx";
import { Compared } from "./Compared.tsx";
import { SiteCopyRow, UnsavedList, VersionRow, type ViewedState } from "./HistoryRows.tsx";
import type { HistorySession } from "./versions.ts";

export function HistoryDialog({ articleSession, onClose }: { articleSession: HistorySession; onClose: () => void }) {
  const list = useStore(articleSession.versions.list);
  const siteCopy = useStore(articleSession.siteCopy);
  const offers = useStore(articleSession.offers);
  const base = useStore(articleSession.base);
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
  // Text that a newer version replaced becomes unsaved changes. Offline, the list stays as it is.
  useDidUpdate(() => void articleSession.refresh().then(setUnsaved, () => undefined), [offers, base]);

  const older = () =>
    loading.run(async () => {
      const page = await articleSession.api.versions(cursor);
      articleSession.versions.addOlder(page.items);
      setCursor(page.next_cursor);
    });
  const runAndClose = (work: () => Promise<void>) => action.run(() => work().then(onClose));

  return (
    <Dialog title={t.title} onClose={onClose} place={viewed === null ? "side" : "whole"}>
      <Problem action={{ problem: action.problem ?? loading.problem }} />
      {viewed !== null && (
        <StateView articleSession={articleSession} viewed={viewed} onView={setViewed} onClose={onClose} />
      )}
      {viewed === null && (
        <>
          {reading && <p className="hint">{t.reading}</p>}
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
                  run={runAndClose}
                />
              ))}
            </ol>
          )}
          {cursor !== null && (
            <Button variant="default" size="xs" fullWidth loading={loading.busy} onClick={older}>
              {messages.history.older}
            </Button>
          )}
          {list.length > 0 && <p className="hint">{messages.history.keeping}</p>}
        </>
      )}
    </Dialog>
  );
}

interface StateViewProps {
  articleSession: HistorySession;
  viewed: ViewedState;
  onView: (viewed: ViewedState | null) => void;
  onClose: () => void;
}

function StateView({ articleSession, viewed, onView, onClose }: StateViewProps) {
  const action = useAction();
  const t = messages.history;
  return (
    <>
      <div className="history-view-bar row">
        <Button
          data-autofocus
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} stroke={1.7} aria-hidden />}
          onClick={() => onView(null)}
        >
          {t.back}
        </Button>
        <h3>
          {viewed.name} <span className="note">{localTime(viewed.at, Date.now())}</span>
        </h3>
        <SegmentedControl
          aria-label={t.tabs}
          size="xs"
          data={[
            { value: "preview", label: messages.common.preview },
            { value: "difference", label: messages.common.compare },
          ]}
          value={viewed.as}
          onChange={(as) => onView({ ...viewed, as })}
        />
        {viewed.tools((work) => action.run(() => work().then(onClose)))}
      </div>
      <Problem action={action} />
      {viewed.as === "preview" ? (
        <PreviewFrame url={viewed.url} width={900} title={t.previewFrame(viewed.name)} />
      ) : (
        <Difference articleSession={articleSession} viewed={viewed} />
      )}
    </>
  );
}

function Difference({ articleSession, viewed: { name, load } }: Pick<StateViewProps, "articleSession" | "viewed">) {
  const [theirs, setTheirs] = useState<Node | "unreadable" | null>(null);
  const action = useAction();
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches the state once
  useEffect(() => action.run(async () => setTheirs(articleSession.docOf(await load()) ?? "unreadable")), []);
  if (action.problem !== null) return <Problem action={action} />;
  if (theirs === null) return <p role="status">{messages.common.loading}</p>;
  if (theirs === "unreadable") return <p className="hint">{messages.history.unreadable}</p>;
  return <Compared articleSession={articleSession} theirs={theirs} theirName={name} />;
}
