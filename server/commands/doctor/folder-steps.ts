/** The data folder: location, variables, permissions, key, crash files and backups. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { lastAudited } from "../../backup/backup-list.ts";
import { readBackupRecord } from "../../backup/backup-record.ts";
import { configFileOf } from "../../config/config-file.ts";
import { maskText, maskTokens } from "../../core/masking.ts";
import { isoTime } from "../../core/runtime.ts";
import { crashFiles } from "../../core/unforeseen.ts";
import { isOwnKey } from "../../projects/own-key.ts";
import type { Database } from "../../storage/database.ts";
import { KEY_BYTES, KEY_FILE, SEALED_KEY_FILE } from "../../storage/secret-box.ts";
import { whereElse } from "../nothing-here.ts";
import { type Examination, type Finding, finding, skipped } from "./examination.ts";

const DAY_MS = 86_400_000;
/** The last backup is old after this, unless the schedule says otherwise. */
const OLD_DAYS = 8;
/** Crash files up to this age are reported. */
const RECENT_MS = 7 * DAY_MS;
const MAX_NAMED = 5;
const MAX_LINE = 300;

const NO_FOLDER = "There is no data folder that can be looked into.";

export function paths({ dataDir, isThere, config }: Examination): Finding {
  const file = configFileOf(dataDir);
  const facts = {
    data_dir: dataDir,
    config_file: fs.existsSync(file) ? file : null,
    log: path.join(dataDir, "logs", "galley.log"),
  };
  const { ok, problem } = finding(facts);
  if (!isThere && fs.existsSync(dataDir))
    return problem(
      `${dataDir} is no folder that this user may look into.`,
      whereElse(dataDir, "doctor", "Run the doctor as the user that Galley runs as."),
    );
  if (!isThere)
    return problem(
      `There is no folder ${dataDir}.`,
      whereElse(
        dataDir,
        "doctor",
        "Galley makes it when it first starts. If it has run before, name its folder with --data-dir.",
      ),
    );
  if (config instanceof Error)
    return problem(config.message, "Galley does not start with that: mend the value, or take it away.");
  const network = facts.config_file === null ? "no config.json in it" : "config.json in it can be read";
  return ok(`The data are in ${dataDir}, ${network}.`);
}

/** The service may be started with other variables. */
export function variables({ unknownVariables: unknown }: Examination): Finding {
  const { ok, warning } = finding();
  if (unknown.length === 0) return ok("Galley knows every GALLEY_ variable that is set here.");
  return warning(unknown.join(" "), "Correct the name where it is set: /etc/default/galley, or a unit's Environment=.");
}

export function rights({ dataDir, rights: found }: Examination): Finding {
  if (found === null) return skipped(NO_FOLDER);
  if (found instanceof Error) throw found;
  const user = os.userInfo();
  const { owner, isOpen: is_open, open, foreign, unusable } = found;
  const facts = { owner, is_open, open, foreign, unusable, user: user.username, uid: user.uid };
  const { ok, problem } = finding(facts);
  const named = (names: string[]) =>
    `${names.slice(0, MAX_NAMED).join(", ")}${names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ""}`;
  if (found.isOpen)
    return problem(
      `Other users of this machine may enter ${dataDir}${found.open.length > 0 ? ` and read ${named(found.open)}` : ""}.`,
      `chmod -R go= ${dataDir}; Galley does the same at each start.`,
    );
  if (found.foreign.length > 0)
    return problem(
      `${named(found.foreign)} in ${dataDir} belong to somebody else than the folder, so that Galley may not be able to write them.`,
      `chown -R --reference=${dataDir} ${dataDir}`,
    );
  if (found.unusable.length > 0)
    return problem(
      `This user (${user.username}) may not read and write ${named(found.unusable)} in ${dataDir}.`,
      "Run the doctor as the user that Galley runs as, or give the whole folder to this one (chown -R).",
    );
  if (process.platform === "win32") return ok("The rights of the Windows profile hold.");
  const whose = found.owner === user.uid ? `this user (${user.username})` : `the user with the number ${found.owner}`;
  return ok(`The folder belongs to ${whose} and is closed to others.`);
}

