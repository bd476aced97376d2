import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { focusFields } from "../article/nodes/blocks-at-cursor.ts";
import type { Finding } from "./check-block.ts";
import type { FindingGroup } from "./check-list.ts";

export function goTo(editor: Editor, { kind, from, to }: Finding): void {
  const { doc, tr } = editor.state;
  // The article may have changed since the check.
  if (to > doc.content.size) return;
  const block = doc.nodeAt(from);
  const isBlock = block?.isBlock === true && (from === to || from + block.nodeSize === to);
  // The cursor goes into an empty heading; other blocks are selected.
  const words = block?.type.name === "heading" ? TextSelection.near(doc.resolve(from + 1)) : null;
  const selection = isBlock ? (words ?? NodeSelection.create(doc, from)) : TextSelection.create(doc, from, to);
  editor.view.dispatch(tr.setSelection(selection).scrollIntoView());
  editor.view.focus();
  const shown = editor.view.nodeDOM(isBlock ? from : selection.from);
  const element = shown instanceof HTMLElement ? shown : shown?.parentElement;
  element?.scrollIntoView({ block: "center" });
  // The missing description can be typed now.
  if (kind === "undescribed") focusFields(editor.view);
}

/** Index of the finding at the cursor, else null. */
export function findingAt(editor: Editor, { findings }: FindingGroup): number | null {
  const { from } = editor.state.selection;
  const found = findings.findIndex((finding) => finding.from <= from && from <= Math.max(finding.from, finding.to - 1));
  return found < 0 ? null : found;
}

/** Goes to the next or previous finding of a group, wrapping around. */
export function goOn(editor: Editor, group: FindingGroup, step: 1 | -1): void {
  const { findings } = group;
  const { from } = editor.state.selection;
  const at = findingAt(editor, group);
  const ahead = findings.findIndex((finding) => finding.from > from);
  // Between two findings, "next" is the following one and "previous" the preceding one.
  const next = at !== null ? at + step : step > 0 ? ahead : (ahead < 0 ? findings.length : ahead) - 1;
  const finding = findings.at(next < 0 ? (step > 0 ? 0 : -1) : next % findings.length);
  if (finding !== undefined) goTo(editor, finding);
}
