/** Menu items of the data folder: open it, and choose where its key is kept. */
import type { MenuItemConstructorOptions } from "electron";
import type { Log } from "../../server/core/runtime.ts";
import { KEY_FILE } from "../../server/storage/secret-box.ts";
import { chooseButton, openFolder, showBox, showWarning } from "../boxes.ts";
import type { DesktopKey, KeyPlace } from "./keychain.ts";

interface DataMenuOptions {
  dataDir: string;
  key: DesktopKey;
  /** Closes the appliance, starts a new process and exits. */
  restart(): Promise<void>;
  log: Log;
}

export function dataItems(options: DataMenuOptions): MenuItemConstructorOptions[] {
  let isBusy = false;
  const showKey = async () => {
    if (isBusy) return;
    isBusy = true;
    await showKeyPlace(options).finally(() => {
      isBusy = false;
    });
  };
  return [
    { id: "open-data-folder", label: "Open data folder", click: () => void openFolder(options.dataDir, options.log) },
    { id: "key-place", label: "Encryption key…", click: () => void showKey() },
  ];
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
  const { key, dataDir, restart, log } = options;
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
    if (choice === "restart") await restart();
    else if (choice === "file") {
      await key.keepInFile();
      log.info(`The encryption key was moved to the file ${KEY_FILE}.`);
      void showBox({
        type: "info",
        message: "The encryption key is now in a file.",
        detail: `To run Galley headless on this folder, quit this app and run: galley serve --data-dir ${dataDir}`,
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
