import { useEffect } from "react";
import type { SnippetSession } from "../snippets/snippet-list.ts";
import { useStore } from "../ui/lib/store.ts";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { HeaderPanel } from "./Header.tsx";
import type { OpenSession } from "./open-session.ts";

interface PanelsProps {
  articleSession: OpenSession;
  panel: HeaderPanel | null;
  onClose: () => void;
  onFailed: () => void;
  /** Called when a part that opens by itself could not be loaded. */
  onMissing: () => void;
}

const loadOffer = () => import("../drafts/OfferDialog.tsx");
const loadHistory = () => import("../history/HistoryDialog.tsx");
const loadPreview = () => import("../history/PreviewDialog.tsx");
const loadChecks = () => import("../checks/CheckPanel.tsx");

export function Panels({ articleSession, panel, onClose, onFailed, onMissing }: PanelsProps) {
  const compared = useStore(articleSession.compared);
  const closeOffer = () => articleSession.compared.set(null);
  const failed = () => {
    onClose();
    onFailed();
  };
  const offerFailed = () => {
    closeOffer();
    onMissing();
  };
  const offer = useOnDemand(loadOffer, compared !== null, offerFailed);
  const history = useOnDemand(loadHistory, panel === "history", failed);
  const preview = useOnDemand(loadPreview, panel === "preview", failed);
  const checks = useOnDemand(loadChecks, panel === "checks", failed);
  return (
    <>
      {panel === "checks" && checks !== null && <checks.CheckPanel articleSession={articleSession} onClose={onClose} />}
      {compared !== null && offer !== null && (
        <offer.OfferDialog articleSession={articleSession} offer={compared} onClose={closeOffer} />
      )}
      {panel === "history" && history !== null && (
        <history.HistoryDialog articleSession={articleSession} onClose={onClose} />
      )}
      {panel === "preview" && preview !== null && (
        <preview.PreviewDialog preview={articleSession.preview} onClose={onClose} />
      )}
    </>
  );
}

const loadSave = () => import("../snippets/SaveSnippetDialog.tsx");
const loadList = () => import("../snippets/SnippetsDialog.tsx");

export function Snippets({ articleSession, onFailed }: { articleSession: SnippetSession; onFailed: () => void }) {
  const { snippets } = articleSession;
  const kind = useStore(snippets.request)?.kind;
  const failed = () => {
    snippets.close();
    onFailed();
  };
  const save = useOnDemand(loadSave, kind === "save", failed);
  const list = useOnDemand(loadList, kind === "list", failed);
  // A tab that switches to View only must not show the dialog again later.
  useEffect(() => snippets.close, [snippets]);
  if (kind === "save" && save !== null) return <save.SaveSnippetDialog articleSession={articleSession} />;
  if (kind === "list" && list !== null) return <list.SnippetsDialog articleSession={articleSession} />;
  return null;
}
