/** Files that the window saves: asks where, shows progress in the task bar, and reports the end. */
import fs from "node:fs";
import path from "node:path";
import { app, type BrowserWindow, type DownloadItem, type Session, shell } from "electron";
import type { Log } from "../../server/core/runtime.ts";
import { showBox } from "../boxes.ts";
import { plainFileName } from "./file-name.ts";

/** Task bar value while the size is unknown. */
const UNKNOWN_SHARE = 2;
const NO_PROGRESS = -1;
/** Bytes; a disk with less counts as full. */
const SPACE_TO_SPARE = 1_000_000;

const underWay = new Set<DownloadItem>();

/** How many files are being saved, or wait for the person to say where. */
export function downloadsUnderWay(): number {
  return underWay.size;
}

interface DownloadOptions {
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

  // Broken off by the process's end, a part of a file would stay; cancelled, nothing of it does.
  app.on("before-quit", () => {
    for (const item of underWay) item.cancel();
  });
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
    let isBroken = false;
    item.on("updated", (_event, state) => {
      isBroken = state === "interrupted";
      showProgress();
      // It could go on: cancelled, it leaves nothing on the disk.
      if (isBroken) item.cancel();
    });
    item.once("done", (_event, state) => {
      underWay.delete(item);
      showProgress();
      // The item itself is gone after this event.
      const file = item.getSavePath() || path.join(app.getPath("downloads"), name);
      if (state === "completed") void reportSaved(file, log);
      else if (isBroken || state === "interrupted")
        void reportBrokenOff(file, item.getTotalBytes() - item.getReceivedBytes());
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
  const { response } = await showBox({
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

/** Never retried: a prepared file can be fetched once. @param missing bytes not received, if known */
async function reportBrokenOff(file: string, missing: number): Promise<void> {
  await showBox({
    type: "warning",
    message: `${path.basename(file)} was not saved.`,
    detail: `${await reasonOf(path.dirname(file), missing)} Then save it once more in the console.`,
    buttons: ["Close"],
  });
}

/** Electron gives no reason, so the folder is checked for the likely ones. */
async function reasonOf(folder: string, missing: number): Promise<string> {
  try {
    await fs.promises.access(folder, fs.constants.W_OK);
    const { bavail, bsize } = await fs.promises.statfs(folder);
    if (bavail * bsize < Math.max(missing, SPACE_TO_SPARE))
      return `The disk with the folder ${folder} is full. Free some space there, or choose another place.`;
  } catch {
    return `The folder ${folder} is not there any more, or files may not be written into it. Choose another place.`;
  }
  return "It broke off on the way, as when Galley restarts. Wait until the console shows again what it should.";
}
