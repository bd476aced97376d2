/** Menu items of the data folder: open it, move it, and choose where its key is kept. */
import type { MenuItemConstructorOptions } from "electron";
import { KEY_FILE } from "../../server/storage/secret-box.ts";
import { openFolder, showBox, showWarning } from "../boxes.ts";
import { askAndMove, type MoveAskedFor } from "./data-folder.ts";
import type { DesktopKey, KeyPlace } from "./keychain.ts";

interface DataMenuOptions extends MoveAskedFor {
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

function oneAtATime(deed: () => Promise<void>): () => void {
  let isBusy = false;
  return () => {
    if (isBusy) return;
    isBusy = true;
    void deed().finally(() => {
      isBusy = false;
    });
  };
}

const IN_KEYCHAIN =
  "In the keychain, only you can open it, on this computer: whoever copies the data folder cannot read the secrets in it, and a headless Galley (galley serve) cannot open it either.";
const IN_FILE = `In the file ${KEY_FILE}, which only your account can read, a headless Galley can open the data folder; and whoever copies the whole folder can read the secrets.`;

type Choice = "file" | "keychain" | "restart" | "nothing";
interface KeyBox {
  message: string;
  detail: string;
  /** The last button changes nothing. */
  choices: [label: string, Choice][];
}

const TO_FILE: KeyBox["choices"][number] = ["Keep the key in a file (for headless use)", "file"];
const TO_KEYCHAIN: KeyBox["choices"][number] = ["Keep the key in the keychain", "keychain"];
const LEAVE: KeyBox["choices"][number] = ["Leave it there", "nothing"];

const BOXES: Record<KeyPlace, KeyBox> = {
  file: {
    message: "The key to the secrets is in a file.",
    detail: `${IN_FILE}\n\n${IN_KEYCHAIN}`,
    choices: [TO_KEYCHAIN, LEAVE],
  },
  unproved: {
    message: "The keychain has sealed the key to the secrets, and is yet to prove that it gives it back.",
    detail: `That is seen at the next start. Until then the file ${KEY_FILE} stays beside it; after that the key is in the keychain alone.\n\n${IN_KEYCHAIN}`,
    choices: [["Restart Galley now", "restart"], TO_FILE, ["Later", "nothing"]],
  },
  keychain: {
    message: "The key to the secrets is in the keychain of this computer.",
    detail: `${IN_KEYCHAIN}\n\n${IN_FILE}`,
    choices: [TO_FILE, LEAVE],
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
        message: "The key to the secrets is in a file now.",
        detail: `To run Galley headless on this folder, quit this app and start: galley serve --data-dir ${config.dataDir}`,
      });
    } else if (choice === "keychain") {
      if (!(await key.keepInKeychain()))
        return showWarning(
          "Galley found no keychain on this computer.",
          `The key to the secrets stays in the file ${KEY_FILE}. If this computer has a keychain (on Linux, a keyring such as GNOME's or KWallet), unlock it, start Galley again, and try once more.`,
        );
      log.info("The keychain has sealed the key to the secrets; the next start proves it.");
      return await showKeyPlace(options);
    }
  } catch (error) {
    log.error("The key to the secrets was not moved", error);
    showWarning("The key was not moved.", `Nothing is lost. ${(error as Error).message}`);
  }
}
