/** Electron's `context-menu` event for a right click or the menu key, with the fields that Galley reads. */
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

/** Name of the page's binding, removed before the page's own scripts run. */
const BINDING = "__standInContextMenu";

export async function watchContextMenu(page: Page, report: (params: ContextMenuParams) => void): Promise<void> {
  await page.exposeBinding(BINDING, (_source, params: ContextMenuParams) => report(params));
  await page.addInitScript(reportContextMenu, BINDING);
}

/** Runs in every page before its own scripts. */
function reportContextMenu(binding: string): void {
  const report = Reflect.get(globalThis, binding) as (params: unknown) => Promise<void>;
  Reflect.deleteProperty(globalThis, binding);
  addEventListener("contextmenu", (event) => {
    if (event.defaultPrevented) return;
    const path = event.composedPath();
    const link = path.find((node) => node instanceof HTMLAnchorElement && node.href !== "");
    const field = path.find((node) => node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement);
    const isSecret = field instanceof HTMLInputElement && field.type === "password";
    const selected = field === undefined ? "" : field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    const selectionText = field === undefined ? String(getSelection() ?? "") : selected;
    const isEditable = field !== undefined && !field.disabled && !field.readOnly;
    const canCopy = selectionText !== "" && !isSecret;
    void report({
      x: event.clientX,
      y: event.clientY,
      linkURL: link instanceof HTMLAnchorElement ? link.href : "",
      selectionText,
      isEditable,
      editFlags: {
        canCut: isEditable && canCopy,
        canCopy,
        canPaste: isEditable,
        canSelectAll: field === undefined || field.value !== "",
      },
      menuSourceType: event.button === -1 || (event as PointerEvent).pointerType === "" ? "keyboard" : "mouse",
      frame: null,
    });
  });
}
