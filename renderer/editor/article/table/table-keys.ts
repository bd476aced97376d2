/** Whether tables can be edited: known to the node and to what edits it, which comes later and by itself. */
import type { Editor } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";

/** Of the plugin that is there as soon as tables can be edited. */
export const tableKeys = new PluginKey("tableKeys");

export function areTablesEditable(editor: Editor): boolean {
  return tableKeys.get(editor.state) !== undefined;
}
