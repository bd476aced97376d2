import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { app, BrowserWindow, dialog, type MessageBoxOptions, type MessageBoxReturnValue, shell } from "electron";
import type { Log } from "../server/core/runtime.ts";

/** Shows a box without blocking the service. On macOS a box without a parent blocks the process, so the visible window owns it. */
export function showBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const window = process.platform === "darwin" ? visibleWindow() : undefined;
  return window === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
}

/** Shows a box and returns the index of the chosen button. The first one is the default and the choice of Escape. */
export async function chooseButton(options: MessageBoxOptions): Promise<number> {
  return (await showBox({ defaultId: 0, cancelId: 0, ...options })).response;
}

/** Resolves immediately, except on macOS without a visible window: there it waits until a window receives the focus. */
export async function windowToOwnBox(): Promise<void> {
  if (process.platform === "darwin" && visibleWindow() === undefined) await once(app, "browser-window-focus");
}

function visibleWindow(): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows().find((each) => each.isVisible());
}

export function showWarning(message: string, detail: string): void {
  void windowToOwnBox().then(() => showBox({ type: "warning", message, detail }));
}

/** Shows an error and offers its report, in a text program or as a copy. Resolves when the box is closed. */
export async function showReportBox(message: string, detail: string, report: string, log: Log): Promise<void> {
  const chosen = await chooseButton({
    type: "warning",
    message,
    detail: `${detail}\n\nGalley saved a report without passwords, keys or articles.`,
    buttons: ["OK", "Show report", "Save report…"],
  });
  try {
    // A computer without a text program shows the folder.
    if (chosen === 1 && (await shell.openPath(report)) !== "") shell.showItemInFolder(report);
    if (chosen !== 2) return;
    const copy = await chooseFile("Save report", `galley-${path.basename(report)}`, "Text");
    if (copy !== null) await fs.promises.copyFile(report, copy);
  } catch (error) {
    log.warn(`Could not save the report ${report}: ${String(error)}`);
    dialog.showErrorBox("Could not save the report", `The report is in ${report}. ${(error as Error).message}`);
  }
}

/** Asks where to save a file, by default in Documents. @param kind of files with its ending @returns null if cancelled */
export async function chooseFile(title: string, fileName: string, kind: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title,
    defaultPath: path.join(app.getPath("documents"), fileName),
    filters: [{ name: kind, extensions: [path.extname(fileName).slice(1)] }],
  });
  return canceled || filePath === "" ? null : filePath;
}

export async function openFolder(folder: string, log: Log): Promise<void> {
  const error = await shell.openPath(folder);
  if (error === "") return;
  log.warn(`Could not open the folder ${folder}: ${error}`);
  dialog.showErrorBox("Could not open the folder", `${folder}: ${error}`);
}
