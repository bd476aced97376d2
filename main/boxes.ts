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

/** Shows an error and offers its report. Resolves when the box is closed. */
export async function showReportBox(message: string, detail: string, report: string, log: Log): Promise<void> {
  const chosen = await chooseButton({
    type: "warning",
    message,
    detail: `${detail}\n\nGalley saved a report without passwords, keys or articles.`,
    buttons: ["OK", "Show the report", "Save the report…"],
  });
  try {
    if (chosen === 1) await showFile(report);
    if (chosen === 2) await saveCopy(report);
  } catch (error) {
    log.warn(`Could not save the report ${report}: ${String(error)}`);
    dialog.showErrorBox("Could not save the report", `The report is in ${report}. ${(error as Error).message}`);
  }
}

/** Opens the file in the default text program, or its folder if there is none. */
async function showFile(file: string): Promise<void> {
  if ((await shell.openPath(file)) !== "") shell.showItemInFolder(file);
}

async function saveCopy(file: string): Promise<void> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: "Save the report",
    defaultPath: path.join(app.getPath("documents"), `galley-${path.basename(file)}`),
    filters: [{ name: "Text", extensions: ["txt"] }],
  });
  if (!canceled && filePath !== "") await fs.promises.copyFile(file, filePath);
}

export async function openFolder(folder: string, log: Log): Promise<void> {
  const error = await shell.openPath(folder);
  if (error === "") return;
  log.warn(`Could not open the folder ${folder}: ${error}`);
  dialog.showErrorBox("Could not open the folder", `${folder}: ${error}`);
}
