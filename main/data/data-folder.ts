/** Menu item that moves the data folder, with its boxes; `server/relocation/move-folder.ts` does the work. */
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

export interface MoveAskedFor {
  config: Config;
  appliance: Pick<RestartingAppliance, "lendFolder">;
  /** Ends this process and starts the next. The appliance is already closed. */
  restart(): Promise<void>;
  log: Log;
}

/** Asks for the new folder and moves. A failure is shown, and Galley continues in the old folder. */
export async function askAndMove(asked: MoveAskedFor): Promise<void> {
  const { config, log } = asked;
  const { dataDir, standardDataDir } = config;
  if (standardDataDir === null) {
    showWarning(
      "This data folder is moved by hand.",
      `Galley was started with --data-dir or GALLEY_DATA_DIR (${dataDir}), so whoever starts it has to know the new place: quit Galley, move the folder, and start it with the new one.`,
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
    if (await isWanted(plan)) await move(plan, asked);
  } catch (error) {
    log.warn(`The data folder was not moved to ${plan.to}. ${String(error)}`);
    showWarning("The data folder was not moved.", `${sentenceOf(error)} Galley goes on with ${dataDir}.`);
  }
}

async function isWanted(plan: MovePlan): Promise<boolean> {
  const { files, bytes } = await surveyMove(plan, new AbortController().signal);
  const { response } = await showBox({
    type: "question",
    message: `Move Galley's data to ${plan.to}?`,
    detail: `These are ${files} files and folders, ${formatBytes(bytes)}. While they are copied and verified, nobody can save and deliveries wait; then Galley starts again by itself. The old data stays where it is, aside, until you delete it.\n\nThe new folder must be on a disk of this computer that is always connected, not on the network.`,
    buttons: ["Move", "Cancel"],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

/** Ends the process and starts the next on the new folder. @throws if the old folder stays in use */
async function move(plan: MovePlan, { appliance, restart, log }: MoveAskedFor): Promise<void> {
  const stop = new AbortController();
  const progress = showProgress(() => stop.abort(new MoveRefused("You stopped it.")));
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
    if (isQuitting) return log.warn(`The data folder was not moved: Galley was quit. It is still ${plan.from}.`);
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
    detail: "It is closed meanwhile, and starts again by itself. How far it is stands in the title of the window.",
    buttons: ["Stop moving"],
    signal: ended.signal,
  });
  // The signal closes the box as a click does.
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
  return `Something went wrong that Galley did not foresee: ${(error as Error).message}`;
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
      ? `It is in ${dataDir} now. The old data is kept in ${old}. Once you have seen that everything is here, you may delete that folder. Leave the rest of ${moved.from} as it is: Galley finds its new place by it.`
      : `It is in ${dataDir} now. The old data still lies in ${old}, because Galley ended before it had put it aside. Leave that folder as it is: Galley finds its new place by it.`,
    buttons: ["OK", "Show the old data"],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) await openFolder(old, log);
}
