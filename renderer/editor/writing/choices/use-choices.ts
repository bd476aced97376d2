import { IconBookmark, IconBookmarkPlus, IconBookmarks } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEffect, useMemo } from "react";
import type { SnippetView } from "../../../../server/contracts/snippets-api.ts";
import { topBlockAt } from "../../article/commands/block-places.ts";
import { messages } from "../../messages/index.ts";
import { useStore } from "../../ui/lib/store.ts";
import type { BlockChoice, BlockContext } from "./block-choice.ts";
import { blockChoices, rankChoices } from "./catalog.ts";

const MAX_NEWEST = 6;
/** Maximum number of snippets for a query; the list of snippets has all. */
const MAX_FOUND = 12;

/** @param typed characters of the query in the text @returns the matching choices, and an error for missing snippets */
export function useChoices(
  context: BlockContext,
  query: string,
  typed: number,
): { choices: readonly BlockChoice[]; problem: string } {
  const { session, snippets, editor } = context;
  const { state, items, problem } = useStore(snippets.list);
  useEffect(() => snippets.load(), [snippets]);
  const canSave = hasContent(editor, typed);
  const blocks = useMemo(() => blockChoices(session), [session]);
  const own = useMemo(() => {
    const shown = query.trim() === "" ? newest(items) : items;
    return [...shown.map(snippetChoice), ...(canSave ? [saveChoice] : []), listChoice];
  }, [items, query, canSave]);
  const [foundBlocks, foundOwn] = [rankChoices(blocks, query), rankChoices(own, query).slice(0, MAX_FOUND)];
  // A snippet whose label matches comes before blocks that match less well.
  const best = foundOwn[0]?.rank ?? 0;
  const found = [
    ...foundBlocks.filter(({ rank }) => rank <= best),
    ...foundOwn,
    ...foundBlocks.filter(({ rank }) => rank > best),
  ];
  return {
    choices: found.map(({ choice }) => choice),
    problem: state === "failed" ? messages.snippets.notLoaded(problem) : "",
  };
}

const newest = (items: readonly SnippetView[]): readonly SnippetView[] =>
  [...items].sort((one, other) => other.changed_at.localeCompare(one.changed_at)).slice(0, MAX_NEWEST);

/** Whether the block with the cursor has content other than the query. */
function hasContent({ state }: Editor, typed: number): boolean {
  const node = topBlockAt(state, state.selection.head)?.node;
  return node !== undefined && !(node.type.name === "paragraph" && node.content.size <= typed);
}

const snippetChoice = ({ id, name }: SnippetView): BlockChoice => ({
  id: `snippet-${id}`,
  label: () => name,
  keywords: () => messages.snippets.keyword,
  icon: IconBookmark,
  group: "snippets",
  insert: ({ insertSnippet }) => insertSnippet(id),
});

const command = (kind: "save" | "list", label: () => string, icon: BlockChoice["icon"]): BlockChoice => ({
  id: `snippets-${kind}`,
  label,
  keywords: () => messages.snippets.keywords,
  icon,
  group: "snippets",
  insert: ({ snippets }) => snippets.ask(kind),
});

const saveChoice = command("save", () => messages.snippets.saveAs, IconBookmarkPlus);
const listChoice = command("list", () => messages.snippets.all, IconBookmarks);
