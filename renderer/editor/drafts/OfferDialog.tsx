import { Button } from "@mantine/core";
import { localTime } from "../../shared/Time.tsx";
import type { ArticleSession } from "../client/article-session.ts";
import { Compared } from "../history/Compared.tsx";
import type { HistorySession } from "../history/versions.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Problem, useAction } from "../ui/use-action.tsx";
import type { FetchedChanges } from "./offers.ts";

interface OfferDialogProps {
  articleSession: ArticleSession & Pick<HistorySession, "docOf" | "discardChanges">;
  offer: FetchedChanges;
  onClose: () => void;
}

export function OfferDialog({ articleSession, offer, onClose }: OfferDialogProps) {
  const action = useAction();
  const t = messages.around.offer;
  const kept = articleSession.docOf(offer.vms_json);
  const discard = () =>
    action.run(async () => {
      await articleSession.discardChanges(offer);
      onClose();
    });
  return (
    <Dialog
      title={t.title(localTime(offer.updated_at, Date.now()))}
      closeLabel={messages.common.close}
      onClose={onClose}
      place="whole"
    >
      <p className="drafts-lead">{t.lead}</p>
      <div className="drafts-choices row">
        <Button variant="default" onClick={discard}>
          {messages.notices.discard}
        </Button>
      </div>
      <Problem action={action} />
      {kept === null ? (
        <p className="hint">{messages.history.unreadable}</p>
      ) : (
        <Compared articleSession={articleSession} theirs={kept} theirName={messages.common.unsavedChanges} />
      )}
    </Dialog>
  );
}
