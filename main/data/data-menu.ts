/** Menu items of the data folder: open it, choose where its key is kept, and move it. `server/relocation/move-folder.ts` moves the data. */
import path from "node:path";
import { app, BrowserWindow, dialog, type MenuItemConstructorOptions } from "electron";
import type { Config } from "../../server/config/config.ts";
import { ConfigError } from "../../server/core/errors.ts";
import type { Log } from "../../server/core/runtime.ts";
import { checkMove, type MovePlan, MoveRefused, moveDataFolder } from "../../server/relocation/move-folder.ts";
import type { RestartingAppliance } from "../../server/restarting-appliance.ts";
import { formatBytes } from "../../server/storage/blobs.ts";
import { DatabaseRefused } from "../../server/storage/database.ts";
import { previousDataFolder, readMovedFrom, removeMovedFrom } from "../../server/storage/moved-folder.ts";
import { KEY_FILE } from "../../server/storage/secret-box.ts";
import { chooseButton, openFolder, showBox, showWarning, windowToOwnBox } from "../boxes.ts";
import type { DesktopKey, KeyPlace } from "./keychain.ts";

interface DataMenuOptions {
  config: Config;
  appliance: Pick<RestartingAppliance, "whileClosed">;
  key: DesktopKey;
  /** Starts a new process and exits. The appliance is already closed. */
  restart(): Promise<void>;
  log: Log;
}

export function dataItems(options: DataMenuOptions): MenuItemConstructorOptions[] {
  const { config, log } = options;
  const open = () => openFolder(config.dataDir, log);
  return [
    { id: "open-data-folder", label: "Open data folder", click: () => void open() },
    { id: "move-data-folder", label: "Move data folder…", click: oneAtATime(() => askAndMove(options)) },
    { id: "key-place", label: "Encryption key…", click: oneAtATime(() => showKeyPlace(options)) },
  ];
}

function oneAtATime(action: () => Promise<void>): () => void {
  let isBusy = false;
  return () => {
    if (isBusy) return;
    isBusy = true;
    void action().finally(() => {
      isBusy = false;
    });
  };
}

const IN_KEYCHAIN =
  "Keychain: only you can use the key, on this computer. A copy of the data folder does not reveal its secrets. A headless Galley (galley serve) cannot use the key.";
const IN_FILE = `File ${KEY_FILE}: only your account can read it. A headless Galley can use the key. A copy of the whole data folder reveals its secrets.`;

type Choice = "file" | "keychain" | "restart" | "nothing";
interface KeyBox {
  message: string;
  detail: string;
  /** The last one changes nothing. */
  choices: [label: string, Choice][];
}

const TO_FILE: KeyBox["choices"][number] = ["Keep the key in a file (for headless use)", "file"];
const TO_KEYCHAIN: KeyBox["choices"][number] = ["Keep the key in the keychain", "keychain"];
const CANCEL: KeyBox["choices"][number] = ["Cancel", "nothing"];

const BOXES: Record<KeyPlace, KeyBox> = {
  file: {
    message: "The encryption key is in a file.",
    detail: `${IN_FILE}\n\n${IN_KEYCHAIN}`,
    choices: [TO_KEYCHAIN, CANCEL],
  },
  unverified: {
    message: "The encryption key is in the keychain, but Galley has not verified it yet.",
    detail: `The next start verifies it. Until then, the key is also in the file ${KEY_FILE}.\n\n${IN_KEYCHAIN}`,
    choices: [["Restart Galley now", "restart"], TO_FILE, ["Later", "nothing"]],
  },
  keychain: {
    message: "The encryption key is in the keychain of this computer.",
    detail: `${IN_KEYCHAIN}\n\n${IN_FILE}`,
    choices: [TO_FILE, CANCEL],
  },
};

