/** Files that the window saves: where to is asked, how far it is stands in the task bar, and how it ended is said. */
import fs from "node:fs";
import path from "node:path";
import { app, type BrowserWindow, type DownloadItem, dialog, type Session, shell } from "electron";
import type { Log } from "../server/core/runtime.ts";
import { plainFileName } from "./file-name.ts";

/** What the task bar shows while the size is not known. */
const UNKNOWN_SHARE = 2;
const NO_PROGRESS = -1;

const underWay = new Set<DownloadItem>();

/** How many files are being saved, or wait for the person to say where. */
export function downloadsUnderWay(): number {
  return underWay.size;
}

/** Breaks them off, and nothing of them is left. */
export function cancelDownloads(): void {
  for (const item of underWay) item.cancel();
}

export interface DownloadOptions {
  session: Session;
  /** The only one that files are taken from. */
  origin(): string;
  /** Null while it is closed; what is being saved goes on. */
  window(): BrowserWindow | null;
  log: Log;
}

export function takeDownloads({ session, origin, window, log }: DownloadOptions): void {
  const showProgress = (): void => {
    const shown = window();
    if (shown !== null && !shown.isDestroyed()) shown.setProgressBar(progress());
  };

  session.on("will-download", (event, item) => {
    // A file that the page itself made has an address that begins with blob: and goes on with the page's origin.
    if (URL.parse(item.getURL())?.origin !== origin()) {
      log.warn("A download from elsewhere than the console was refused.");
      return event.preventDefault();
    }
    const name = plainFileName(item.getFilename());
    item.setSaveDialogOptions({
      title: "Save",
      defaultPath: path.join(app.getPath("downloads"), name),
      properties: ["createDirectory", "showOverwriteConfirmation"],
    });
    underWay.add(item);
    showProgress();
    item.on("updated", (_event, state) => {
      showProgress();
      if (state === "interrupted") void askToGoOn(item);
    });
    item.once("done", (_event, state) => {
      underWay.delete(item);
      showProgress();
      if (state === "completed") void tellSaved(item.getSavePath(), log);
      else if (state === "interrupted") void tellBrokenOff(item, session);
    });
  });
}

/** Of all downloads together. */
function progress(): number {
  if (underWay.size === 0) return NO_PROGRESS;
  let received = 0;
  let total = 0;
  for (const item of underWay) {
    if (item.getTotalBytes() === 0) return UNKNOWN_SHARE;
    received += item.getReceivedBytes();
    total += item.getTotalBytes();
  }
  return received / total;
}

async function tellSaved(file: string, log: Log): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: "info",
    message: `Saved as ${path.basename(file)}.`,
    detail: `It is in the folder ${path.dirname(file)}.`,
    buttons: ["Show in folder", "Close"],
    defaultId: 1,
    cancelId: 1,
  });
  if (response !== 0) return;
  if (fs.existsSync(file)) shell.showItemInFolder(file);
  else log.warn(`${file} was saved and is not there any more.`);
}

/** It can go on where it stopped. */
async function askToGoOn(item: DownloadItem): Promise<void> {
  const goOn = await askAgain(item);
  if (!underWay.has(item)) return;
  if (goOn) item.resume();
  else item.cancel();
}

/** It has to begin anew. */
async function tellBrokenOff(item: DownloadItem, session: Session): Promise<void> {
  if (await askAgain(item)) session.downloadURL(item.getURL());
}

/** Says that a download broke off, why, and what to do. True where it is to be tried again. */
async function askAgain(item: DownloadItem): Promise<boolean> {
  // What the page made may be gone by now: only the page makes it again.
  const canRepeat = item.canResume() || !item.getURL().startsWith("blob:");
  const { response } = await dialog.showMessageBox({
    type: "warning",
    message: `${path.basename(item.getSavePath()) || plainFileName(item.getFilename())} was not saved.`,
    detail: `${await reasonOf(item)}${canRepeat ? "" : " Then save it once more in the console."}`,
    buttons: canRepeat ? ["Try again", "Close"] : ["Close"],
    defaultId: 0,
    cancelId: canRepeat ? 1 : 0,
  });
  return canRepeat && response === 0;
}

/** Electron does not tell the reason; what can be the matter with the folder is looked at. */
async function reasonOf(item: DownloadItem): Promise<string> {
  const folder = path.dirname(item.getSavePath());
  try {
    await fs.promises.access(folder, fs.constants.W_OK);
    const { bavail, bsize } = await fs.promises.statfs(folder);
    const missing = Math.max(item.getTotalBytes() - item.getReceivedBytes(), 1_000_000);
    if (bavail * bsize < missing)
      return `The disk with the folder ${folder} is full. Free some space there, or choose another place.`;
  } catch {
    return `The folder ${folder} is not there any more, or files may not be written into it. Choose another place.`;
  }
  return "It broke off on the way. That happens when Galley restarts, or when the disk reports a fault.";
}
