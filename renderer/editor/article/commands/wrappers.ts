/** Wrappers that can take each other's place around the same blocks: quote, callout, container. */
import type { Editor } from "@tiptap/core";
import { type BlockRange, blocksAtSelection, isSwappable, rangeAround } from "./block-places.ts";
import { typeOf, wrappedIn } from "./made-of-words.ts";
import { turnRangeInto, turnSelectionInto } from "./turn-into.ts";

export type WrapperName = "blockquote" | "callout" | "customContainer";

/**
 * Puts the selected blocks into one wrapper. With the cursor in a wrapper already, that one changes its kind; one of the
 * same kind is taken away, its blocks stay.
 */
export function turnIntoWrapper(editor: Editor, name: WrapperName, attributes?: Record<string, unknown>): boolean {
  const around = editor.state.selection.empty ? wrapperAround(editor) : null;
  if (around === null) return turnSelectionInto(editor, wrappedIn(name, attributes));
  return turnRangeInto(editor, around, (schema, blocks) =>
    blocks.flatMap((block) => {
      const wanted = typeOf(schema, name).create(attributes, block.content);
      const isSame =
        name === "customContainer" ? block.hasMarkup(wanted.type, wanted.attrs) : block.type === wanted.type;
      return isSame ? [...block.children] : [wanted];
    }),
  );
}

/** The innermost wrapper with the cursor, as a range of its own; null where a column, a cell or the article comes first. */
function wrapperAround(editor: Editor): BlockRange | null {
  let range: BlockRange | null = blocksAtSelection(editor.state);
  while (range !== null && !isSwappable(range.parent)) range = rangeAround(editor.state, range);
  return range === null ? null : rangeAround(editor.state, range);
}
