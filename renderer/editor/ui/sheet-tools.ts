import type { EditorView } from "@tiptap/pm/view";

const CLASS = "sheet-tools";

/**
 * An element of its own behind the text, placed as the sheet is. React listens to every event in the element of a portal:
 * in the sheet, which holds the text, each key would pass through it twice.
 * @returns null where the editor is not on the page
 */
export function sheetTools({ dom }: EditorView): HTMLElement | null {
  const sheet = dom.parentElement;
  if (sheet === null) return null;
  const present = sheet.querySelector<HTMLElement>(`:scope > .${CLASS}`);
  if (present !== null) return present;
  const tools = document.createElement("div");
  tools.className = CLASS;
  sheet.append(tools);
  return tools;
}
