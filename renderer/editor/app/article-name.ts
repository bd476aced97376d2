/** What an article is called: by its site, else by its first heading or words as they are now, else by its material id. */
import type { Editor } from "@tiptap/core";
import { ownName } from "../../../server/article/heading.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

/** ms from a change of the words to the name that follows it. */
const FOLLOW_MS = 400;

/** @param title what the site calls it, null where it does not say */
export function createArticleName(
  { session, schedule }: Pick<ArticleTab, "session" | "schedule">,
  editor: Pick<Editor, "state" | "on">,
  title: Readable<string | null>,
): Readable<string> {
  const nameNow = () => title.get() ?? ownName(editor.state.doc) ?? session.material_id;
  const name = createStore(nameNow());
  let isDue = false;
  const follow = () => {
    isDue = false;
    const now = nameNow();
    if (now !== name.get()) name.set(now);
  };
  title.subscribe(follow);
  editor.on("transaction", ({ transaction }) => {
    if (isDue || !transaction.docChanged || title.get() !== null) return;
    isDue = true;
    schedule(FOLLOW_MS, follow);
  });
  return name;
}
