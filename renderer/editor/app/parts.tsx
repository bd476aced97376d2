/** The parts of the editor that load late. All load after the first paint, while the page is idle, so that they open offline. */
import { type ComponentType, useEffect } from "react";
import { loadPanels } from "../article/nodes/block-view.ts";
import type { Connection } from "../client/connection.ts";
import type { CommentSession } from "../comments/comment-state.ts";
import type { SnippetSession } from "../snippets/snippet-list.ts";
import { useKeyBuffer } from "../ui/buffer-keys.ts";
import { COMMENT_KEYS, isPressed } from "../ui/keys.ts";
import { isModalOpen, listenTo } from "../ui/lib/dom.ts";
import { afterPaint, whenIdle } from "../ui/lib/later.ts";
import { useStore } from "../ui/lib/store.ts";
import { useOnDemand } from "../ui/use-work.tsx";
import { loadOverlays } from "../writing/WritingLayer.tsx";
import type { OpenSession } from "./open-session.ts";

const PANELS = {
  preview: async () => (await import("../history/PreviewDialog.tsx")).PreviewDialog,
  history: async () => (await import("../history/HistoryDialog.tsx")).HistoryDialog,
  checks: async () => (await import("../checks/CheckPanel.tsx")).CheckPanel,
};

const PARTS = {
  ...PANELS,
  panels: loadPanels,
  overlays: loadOverlays,
  fit: () => import("../uploads/fit/fit-picture.ts"),
  outline: () => import("../outline/OutlinePanel.tsx"),
  comments: () => import("../comments/CommentLayer.tsx"),
  markdown: () => import("../article/paste/markdown.ts"),
  crop: () => import("../article/nodes/crop/CropDialog.tsx"),
  compared: () => import("../history/Compared.tsx"),
  snippets: () => import("../snippets/SnippetDialogs.tsx"),
  snippetContent: () => import("../snippets/snippet-content.ts"),
};

/** Sets `data-parts="loaded"` on the root element when all parts are loaded. */
export function loadParts({ nextTry }: Pick<Connection, "nextTry">, retries = 4): void {
  const load = () =>
    Promise.all(Object.values(PARTS).map((part) => part())).then(
      () => {
        document.documentElement.dataset.parts = "loaded";
      },
      () => void (retries > 0 && nextTry().then(() => loadParts({ nextTry }, retries - 1))),
    );
  whenIdle(() => void load(), null);
}

interface PanelsProps {
  articleSession: OpenSession;
  onFailed: () => void;
  /** Called when a part that opens by itself could not be loaded. */
  onMissing: () => void;
}

export function Panels({ articleSession, onFailed, onMissing }: PanelsProps) {
  const panel = useStore(articleSession.panel);
  const changes = useStore(articleSession.compared);
  const closeOffer = () => articleSession.compared.set(null);
  const compared = useOnDemand(PARTS.compared, changes !== null, () => {
    closeOffer();
    onMissing();
  });
  return (
    <>
      {panel !== null && panel !== "comments" && (
        <PanelPart key={panel} articleSession={articleSession} panel={panel} onFailed={onFailed} />
      )}
      {changes !== null && compared !== null && (
        <compared.OfferDialog articleSession={articleSession} offer={changes} onClose={closeOffer} />
      )}
    </>
  );
}

function PanelPart(props: Omit<PanelsProps, "onMissing"> & { panel: keyof typeof PANELS }) {
  const { articleSession, panel, onFailed } = props;
  const close = () => articleSession.panel.set(null);
  const Shown = useOnDemand<ComponentType<{ articleSession: OpenSession; onClose: () => void }>>(
    PANELS[panel],
    true,
    () => {
      close();
      onFailed();
    },
  );
  return Shown === null ? null : <Shown articleSession={articleSession} onClose={close} />;
}

export function Snippets({ articleSession, onFailed }: { articleSession: SnippetSession; onFailed: () => void }) {
  const { snippets } = articleSession;
  const kind = useStore(snippets.dialog);
  const dialogs = useOnDemand(PARTS.snippets, kind !== null, () => {
    snippets.close();
    onFailed();
  });
  useKeyBuffer(kind !== null && dialogs === null, snippets.close);
  // A tab that switches to View only must not show the dialog again later.
  useEffect(() => snippets.close, [snippets]);
  if (kind === null || dialogs === null) return null;
  const Dialog = { save: dialogs.SaveSnippetDialog, list: dialogs.SnippetsDialog }[kind];
  return <Dialog articleSession={articleSession} />;
}

/** The comments and their shortcuts. The layer loads if the article has comments or the journalist starts one. */
export function Comments({ articleSession, onFailed }: { articleSession: CommentSession; onFailed: () => void }) {
  const { comments, editor, panel } = articleSession;
  const needed = useStore(comments.needed);
  const request = useStore(comments.request);
  useEffect(() => {
    afterPaint(comments.loadIfAny);
    const onKey = (event: KeyboardEvent) => {
      const pressed = (["begin", "next", "previous"] as const).find((each) => isPressed(COMMENT_KEYS[each], event));
      if (pressed === undefined || isModalOpen()) return;
      event.preventDefault();
      comments.ask(pressed);
    };
    return listenTo(document, { keydown: onKey });
  }, [comments]);
  const cancel = () => {
    comments.request.set(null);
    panel.set(null);
    editor.view.focus();
  };
  const layer = useOnDemand(PARTS.comments, needed, () => {
    comments.needed.set(false);
    if (panel.get() !== "comments" && comments.request.get() === null) return;
    cancel();
    onFailed();
  });
  useKeyBuffer(layer === null && request === "begin", cancel);
  return layer === null ? null : <layer.CommentLayer articleSession={articleSession} />;
}
