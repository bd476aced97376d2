import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { app, BrowserWindow, dialog, type MessageBoxOptions, type MessageBoxReturnValue, shell } from "electron";
import type { Log } from "../server/core/runtime.ts";

/** Shows a box while the service goes on. On macOS a box without a window blocks the process, so there it gets the visible window. */
export function showBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const window = process.platform === "darwin" ? visibleWindow() : undefined;
  return window === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
}

/** Resolves at once, except on macOS: there, when a window that can own an unasked box gets the focus. */
export async function windowToOwnBox(): Promise<void> {
  if (process.platform === "darwin" && visibleWindow() === undefined) await once(app, "browser-window-focus");
}

function visibleWindow(): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows().find((each) => each.isVisible());
}

export function showWarning(message: string, detail: string): void {
  void windowToOwnBox().then(() => showBox({ type: "warning", message, detail }));
}

/** Shows what happened, and offers its report. Resolves when the box is closed. */
export async function showReportBox(message: string, detail: string, report: string, log: Log): Promise<void> {
  const { response } = await showBox({
    type: "warning",
    message,
    detail: `${detail}\n\nGalley kept a report without passwords, keys or articles.`,
    buttons: ["OK", "Show the report", "Save a report for support…"],
    defaultId: 0,
    cancelId: 0,
  });
  try {
    if (response === 1) await showFile(report);
    if (response === 2) await saveCopy(report);
  } catch (error) {
    log.warn(`The report ${report} could not be saved: ${String(error)}`);
    dialog.showErrorBox("The report could not be saved", `It is the file ${report}. ${(error as Error).message}`);
  }
}

/** Opens the file in the system's text program, or its folder if there is none. */
async function showFile(file: string): Promise<void> {
  if ((await shell.openPath(file)) !== "") shell.showItemInFolder(file);
}

async function saveCopy(file: string): Promise<void> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: "Save a report for support",
    defaultPath: path.join(app.getPath("documents"), `galley-${path.basename(file)}`),
    filters: [{ name: "Text", extensions: ["txt"] }],
  });
  if (!canceled && filePath !== "") await fs.promises.copyFile(file, filePath);
}

export async function openFolder(folder: string, log: Log): Promise<void> {
  // Electron answers with what went wrong, "" where nothing did.
  const fault = await shell.openPath(folder);
  if (fault === "") return;
  log.warn(`The folder ${folder} could not be opened: ${fault}`);
  dialog.showErrorBox("The folder could not be opened", `It is ${folder}. ${fault}`);
}
