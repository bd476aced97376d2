import type { Editor } from "@tiptap/core";
import { tableKeys } from "./table-keys.ts";

const loading = new WeakSet<Editor>();

/** Makes the tables of an editor editable as soon as that has been loaded. @throws where it could not be loaded */
export async function loadTableEditing(editor: Editor): Promise<void> {
  if (tableKeys.get(editor.state) !== undefined) return;
  loading.add(editor);
  try {
    const { editTables } = await import("./table-editing.ts");
    editTables(editor);
  } finally {
    loading.delete(editor);
  }
}

export function isLoadingTableEditing(editor: Editor): boolean {
  return loading.has(editor);
}
