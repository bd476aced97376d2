import { Button } from "@mantine/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import type { SaveConflict } from "../../../server/contracts/editor-api.ts";
import { localTime } from "../../shared/Time.tsx";
import type { ArticleSession } from "../client/article-session.ts";
import { Compared } from "../history/Compared.tsx";
import type { HistorySession } from "../history/versions.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Problem, useAction } from "../ui/use-action.tsx";
import type { Saver } from "./saver.ts";

export interface ConflictDialogProps {
  articleSession: Pick<HistorySession, "docOf"> &
    ArticleSession & { saver: Pick<Saver, "keepMine">; showCurrent(): Promise<void> };
  conflict: SaveConflict;
  onClose: () => void;
}

/** A save over a newer version: shows both, and the journalist chooses. */
export function ConflictDialog({ articleSession, conflict, onClose }: ConflictDialogProps) {
  const action = useAction();
  const fetching = useAction();
  const [theirs, setTheirs] = useState<Node | "unreadable" | null>(null);
  const { number, user_email, created_at } = conflict.current;
  const t = messages.conflict;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one version is fetched once
  useEffect(() => {
    fetching.run(async () =>
      setTheirs(articleSession.docOf((await articleSession.api.version(number)).vms_json) ?? "unreadable"),
    );
  }, [articleSession, number]);

  return (
    <Dialog title={t.title} closeLabel={t.cancel} onClose={onClose} place="whole">
      <p className="drafts-lead">
        {t.theirs(number, user_email, localTime(created_at, Date.now()))} {t.mine(conflict.base_version)}
      </p>
      <div className="drafts-choices">
        <Button data-autofocus onClick={articleSession.saver.keepMine}>
          {t.keepMine(conflict.current_version + 1)}
        </Button>
        <span className="hint drafts-hint">{t.keepMineHint}</span>
        <Button variant="default" onClick={() => action.run(articleSession.showCurrent)}>
          {t.loadTheirs(number)}
        </Button>
        <span className="hint drafts-hint">{t.loadTheirsHint}</span>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t.cancel}
        </Button>
      </div>
      <Problem action={{ problem: action.problem ?? fetching.problem }} />
      {theirs === null && fetching.busy && <p role="status">{messages.around.conflict.loading}</p>}
      {theirs === "unreadable" && <p className="hint">{messages.around.conflict.unreadable}</p>}
      {theirs !== null && theirs !== "unreadable" && (
        <>
          <p className="hint">{messages.around.conflict.compare}</p>
          <Compared articleSession={articleSession} theirs={theirs} theirName={messages.history.version(number)} />
        </>
      )}
    </Dialog>
  );
}
