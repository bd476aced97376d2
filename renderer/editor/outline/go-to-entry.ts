import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { clearView } from "../ui/clear-view.ts";
import type { OutlineEntry } from "./read-outline.ts";

/** CSS pixels between the header and a heading. */
const UNDER_HEAD = 24;

/** Scrolls to an entry; puts the cursor into its text, or selects a block without text. */
export function goToEntry(editor: Editor, { kind, from, to }: OutlineEntry): void {
  const { doc, tr } = editor.state;
  if (to > doc.content.size) return;
  const block = doc.nodeAt(from);
  const selectsBlock = block?.isBlock === true && NodeSelection.isSelectable(block) && !HAS_WORDS.has(block.type.name);
  const words = kind === "comment" ? doc.resolve(to) : doc.resolve(from + 1);
  editor.view.dispatch(
    tr.setSelection(
      selectsBlock
        ? NodeSelection.create(doc, from)
        : kind === "comment"
          ? TextSelection.between(doc.resolve(from), words)
          : TextSelection.near(words),
    ),
  );
  const dom = kind === "comment" ? null : editor.view.nodeDOM(from);
  const box = dom instanceof HTMLElement ? dom.getBoundingClientRect() : editor.view.coordsAtPos(from, 1);
  const clear = clearView();
  const isInSight = box.top >= clear.top + UNDER_HEAD && box.bottom <= clear.bottom - UNDER_HEAD;
  // A heading goes to the top, to show what follows; other blocks to the middle.
  const isTall = box.bottom - box.top > clear.bottom - clear.top - 2 * UNDER_HEAD;
  const wanted =
    kind === "heading" || isTall ? clear.top + UNDER_HEAD : (clear.top + clear.bottom) / 2 - (box.bottom - box.top) / 2;
  if (kind === "heading" || !isInSight) window.scrollBy({ top: box.top - wanted });
}

/** Selectable blocks whose text gets the cursor. */
const HAS_WORDS: ReadonlySet<string> = new Set(["heading", "table", "customContainer"]);
