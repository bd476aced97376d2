import type { Editor } from "@tiptap/core";
import { AllSelection, Selection, TextSelection } from "@tiptap/pm/state";
import { useEffect, useState } from "react";
import { listenTo } from "../../ui/lib/dom.ts";

export interface SelectedText {
  from: number;
  to: number;
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
