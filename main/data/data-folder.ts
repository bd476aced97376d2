/** Boxes of the menu item that moves the data folder; `server/relocation/move-folder.ts` moves it. */
import path from "node:path";
import { app, BrowserWindow, dialog } from "electron";
import type { Config } from "../../server/config/config.ts";
import { ConfigError } from "../../server/core/errors.ts";
import type { Log } from "../../server/core/runtime.ts";
import { type MovePlan, MoveRefused, moveDataFolder, surveyMove } from "../../server/relocation/move-folder.ts";
import type { RestartingAppliance } from "../../server/restarting-appliance.ts";
import { formatBytes } from "../../server/storage/blobs.ts";
import { DatabaseRefused } from "../../server/storage/database.ts";
import { oldDataOf, readMovedFrom, removeMovedFrom } from "../../server/storage/moved-folder.ts";
import { openFolder, showBox, showWarning, windowToOwnBox } from "../boxes.ts";

export interface MoveContext {
  config: Config;
  appliance: Pick<RestartingAppliance, "lendFolder">;
  /** Starts a new process and exits. The appliance is already closed. */
  restart(): Promise<void>;
  log: Log;
}

/** Asks for the new folder and moves the data. After a failure, Galley shows it and continues in the old folder. */
export async function askAndMove(context: MoveContext): Promise<void> {
  const { config, log } = context;
  const { dataDir, standardDataDir } = config;
  if (standardDataDir === null) {
    showWarning(
      "Move this data folder manually.",
      `Galley was started with --data-dir or GALLEY_DATA_DIR (${dataDir}). Quit Galley, move the folder, and start Galley with the new path.`,
    );
    return;
  }
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: "Choose an empty folder for Galley's data",
    buttonLabel: "Move here",
    properties: ["openDirectory", "createDirectory", "promptToCreate"],
  });
  const [chosen] = filePaths;
  if (canceled || chosen === undefined) return;
  const plan: MovePlan = { from: dataDir, to: path.resolve(chosen), standard: standardDataDir };
  try {
    if (await isConfirmed(plan)) await move(plan, context);
  } catch (error) {
    log.warn(`The data folder was not moved to ${plan.to}. ${String(error)}`);
    showWarning("The data folder was not moved.", `${sentenceOf(error)} Galley continues with ${dataDir}.`);
  }
}

async function isConfirmed(plan: MovePlan): Promise<boolean> {
  const { files, bytes } = await surveyMove(plan, new AbortController().signal);
  const { response } = await showBox({
    type: "question",
    message: `Move Galley's data to ${plan.to}?`,
    detail: `Galley copies and verifies ${files} files and folders (${formatBytes(bytes)}), then restarts. Until then, journalists cannot save and deliveries wait. The old data is set aside until you delete it.\n\nThe new folder must be on a disk that is always connected to this computer, not on the network.`,
    buttons: ["Move", "Cancel"],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

/** Moves the data and restarts on the new folder. @throws if the old folder stays in use */
async function move(plan: MovePlan, { appliance, restart, log }: MoveContext): Promise<void> {
  const stop = new AbortController();
  const progress = showProgress(() => stop.abort(new MoveRefused("You stopped the move.")));
  let isQuitting = false;
  const quitting = () => {
    isQuitting = true;
    stop.abort(new MoveRefused("Galley was quit."));
  };
  app.once("before-quit", quitting);
  try {
    await appliance.lendFolder(async () => {
      const { signal } = stop;
      await moveDataFolder(plan, { log, at: Date.now(), onProgress: progress.show, signal });
    });
  } catch (error) {
    if (isQuitting) return log.warn(`The data folder was not moved because Galley was quit. It is still ${plan.from}.`);
    throw error;
  } finally {
    app.off("before-quit", quitting);
    progress.end();
  }
  await restart();
}

function showProgress(stop: () => void): { show(done: number): void; end(): void } {
  const ended = new AbortController();
  const windows = BrowserWindow.getAllWindows().map((window) => ({ window, title: window.getTitle() }));
  const answer = showBox({
    type: "info",
    message: "Galley is moving its data folder.",
    detail: "Galley is unavailable during the move, then restarts. The window title shows the progress.",
    buttons: ["Stop moving"],
    signal: ended.signal,
  });
  // The signal closes the box like a click.
  void answer.then(() => {
    if (!ended.signal.aborted) stop();
  });
  const set = (done: number, titleOf: (own: string) => string) => {
    for (const { window, title } of windows) {
      if (window.isDestroyed()) continue;
      window.setProgressBar(done);
      window.setTitle(titleOf(title));
    }
  };
  const show = (done: number) => set(done, () => `Galley: moving the data folder, ${Math.floor(done * 100)} %`);
  show(0);
  return {
    show,
    end() {
      ended.abort();
      set(-1, (title) => title);
    },
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof MoveRefused || error instanceof DatabaseRefused || error instanceof ConfigError)
    return error.message;
  return `An unexpected error occurred: ${(error as Error).message}`;
}

export async function reportMove(dataDir: string, log: Log): Promise<void> {
  const moved = readMovedFrom(dataDir);
  if (moved === null) return;
  const old = oldDataOf(moved);
  const isAside = old === moved.kept;
  log.info(`The data folder has moved here from ${moved.from}; the old data is kept in ${old}.`);
  await windowToOwnBox();
  await removeMovedFrom(dataDir);
  const { response } = await showBox({
    type: "info",
    message: "Galley's data has moved.",
    detail: isAside
      ? `It is now in ${dataDir}. The old data is in ${old}. Check that everything is here, then delete that folder. Do not change the rest of ${moved.from}: Galley needs it to find the new folder.`
      : `It is now in ${dataDir}. The old data is still in ${old}, because Galley ended before it could set the data aside. Do not change that folder: Galley needs it to find the new folder.`,
    buttons: ["OK", "Show the old data"],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) await openFolder(old, log);
}
