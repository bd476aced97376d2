import type { Editor } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";

export const tableKeys = new PluginKey("tableKeys");

export const areTablesEditable = (editor: Editor): boolean => tableKeys.get(editor.state) !== undefined;