export function key({ dataDir, isThere, database }: Examination): Finding {
  if (!isThere) return skipped(NO_FOLDER);
  const file = path.join(dataDir, KEY_FILE);
  const isSealed = fs.existsSync(path.join(dataDir, SEALED_KEY_FILE));
  if (!fs.existsSync(file)) {
    if (isSealed)
      return finding({ kept_in: "keychain" }).ok(
        "The key to the secrets is in the keychain of the desktop app. Only that can start on this folder; backup of a stopped Galley, add-project and serve cannot.",
      );
    if (database === null) return skipped("There is no key yet; it is made at the first start.");
    return finding({ kept_in: null }).problem(
      `There are data but no key: neither ${KEY_FILE} nor ${SEALED_KEY_FILE}. Galley does not start.`,
      'Put the key file back from a copy, or restore a backup. Without either, see "A lost key" in docs/operating.md.',
    );
  }
  const facts = { kept_in: "file", is_in_keychain_too: isSealed };
  const { ok, problem } = finding(facts);
  let bytes: Buffer;
  try {
    bytes = Buffer.from(fs.readFileSync(file, "utf8").trim(), "base64url");
  } catch (error) {
    return problem(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, "See the rights above.");
  }
  if (bytes.length !== KEY_BYTES)
    return problem(
      `${file} is damaged: it must hold ${KEY_BYTES} bytes in base64url.`,
      "Put the original back from a copy.",
    );
  const opens = database === null || database instanceof Error ? null : isKeyOf(database, bytes);
  if (opens === null) return ok("The key to the secrets is in a file of the data folder.");
  if (opens) return ok("The key to the secrets is in a file of the data folder, and opens those in the database.");
  return problem(
    `${file} is not the key of this database: it opens none of its secrets, so Galley does not start.`,
    'Put the key back that belongs to these data, or restore a backup. Without either, see "A lost key" in docs/operating.md.',
  );
}

/** Null for an unreadable database, which another step reports. */
function isKeyOf(database: Database, bytes: Buffer): boolean | null {
  try {
    return isOwnKey(database, bytes);
  } catch {
    return null;
  }
}

export function crashes({ dataDir, isThere, now }: Examination): Finding {
  if (!isThere) return skipped(NO_FOLDER);
  const files = crashFiles(dataDir).map((name) => {
    const file = path.join(dataDir, "logs", name);
    return { name, at: fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0, fault: faultIn(file) };
  });
  const recent = files.filter(({ at }) => now - at < RECENT_MS);
  const newest = recent.at(-1);
  const facts = {
    kept: files.length,
    newest: files.slice(-MAX_NAMED).map(({ name, at, fault }) => ({ name, at: isoTime(Math.round(at)), fault })),
  };
  const { ok, warning } = finding(facts);
  if (newest === undefined)
    return ok(files.length === 0 ? "There are none." : `None in the last 7 days, ${files.length} older ones.`);
  return warning(
    `${recent.length} in the last 7 days, the newest: ${newest.fault}`,
    `Read ${path.join(dataDir, "logs", newest.name)}, and send it to whoever helps (the support bundle holds it).`,
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
  if (database === null) return skipped("There is nothing to back up yet.");
  const record = readBackupRecord(dataDir);
  const byHand = database instanceof Error ? null : lastByHand(database);
  const kept = record?.entries.find(({ file, error }) => file !== null && error === null)?.created_at ?? null;
  const times = [kept, record?.taken?.at ?? null, byHand].filter((at) => at !== null);
  const last = times.length === 0 ? null : Math.max(...times);
  const plan = record?.plan ?? null;
  const folder = plan?.folder ?? path.join(dataDir, "backups");
  const facts = {
    last_at: last === null ? null : isoTime(last),
    schedule: plan?.schedule ?? "off",
    folder,
    newest_failure: record?.entries[0]?.error ?? null,
  };
  const { ok, warning, problem } = finding(facts);
  const howToPlan = "Set a plan in the console (Settings, Backups), on another disk than the data.";
  if (plan !== null && plan.schedule !== "off" && plan.folder !== null) {
    const fault = await whyNotWritable(folder);
    if (fault !== null)
      return problem(
        `The folder of the backups ${folder} cannot be written (${fault}).`,
        "Connect its disk, or give the folder to the user that Galley runs as.",
      );
  }
  if (facts.newest_failure !== null)
    return problem(
      `The newest backup failed: ${facts.newest_failure}`,
      "Mend that, then make one now: galley backup FILE.",
    );
  if (last === null && database instanceof Error) return skipped("Which were made stands in the database.");
  if (last === null)
    return warning("There is no backup of these data.", `Make one now: galley backup FILE. ${howToPlan}`);
  // A running Galley may have made it since `now`.
  const days = Math.max(0, Math.floor((now - last) / DAY_MS));
  const says = `The last backup is of ${isoTime(last)}, ${days === 0 ? "less than a day" : `${days} ${days === 1 ? "day" : "days"}`} ago.`;
  const allowed = plan?.schedule === "daily" ? 2 : OLD_DAYS;
  if (days >= allowed) return warning(says, `Make one now: galley backup FILE. ${howToPlan}`);
  return facts.schedule === "off" ? ok(`${says} None are made by themselves.`) : ok(says);
}

function lastByHand(database: Database): number | null {
  try {
    const last = lastAudited(database);
    return last === null ? null : Date.parse(last.last_at);
  } catch {
    return null;
  }
}

async function whyNotWritable(folder: string): Promise<string | null> {
  try {
    await fs.promises.access(folder, fs.constants.W_OK | fs.constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}
