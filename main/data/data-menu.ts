/** Menu items of the data folder: open it, move it, and choose where its key is kept. */
import type { MenuItemConstructorOptions } from "electron";
import { KEY_FILE } from "../../server/storage/secret-box.ts";
import { openFolder, showBox, showWarning } from "../boxes.ts";
import { askAndMove, type MoveContext } from "./data-folder.ts";
import type { DesktopKey, KeyPlace } from "./keychain.ts";

interface DataMenuOptions extends MoveContext {
  key: DesktopKey;
}

export function dataItems(options: DataMenuOptions): MenuItemConstructorOptions[] {
  const { config, log } = options;
  const open = () => openFolder(config.dataDir, log);
  return [
    { id: "open-data-folder", label: "Open data folder", click: () => void open() },
    { id: "move-data-folder", label: "Move data folder…", click: oneAtATime(() => askAndMove(options)) },
    { id: "key-place", label: "The key to the secrets…", click: oneAtATime(() => showKeyPlace(options)) },
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
    message: "The key to the secrets is in a file.",
    detail: `${IN_FILE}\n\n${IN_KEYCHAIN}`,
    choices: [TO_KEYCHAIN, CANCEL],
  },
  unverified: {
    message: "The key to the secrets is in the keychain, but Galley has not verified it yet.",
    detail: `The next start verifies it. Until then, the key is also in the file ${KEY_FILE}.\n\n${IN_KEYCHAIN}`,
    choices: [["Restart Galley now", "restart"], TO_FILE, ["Later", "nothing"]],
  },
  keychain: {
    message: "The key to the secrets is in the keychain of this computer.",
    detail: `${IN_KEYCHAIN}\n\n${IN_FILE}`,
    choices: [TO_FILE, CANCEL],
  },
};

async function showKeyPlace(options: DataMenuOptions): Promise<void> {
  const { key, config, appliance, restart, log } = options;
  const { message, detail, choices } = BOXES[key.place()];
  const { response } = await showBox({
    type: "question",
    message,
    detail,
    buttons: choices.map(([label]) => label),
    defaultId: choices.length - 1,
    cancelId: choices.length - 1,
    noLink: true,
  });
  const choice = choices[response]?.[1];
  try {
    if (choice === "restart") {
      await appliance.lendFolder(async () => {});
      await restart();
    } else if (choice === "file") {
      await key.keepInFile();
      log.info(`The key to the secrets was moved to the file ${KEY_FILE}.`);
      void showBox({
        type: "info",
        message: "The key to the secrets is now in a file.",
        detail: `To run Galley headless on this folder, quit this app and run: galley serve --data-dir ${config.dataDir}`,
      });
    } else if (choice === "keychain") {
      if (!(await key.keepInKeychain()))
        return showWarning(
          "Galley found no keychain on this computer.",
          `The key to the secrets stays in the file ${KEY_FILE}. If this computer has a keychain (on Linux, GNOME Keyring or KWallet), unlock it, restart Galley and try again.`,
        );
      log.info("The key to the secrets was stored in the keychain. The next start verifies it.");
      return await showKeyPlace(options);
    }
  } catch (error) {
    log.error("The key to the secrets was not moved", error);
    showWarning("The key was not moved.", `No data is lost. ${(error as Error).message}`);
  }
}
