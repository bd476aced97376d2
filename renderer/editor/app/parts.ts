/** Loads all parts of the editor after the first paint, while the page is idle, so that they also open offline. */
import { loadPanels } from "../article/nodes/panels/load-panels.ts";
import type { Connection } from "../client/connection.ts";
import { whenIdle } from "../ui/lib/later.ts";
import { fetchFit } from "../uploads/fit/load-fit.ts";
import { loadOverlays } from "../writing/load-overlays.ts";

const PARTS: readonly (() => Promise<unknown>)[] = [
  loadPanels,
  loadOverlays,
  fetchFit,
  () => import("../history/PreviewDialog.tsx"),
  () => import("../history/HistoryDialog.tsx"),
  () => import("../checks/CheckPanel.tsx"),
  () => import("../outline/OutlinePanel.tsx"),
  () => import("../comments/CommentLayer.tsx"),
  () => import("../article/paste/markdown.ts"),
  () => import("../article/nodes/crop/CropDialog.tsx"),
  () => import("../drafts/OfferDialog.tsx"),
  () => import("../snippets/SnippetsDialog.tsx"),
  () => import("../snippets/insert-snippet.ts"),
  () => import("../snippets/SaveSnippetDialog.tsx"),
  () => import("../writing/shortcuts/ShortcutSheet.tsx"),
];

const MAX_TRIES = 5;

/** Sets `data-parts="loaded"` on the root element when all parts are loaded. @returns stops loading */
export function loadParts(connection: Pick<Connection, "nextTry">): () => void {
  let isEnded = false;
  const load = async (part: () => Promise<unknown>): Promise<boolean> => {
    for (let tries = 0; tries < MAX_TRIES && !isEnded; tries++) {
      if (tries > 0) await connection.nextTry();
      await new Promise<void>((resolve) => whenIdle(resolve, null));
      const isLoaded = await part().then(
        () => true,
        () => false,
      );
      if (isLoaded) return true;
    }
    return false;
  };
  void (async () => {
    let isComplete = true;
    for (const part of PARTS) isComplete = (await load(part)) && isComplete;
    if (isComplete) document.documentElement.dataset.parts = "loaded";
  })();
  return () => {
    isEnded = true;
  };
}
