import { useEffect } from "react";
import { useStore } from "../ui/lib/use-store.ts";
import { useOnDemand } from "../ui/use-on-demand.ts";
import type { SnippetSession } from "./snippet-list.ts";

const loadSave = () => import("./SaveSnippetDialog.tsx");
const loadList = () => import("./SnippetsDialog.tsx");

export function Snippets({ articleSession, onFailed }: { articleSession: SnippetSession; onFailed: () => void }) {
  const { snippets } = articleSession;
  const kind = useStore(snippets.request)?.kind;
  const failed = () => {
    snippets.close();
    onFailed();
  };
  const save = useOnDemand(loadSave, kind === "save", failed);
  const list = useOnDemand(loadList, kind === "list", failed);
  // A tab that starts to read must not show the dialog again later.
  useEffect(() => snippets.close, [snippets]);
  if (kind === "save" && save !== null) return <save.SaveSnippetDialog articleSession={articleSession} />;
  if (kind === "list" && list !== null) return <list.SnippetsDialog articleSession={articleSession} />;
  return null;
}
