import { useEffect } from "react";
import { useStore } from "../ui/lib/use-store.ts";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { SnippetSession } from "./snippet-shelf.ts";

const loadSave = () => import("./SaveSnippetDialog.tsx");
const loadList = () => import("./SnippetsDialog.tsx");

/** What opens over the article when a snippet is saved, or all are looked at. Fetched when it is asked for. */
export function Snippets({ articleSession, onFailed }: { articleSession: SnippetSession; onFailed: () => void }) {
  const { snippets } = articleSession;
  const wish = useStore(snippets.wish);
  const failed = () => {
    snippets.dismiss();
    onFailed();
  };
  const save = useOnDemand(loadSave, wish?.kind === "save", failed);
  const list = useOnDemand(loadList, wish?.kind === "list", failed);
  // Whoever only reads is not shown it again later.
  useEffect(() => snippets.dismiss, [snippets]);
  if (wish?.kind === "save" && save !== null) return <save.SaveSnippetDialog articleSession={articleSession} />;
  if (wish?.kind === "list" && list !== null) return <list.SnippetsDialog articleSession={articleSession} />;
  return null;
}
