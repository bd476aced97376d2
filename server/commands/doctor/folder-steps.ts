/** The data folder: location, variables, permissions, key, crash files and backups. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { newestOf } from "../../backup/backup-folder.ts";
import { readBackupRecord } from "../../backup/backup-record.ts";
import { configFileOf } from "../../config/config-file.ts";
import { maskText, maskTokens } from "../../core/masking.ts";
import { crashFiles } from "../../core/uncaught-errors.ts";
import { isOwnKey } from "../../projects/own-key.ts";
import { KEY_BYTES, KEY_FILE, SEALED_KEY_FILE } from "../../storage/secret-box.ts";
import { dataFolderAdvice } from "../data-folder.ts";
import { type Examination, type Finding, ok, problem, skipped, valueOrNull, warning } from "./examination.ts";

const DAY_MS = 86_400_000;
/** A backup is old after this, unless backups are scheduled. */
const OLD_DAYS = 8;
/** Crash files up to this age are reported. */
const RECENT_MS = 7 * DAY_MS;
const MAX_NAMED = 5;
const MAX_LINE = 300;

const NO_FOLDER = "There is no readable data folder.";

export function paths({ dataDir, isThere, config }: Examination): Finding {
  if (!isThere && fs.existsSync(dataDir))
    return problem(
      `This user cannot read ${dataDir}.`,
      dataFolderAdvice(dataDir, "doctor", "Run galley doctor as the user that Galley runs as."),
    );
  if (!isThere)
    return problem(
      `The folder ${dataDir} does not exist.`,
      dataFolderAdvice(
        dataDir,
        "doctor",
        "Galley creates it at its first start. If it has run before, set its data folder with --data-dir.",
      ),
    );
  if (config instanceof Error) return problem(config.message, "Galley does not start until this is corrected.");
  const network = fs.existsSync(configFileOf(dataDir)) ? "with a valid config.json" : "without config.json";
  return ok(`The data folder is ${dataDir}, ${network}.`);
}

/** Checks the variables of this process. Those of the service may differ. */
export function variables({ unknownVariables: unknown }: Examination): Finding {
  if (unknown.length === 0) return ok("All GALLEY_ variables that are set here are known.");
  return warning(
    unknown.join(" "),
    "Correct it where it is set, such as in /etc/default/galley or a unit's Environment=.",
  );
}

export function permissions({ dataDir, permissions: found }: Examination): Finding {
  if (found === null) return skipped(NO_FOLDER);
  if (found instanceof Error) throw found;
  const user = os.userInfo();
  const named = (names: string[]) =>
    `${names.slice(0, MAX_NAMED).join(", ")}${names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ""}`;
  if (found.isOpen)
    return problem(
      `Other users of this machine can access ${dataDir}${found.open.length > 0 ? ` and read ${named(found.open)}` : ""}.`,
      `Restart Galley, which corrects this, or run: chmod -R go= ${dataDir}`,
    );
  if (found.foreign.length > 0)
    return problem(
      `Galley may be unable to write to ${named(found.foreign)} in ${dataDir}, because another user owns them.`,
      `Run: chown -R --reference=${dataDir} ${dataDir}`,
    );
  if (found.unusable.length > 0)
    return problem(
      `This user (${user.username}) cannot read and write ${named(found.unusable)} in ${dataDir}.`,
      "Run galley doctor as the user that Galley runs as, or give the folder to this user with chown -R.",
    );
  if (process.platform === "win32") return ok("The permissions of the Windows profile apply.");
  const ownerName = found.owner === user.uid ? `this user (${user.username})` : `uid ${found.owner}`;
  return ok(`The folder belongs to ${ownerName}, and other users cannot access it.`);
}

