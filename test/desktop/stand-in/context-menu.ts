/** What Electron tells of a right click or the menu key (`context-menu`), found out in the page as far as Galley looks at it. */
import type { Page } from "playwright-core";

export interface ContextMenuParams {
  x: number;
  y: number;
  linkURL: string;
  selectionText: string;
  isEditable: boolean;
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean };
  menuSourceType: "mouse" | "keyboard";
  frame: null;
}

/** Name under which a page finds the way out for an instant; no script of the page ever sees it. */
const TELL = "__standInContextMenu";

export async function watchContextMenu(page: Page, tell: (params: ContextMenuParams) => void): Promise<void> {
  await page.exposeBinding(TELL, (_source, params: ContextMenuParams) => tell(params));
  await page.addInitScript(tellOfContextMenu, TELL);
}

/** Runs in every page before its own scripts. */
function tellOfContextMenu(binding: string): void {
  const tellOutside = Reflect.get(globalThis, binding) as (params: unknown) => Promise<void>;
  Reflect.deleteProperty(globalThis, binding);
  addEventListener("contextmenu", (event) => {
    if (event.defaultPrevented) return;
    const path = event.composedPath();
    const link = path.find((node) => node instanceof HTMLAnchorElement && node.href !== "");
    const field = path.find((node) => node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement);
    const isSecret = field instanceof HTMLInputElement && field.type === "password";
    const ownWords = field === undefined ? "" : field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    const selectionText = field === undefined ? String(getSelection() ?? "") : ownWords;
    const isEditable = field !== undefined && !field.disabled && !field.readOnly;
    const hasWords = selectionText !== "" && !isSecret;
    void tellOutside({
      x: event.clientX,
      y: event.clientY,
      linkURL: link instanceof HTMLAnchorElement ? link.href : "",
      selectionText,
      isEditable,
      editFlags: {
        canCut: isEditable && hasWords,
        canCopy: hasWords,
        canPaste: isEditable,
        canSelectAll: field === undefined || field.value !== "",
      },
      menuSourceType: event.button === -1 || (event as PointerEvent).pointerType === "" ? "keyboard" : "mouse",
      frame: null,
    });
  });
}
