/** The selected text, its box on the screen, and its highlight while a form has the focus. */
import type { Editor } from "@tiptap/core";
import { AllSelection, Plugin, PluginKey, Selection, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { useEffect, useState } from "react";
import { listenTo } from "../../ui/lib/dom.ts";
import type { Box } from "../../ui/Popup.tsx";
import { visibleBounds } from "../../ui/visible-area.ts";

export interface SelectedText {
  from: number;
  to: number;
}

/** The box of a text; over several lines, from the left edge of the article. Null if the text was deleted. */
export function boxOfText(view: EditorView, { from, to }: SelectedText): Box | null {
  if (to > view.state.doc.content.size) return null;
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const oneLine = Math.abs(start.top - end.top) < 4;
  const left = oneLine ? start.left : view.dom.getBoundingClientRect().left;
  return { left, right: Math.max(left, end.right), top: Math.min(start.top, end.top), bottom: end.bottom };
}

const BAR_HEIGHT_PX = 56;

/** Like `boxOfText`, but for text that fills the view, its upper edge. */
export function visibleBoxOfText(view: EditorView, text: SelectedText): Box | null {
  const box = boxOfText(view, text);
  const { y, height } = visibleBounds();
  if (box === null || box.top - y > BAR_HEIGHT_PX || y + height - box.bottom > BAR_HEIGHT_PX) return box;
  return { ...box, top: y, bottom: y };
}

/** Highlights text and follows its changes, because browsers show a selection only in the focused element. */
export function highlightText(editor: Editor, text: SelectedText) {
  const key = new PluginKey<SelectedText>("highlightedText");
  editor.registerPlugin(
    new Plugin<SelectedText>({
      key,
      state: {
        init: () => text,
        apply: ({ mapping }, { from, to }) => ({ from: mapping.map(from, 1), to: mapping.map(to, -1) }),
      },
      props: {
        decorations(state) {
          const { from, to } = key.getState(state) ?? text;
          return DecorationSet.create(state.doc, [Decoration.inline(from, to, { class: "writing-link-words" })]);
        },
      },
    }),
  );
  return { place: () => key.getState(editor.state) ?? text, end: () => void editor.unregisterPlugin(key) };
}

/** The selected text that can be formatted; null for none and while the pointer is selecting. */
export function useSelectedText(editor: Editor): { text: SelectedText | null; dismiss(): void } {
  const [text, setText] = useState<SelectedText | null>(null);
  useEffect(() => {
    let pointing = false;
    const read = () => {
      const found = pointing ? null : selectedText(editor);
      setText((old) => (old?.from === found?.from && old?.to === found?.to ? old : found));
    };
    const onDown = (event: PointerEvent) => {
      if (!editor.view.dom.contains(event.target as Node)) return;
      pointing = true;
      setText(null);
    };
    const onUp = () => {
      if (!pointing) return;
      pointing = false;
      // Waits until the editor has read the selection.
      requestAnimationFrame(read);
    };
    // Focus in the bar keeps the selection.
    const onBlur = ({ event }: { event: FocusEvent }) => {
      if (!(event.relatedTarget as Element | null)?.closest(".writing-layer")) setText(null);
    };
    // Text may have been selected before this chunk was loaded.
    read();
    editor.on("blur", onBlur);
    editor.on("selectionUpdate", read);
    editor.on("focus", read);
    const ends = [
      listenTo(document, { pointerdown: onDown }, { capture: true }),
      listenTo(document, { pointerup: onUp, pointercancel: onUp }),
    ];
    return () => {
      editor.off("blur", onBlur);
      editor.off("selectionUpdate", read);
      editor.off("focus", read);
      for (const end of ends) end();
    };
  }, [editor]);
  return { text, dismiss: () => setText(null) };
}

function selectedText(editor: Editor): SelectedText | null {
  const { selection, doc } = editor.state;
  if (!editor.isEditable || !editor.isFocused) return null;
  if (selection instanceof AllSelection) {
    const [start, end] = [
      Selection.findFrom(doc.resolve(0), 1, true),
      Selection.findFrom(doc.resolve(doc.content.size), -1, true),
    ];
    return start !== null && end !== null && start.from < end.to ? { from: start.from, to: end.to } : null;
  }
  const { $from, $to, from, to } = selection;
  const isText = selection instanceof TextSelection && !selection.empty;
  // Code and buttons allow no marks.
  const takesMarks = [$from, $to].every(({ parent }) => parent.inlineContent && parent.type.markSet?.length !== 0);
  return isText && takesMarks ? { from, to } : null;
}
