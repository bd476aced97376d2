/** Downloads of the window: asks for the file, shows progress in the task bar, and reports the result. */
import fs from "node:fs";
import path from "node:path";
import { app, type BrowserWindow, type DownloadItem, type Session, shell } from "electron";
import type { Log } from "../../server/core/runtime.ts";
import { chooseButton, showBox } from "../boxes.ts";
import { plainFileName } from "../texts.ts";

/** Task bar value while the size is unknown. */
const UNKNOWN_SHARE = 2;
const NO_PROGRESS = -1;
/** A disk with fewer free bytes counts as full. */
const MIN_FREE_BYTES = 1_000_000;

const underWay = new Set<DownloadItem>();

/** Number of downloads that are running or wait for the user to choose a file. */
export function downloadsUnderWay(): number {
  return underWay.size;
}

interface DownloadOptions {
  session: Session;
  /** The only origin that downloads are accepted from. */
  origin(): string;
  /** Null while it is closed; downloads continue. */
  window(): BrowserWindow | null;
  log: Log;
}

export function handleDownloads({ session, origin, window, log }: DownloadOptions): void {
  const showProgress = (): void => {
    const shown = window();
    if (shown !== null && !shown.isDestroyed()) shown.setProgressBar(progress());
  };

  // A download that ends with the process leaves a partial file; a cancelled one leaves none.
  app.on("before-quit", () => {
    for (const item of underWay) item.cancel();
  });
  session.on("will-download", (event, item) => {
    // The blob: URL of a file that the page made has the page's origin.
    if (URL.parse(item.getURL())?.origin !== origin()) {
      log.warn("Blocked a download that was not from the console.");
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
    let isInterrupted = false;
    item.on("updated", (_event, state) => {
      isInterrupted = state === "interrupted";
      showProgress();
      // Removes the partial file, which Electron keeps for a resume.
      if (isInterrupted) item.cancel();
    });
    item.once("done", (_event, state) => {
      underWay.delete(item);
      showProgress();
      // The item is not usable after this event.
      const file = item.getSavePath() || path.join(app.getPath("downloads"), name);
      if (state === "completed") void reportSaved(file, log);
      else if (isInterrupted || state === "interrupted")
        void reportFailed(file, item.getTotalBytes() - item.getReceivedBytes());
    });
  });
}

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

async function reportSaved(file: string, log: Log): Promise<void> {
  const chosen = await chooseButton({
    type: "info",
    message: `Saved as ${path.basename(file)}.`,
    detail: `It is in the folder ${path.dirname(file)}.`,
    buttons: ["Show in folder", "Close"],
    defaultId: 1,
    cancelId: 1,
  });
  if (chosen !== 0) return;
  if (fs.existsSync(file)) shell.showItemInFolder(file);
  else log.warn(`${file} was saved but no longer exists.`);
}

/** Never retries: a prepared file can be downloaded once. @param missing bytes not received, if known */
async function reportFailed(file: string, missing: number): Promise<void> {
  await showBox({
    type: "warning",
    message: `${path.basename(file)} was not saved.`,
    detail: `${await reasonOf(path.dirname(file), missing)} Then save the file again in the console.`,
    buttons: ["Close"],
  });
}

/** Electron gives no reason, so the folder is checked for the likely ones. */
async function reasonOf(folder: string, missing: number): Promise<string> {
  try {
    // With a separator at its end, a file is not accepted.
    await fs.promises.access(`${folder}${path.sep}`, fs.constants.W_OK);
    const { bavail, bsize } = await fs.promises.statfs(folder);
    if (bavail * bsize < Math.max(missing, MIN_FREE_BYTES))
      return `The disk with the folder ${folder} is full. Free some space, or choose another folder.`;
  } catch {
    return `The folder ${folder} does not exist or is not writable. Choose another folder.`;
  }
  return "The download was interrupted, for example by a restart of Galley. Wait until the console responds.";
}
