import type { Editor } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";

/** The plugin that table-editing.ts registers. */
export const tableKeys = new PluginKey("tableKeys");

export const areTablesEditable = (editor: Editor): boolean => tableKeys.get(editor.state) !== undefined;
