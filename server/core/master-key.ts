/** The headless master key: 32 random bytes in `<dataDir>/secret.key`, readable by its owner alone. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { openDataFolder } from "../storage/data-folder.ts";
import { DatabaseRefused } from "../storage/database.ts";
import { writeFileDurably } from "../storage/durable-file.ts";

const KEY_BYTES = 32;

/** Name of the key file of a headless appliance, in the data folder. */
export const KEY_FILE = "secret.key";
/** Name of the file that holds the key sealed by the desktop's keychain, in the data folder. */
export const SEALED_KEY_FILE = "secret.key.sealed";

/**
 * Reads the key file, making it in a folder that has none.
 * @throws DatabaseRefused when the folder's key is held by a desktop keychain, or its file is damaged
 */
export async function openKeyFile(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, KEY_FILE);
  if (!fs.existsSync(file)) {
    if (fs.existsSync(path.join(dataDir, SEALED_KEY_FILE)))
      throw new DatabaseRefused(
        `The key of ${dataDir} is kept in the keychain of the desktop app. Start the desktop app on it, or restore a backup into another folder.`,
      );
    openDataFolder(dataDir);
    await writeFileDurably(file, randomBytes(KEY_BYTES).toString("base64url"), 0o600);
  }
  const key = Buffer.from((await fs.promises.readFile(file, "utf8")).trim(), "base64url");
  if (key.length !== KEY_BYTES)
    throw new DatabaseRefused(
      `${file} is damaged: it must hold ${KEY_BYTES} bytes in base64url. Put the original back from a copy.`,
    );
  return key;
}
