import { Button, Drawer } from "@mantine/core";
import { useEffect, useState } from "react";
import type { VersionView } from "../../../server/editor/editor-api.ts";
import { Time } from "../../shared/Time.tsx";
import type { Desk } from "../desk.ts";
import { messages } from "../messages.ts";
import type { UnsavedWords } from "../offers.ts";
import { siteLine } from "../status.ts";
import { useStore, useStorePart } from "../use-store.ts";
import { type Action, useAction } from "./use-action.ts";

export interface HistoryDrawerProps {
  desk: Desk;
  opened: boolean;
  onClose: () => void;
}

/** The versions, what the site said to each, and unsaved words that were kept aside. */
export function HistoryDrawer({ desk, opened, onClose }: HistoryDrawerProps) {
  const list = useStore(desk.versions.list);
  const [words, setWords] = useState<UnsavedWords[]>([]);
  const action = useAction();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each opening of the drawer
  useEffect(() => {
    if (opened) action.run(async () => setWords(await desk.refresh()));
  }, [opened, desk]);

  const andClose = (work: () => Promise<void>) =>
    action.run(async () => {
      await work();
      onClose();
    });

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={380}
      title={messages.history.title}
      closeButtonProps={{ "aria-label": messages.history.close }}
    >
      {action.problem !== null && (
        <p role="alert" className="problem">
          {action.problem}
        </p>
      )}
      {words.length > 0 && (
        <>
          <h3 className="list-title">{messages.history.drafts}</h3>
          <ul className="list">
            {words.map((draft) => (
              <li key={draft.client_id} className="list-row">
                <div className="list-words">
                  <span className="list-name">
                    <Time iso={draft.updated_at} />
                  </span>
                  <span className="list-note">{draft.here ? messages.history.here : messages.history.elsewhere}</span>
                </div>
                <Button size="xs" variant="subtle" onClick={() => andClose(() => desk.restoreWords(draft))}>
                  {messages.history.use}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {list.length === 0 ? (
        <p className="hint">{messages.history.empty}</p>
      ) : (
        <ol className="list" reversed>
          {list.map((version) => (
            <VersionRow key={version.number} desk={desk} version={version} action={action} onBroughtBack={onClose} />
          ))}
        </ol>
      )}
    </Drawer>
  );
}

interface VersionRowProps {
  desk: Desk;
  version: VersionView;
  action: Action;
  onBroughtBack: () => void;
}

function VersionRow({ desk, version, action, onBroughtBack }: VersionRowProps) {
  const [asking, setAsking] = useState(false);
  const unsaved = useStorePart(desk.drafts.state, (drafts) => drafts.unsaved);
  const site = siteLine(version, desk.session.site);

  const bringBack = () =>
    action.run(async () => {
      await desk.bringBack(version.number);
      onBroughtBack();
    });

  return (
    <li className="list-row">
      <div className="list-words">
        <span className="list-name">
          {messages.history.version(version.number)}
          {version.current && <span className="list-note"> · {messages.history.current}</span>}
        </span>
        <span className="list-note">
          <Time iso={version.created_at} /> · {version.user_email ?? messages.history.noAuthor}
        </span>
        <span className="list-note" data-tone={site?.tone ?? "quiet"}>
          {site?.text ?? messages.history.noSite}
        </span>
        {asking && (
          <div className="list-ask">
            <p>
              {messages.history.restoreAsk(version.number)} {unsaved && messages.history.restoreUnsaved}
            </p>
            <Button size="xs" loading={action.busy} onClick={bringBack}>
              {messages.history.confirm}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={() => setAsking(false)}>
              {messages.history.cancel}
            </Button>
          </div>
        )}
      </div>
      {!version.current && version.number > 0 && !asking && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={messages.history.restore(version.number)}
          onClick={() => setAsking(true)}
        >
          {messages.history.restoreShort}
        </Button>
      )}
    </li>
  );
}
