/** Boxes beside the window: what Galley has to say to the person at the screen. */
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { app, BrowserWindow, dialog, type MessageBoxOptions, type MessageBoxReturnValue, shell } from "electron";
import type { Log } from "../server/core/runtime.ts";

/**
 * A box that the service goes on behind. On macOS one that belongs to no window stops the whole process until it is answered,
 * so there it belongs to the window where one is to be seen.
 */
export function showBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const window = process.platform === "darwin" ? visibleWindow() : undefined;
  return window === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
}

/** For what nobody asked for: on macOS, resolves once there is a window that the box can belong to. */
export async function untilSeen(): Promise<void> {
  if (process.platform === "darwin" && visibleWindow() === undefined) await once(app, "browser-window-focus");
}

function visibleWindow(): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows().find((each) => each.isVisible());
}

/** Nobody waits for the answer. */
export function showWarning(message: string, detail: string): void {
  void untilSeen().then(() => showBox({ type: "warning", message, detail }));
}

/**
 * Says what happened, with the report of it at hand. Resolves when the box is closed; what goes wrong with the report is
 * said and logged.
 */
export async function showReportBox(message: string, detail: string, report: string, log: Log): Promise<void> {
  const { response } = await showBox({
    type: "warning",
    message,
    detail: `${detail}\n\nA report of it is kept. It holds no passwords, keys or articles.`,
    buttons: ["OK", "Show the report", "Save a report for support…"],
    defaultId: 0,
    cancelId: 0,
  });
  try {
    if (response === 1) await showFile(report);
    if (response === 2) await saveCopy(report);
  } catch (error) {
    log.warn(`The report ${report} could not be handed out: ${String(error)}`);
    dialog.showErrorBox("The report could not be handed out", `It is the file ${report}. ${(error as Error).message}`);
  }
}

/** In the program that the system has for texts; where there is none, in its folder. */
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

/** In the system's own program for folders. What goes wrong is said and logged. */
export async function openFolder(folder: string, log: Log): Promise<void> {
  // Electron answers with what went wrong, "" where nothing did.
  const fault = await shell.openPath(folder);
  if (fault === "") return;
  log.warn(`The folder ${folder} could not be opened: ${fault}`);
  dialog.showErrorBox("The folder could not be opened", `It is ${folder}. ${fault}`);
}
