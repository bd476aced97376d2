/** Keys in the summary of a details block and at the start of what it unfolds; both are walls for the usual ones. */
import type { Editor, KeyboardShortcutCommand } from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { topBlockAt } from "../commands/block-places.ts";
import { eachLineAs } from "../commands/made-of-words.ts";
import { turnSelectionInto } from "../commands/turn-into.ts";

export function detailsKeys(editor: Editor): Record<string, KeyboardShortcutCommand> {
  /** Does the work where the cursor, with nothing selected, is in a summary. */
  const inSummary = (work: ($cursor: ResolvedPos) => boolean) => () => {
    const { $from, empty } = editor.state.selection;
    return empty && $from.parent.type.name === "detailsSummary" && work($from);
  };
  return {
    Enter: inSummary(($cursor) => {
      const { tr, doc } = editor.state;
      editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve($cursor.after() + 1), 1)).scrollIntoView());
      return true;
    }),
    // Nothing is lost: the summary and what it unfolds become blocks of the article.
    Backspace: inSummary(($cursor) => $cursor.parentOffset === 0 && unfold(editor, $cursor)),
  };
}

function unfold(editor: Editor, $cursor: ResolvedPos): boolean {
  const details = topBlockAt(editor.state, $cursor.pos);
  const content = details?.node.lastChild;
  if (!content) return false;
  return turnSelectionInto(editor, (schema, blocks) => {
    const [summary] = [eachLineAs("paragraph")(schema, [details.node.child(0)])].flat();
    if (blocks[0] !== details.node || summary === undefined) return blocks;
    return summary.content.size === 0 ? [...content.children] : [summary, ...content.children];
  });
}