async function showKeyPlace(options: DataMenuOptions): Promise<void> {
  const { key, config, appliance, restart, log } = options;
  const { message, detail, choices } = BOXES[key.place()];
  const chosen = await chooseButton({
    type: "question",
    message,
    detail,
    buttons: choices.map(([label]) => label),
    defaultId: choices.length - 1,
    cancelId: choices.length - 1,
    noLink: true,
  });
  const choice = choices[chosen]?.[1];
  try {
    if (choice === "restart") {
      await appliance.whileClosed(async () => {});
      await restart();
    } else if (choice === "file") {
      await key.keepInFile();
      log.info(`The encryption key was moved to the file ${KEY_FILE}.`);
      void showBox({
        type: "info",
        message: "The encryption key is now in a file.",
        detail: `To run Galley headless on this folder, quit this app and run: galley serve --data-dir ${config.dataDir}`,
      });
    } else if (choice === "keychain") {
      if (!(await key.keepInKeychain()))
        return showWarning(
          "Galley found no keychain on this computer.",
          `The encryption key stays in the file ${KEY_FILE}. If this computer has a keychain (on Linux, GNOME Keyring or KWallet), unlock it, restart Galley and try again.`,
        );
      log.info("The encryption key was stored in the keychain. The next start verifies it.");
      return await showKeyPlace(options);
    }
  } catch (error) {
    log.error("The encryption key was not moved", error);
    showWarning("The key was not moved.", `No data is lost. ${(error as Error).message}`);
  }
}

/** Asks for the new folder and moves the data. After a failure, Galley shows it and continues in the old folder. */
async function askAndMove(options: DataMenuOptions): Promise<void> {
  const { config, log } = options;
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
    if (await isConfirmed(plan)) await move(plan, options);
  } catch (error) {
    log.warn(`The data folder was not moved to ${plan.to}. ${String(error)}`);
    showWarning("The data folder was not moved.", `${sentenceOf(error)} Galley continues with ${dataDir}.`);
  }
}

async function isConfirmed(plan: MovePlan): Promise<boolean> {
  const { files, bytes } = await checkMove(plan, new AbortController().signal);
  const chosen = await chooseButton({
    type: "question",
    message: `Move Galley's data to ${plan.to}?`,
    detail: `Galley copies and verifies ${files} files and folders (${formatBytes(bytes)}), then restarts. Until then, journalists cannot save and deliveries wait. The old data is set aside until you delete it.\n\nThe new folder must be on a disk that is always connected to this computer, not on the network.`,
    buttons: ["Move", "Cancel"],
    cancelId: 1,
  });
  return chosen === 0;
}

/** Moves the data and restarts on the new folder. @throws if the old folder stays in use */
async function move(plan: MovePlan, { appliance, restart, log }: DataMenuOptions): Promise<void> {
  const stop = new AbortController();
  const progress = showProgress(() => stop.abort(new MoveRefused("You stopped the move.")));
  let isQuitting = false;
  const quitting = () => {
    isQuitting = true;
    stop.abort(new MoveRefused("Galley was quit."));
  };
  app.once("before-quit", quitting);
  try {
    await appliance.whileClosed(async () => {
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
  const choice = showBox({
    type: "info",
    message: "Galley is moving its data folder.",
    detail: "Galley is unavailable during the move, then restarts. The window title shows the progress.",
    buttons: ["Stop moving"],
    signal: ended.signal,
  });
  // The signal closes the box like a click.
  void choice.then(() => {
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
  const old = previousDataFolder(moved);
  const isAside = old === moved.kept;
  log.info(`The data folder has moved here from ${moved.from}; the old data is kept in ${old}.`);
  await windowToOwnBox();
  await removeMovedFrom(dataDir);
  const chosen = await chooseButton({
    type: "info",
    message: "Galley's data has moved.",
    detail: isAside
      ? `It is now in ${dataDir}. The old data is in ${old}. Check that everything is here, then delete that folder. Do not change the rest of ${moved.from}: Galley needs it to find the new folder.`
      : `It is now in ${dataDir}. The old data is still in ${old}, because Galley ended before it could set the data aside. Do not change that folder: Galley needs it to find the new folder.`,
    buttons: ["OK", "Show the old data"],
  });
  if (chosen === 1) await openFolder(old, log);
}