export function key({ dataDir, isThere, database }: Examination): Finding {
  if (!isThere) return skipped(NO_FOLDER);
  const file = path.join(dataDir, KEY_FILE);
  if (!fs.existsSync(file)) {
    if (fs.existsSync(path.join(dataDir, SEALED_KEY_FILE)))
      return ok(
        "The encryption key is in the keychain of the desktop app. Only the app can start on this folder; serve, add-project and backup of a stopped Galley cannot.",
      );
    if (database === null) return skipped("There is no key yet. Galley creates it at its first start.");
    return problem(
      `The key is missing: there is neither ${KEY_FILE} nor ${SEALED_KEY_FILE}. Galley does not start.`,
      'Restore the key file from a copy, or restore a backup. Without either, see "A lost key" in docs/operating.md.',
    );
  }
  let bytes: Buffer;
  try {
    bytes = Buffer.from(fs.readFileSync(file, "utf8").trim(), "base64url");
  } catch (error) {
    return problem(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, "See Permissions above.");
  }
  if (bytes.length !== KEY_BYTES)
    return problem(
      `${file} is damaged: it must contain ${KEY_BYTES} bytes in base64url.`,
      "Restore the original from a copy.",
    );
  const opens = database === null || database instanceof Error ? null : valueOrNull(() => isOwnKey(database, bytes));
  if (opens === null) return ok("The encryption key is in the data folder.");
  if (opens) return ok("The encryption key is in the data folder and decrypts the secrets in the database.");
  return problem(
    `${file} is not the key of this database: it decrypts none of its secrets, so Galley does not start.`,
    'Restore the right key from a copy, or restore a backup. Without either, see "A lost key" in docs/operating.md.',
  );
}

export function crashes({ dataDir, isThere, now }: Examination): Finding {
  if (!isThere) return skipped(NO_FOLDER);
  const files = crashFiles(dataDir).map((name) => {
    const file = path.join(dataDir, "logs", name);
    return { file, at: fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  const recent = files.filter(({ at }) => now - at < RECENT_MS);
  const newest = recent.at(-1);
  if (newest === undefined) return ok(files.length === 0 ? "None." : `None in the last 7 days, ${files.length} older.`);
  return warning(
    `${recent.length} in the last 7 days. The newest: ${faultIn(newest.file)}`,
    `Read ${newest.file}, or send it to support. The support bundle includes it.`,
  );
}

/** The first line of the stack, after the versions. */
function faultIn(file: string): string {
  try {
    const text = fs.readFileSync(file, "utf8").slice(0, 10_000);
    const line = text.split("\n\n")[1]?.split("\n")[0] ?? "";
    return maskTokens(maskText(line.slice(0, MAX_LINE), []));
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

export async function backups({ dataDir, isThere, database, now }: Examination): Promise<Finding> {
  if (!isThere) return skipped(NO_FOLDER);
  if (database === null) return skipped("There is no database yet.");
  const record = readBackupRecord(dataDir);
  const last = record && newestOf(record.entries, record.taken);
  const plan = record?.plan ?? null;
  const isOff = plan === null || plan.schedule === "off";
  const failure = record?.entries[0]?.error ?? null;
  const howToSchedule = "Schedule backups under Settings → Backups, to a different disk than the data.";
  if (!isOff && plan.folder !== null) {
    const fault = await fs.promises.access(plan.folder, fs.constants.W_OK | fs.constants.X_OK).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (fault !== null)
      return problem(
        `The backup folder ${plan.folder} is not writable (${fault}).`,
        "Connect its disk, or make the user that Galley runs as its owner.",
      );
  }
  if (failure !== null)
    return problem(
      `The newest backup failed: ${failure}`,
      "Fix the cause, then make a backup now: galley backup FILE.",
    );
  if (last === null) return warning("There is no backup.", `Make a backup now: galley backup FILE. ${howToSchedule}`);
  // A running Galley may have made it since `now`.
  const days = Math.max(0, Math.floor((now - Date.parse(last.at)) / DAY_MS));
  const says = `The last backup is from ${last.at}, ${days === 0 ? "less than a day" : `${days} ${days === 1 ? "day" : "days"}`} ago.`;
  const allowed = plan?.schedule === "daily" ? 2 : OLD_DAYS;
  if (days >= allowed) return warning(says, `Make a backup now: galley backup FILE. ${howToSchedule}`);
  return ok(isOff ? `${says} Scheduled backups are off.` : says);
}
