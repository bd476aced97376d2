/** The machine: versions, its disk, its clock, the service manager. */
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { isoTime } from "../../core/runtime.ts";
import { formatBytes } from "../../storage/blobs.ts";
import { sqliteVersion } from "../../storage/database.ts";
import { MIN_FREE_BYTES } from "../../storage/disk.ts";
import { type Examination, type Finding, ok, problem, skipped, valueOrNull, warning } from "./examination.ts";

const LITTLE_FREE_BYTES = 2_000_000_000;
/** Tolerated clock difference, ms. */
const SKEW_MS = 60_000;
/** No version of Galley is older than this date. */
const EARLIEST = Date.UTC(2026, 0, 1);
const SYSTEMCTL_MS = 3_000;
const UNIT = "galley.service";
/** `statfs` numbers of network file systems. */
const REMOTE: Record<number, string> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB2",
};

export function versions({ version, running, root }: Examination): Finding {
  const { electron, node } = process.versions;
  const runtime = electron === undefined ? `Node ${node}` : `Electron ${electron} (Node ${node})`;
  const system = `${os.type()} ${os.release()} ${os.arch()}`;
  const says = `Galley ${version} on ${runtime}, SQLite ${sqliteVersion()}, ${system}; installed in ${root}.`;
  const other = running?.settings.appliance.version ?? version;
  if (other !== version)
    return warning(
      `${says} The running Galley is still version ${other}.`,
      "Restart the service to run the installed version.",
    );
  return ok(says);
}

export async function disk({ dataDir, isThere }: Examination): Promise<Finding> {
  // For a missing folder, checks the disk of its nearest parent.
  let at = dataDir;
  while (!fs.existsSync(at) && path.dirname(at) !== at) at = path.dirname(at);
  const { bavail, blocks, bsize, type } = await fs.promises.statfs(at);
  const free = bavail * bsize;
  const remote = REMOTE[type];
  const says = `${formatBytes(free)} of ${formatBytes(blocks * bsize)} free on the disk of ${isThere ? dataDir : at}.`;
  if (remote !== undefined)
    return problem(
      `${says} It is a network disk (${remote}), on which SQLite's locks are unreliable.`,
      "Move the data folder to a disk of this machine, see Moving the data folder in docs/operating.md.",
    );
  if (free < MIN_FREE_BYTES)
    return problem(`${says} Galley refuses saves.`, "Free some space, or move the data folder, see docs/operating.md.");
  if (free < LITTLE_FREE_BYTES)
    return warning(says, "Free some space before Galley refuses saves. Backups and restores need space, too.");
  return ok(says);
}

/** A clock that was set back breaks signatures and schedules. Detected by newer times in the database or on files. */
export function clock({ now, database, dataDir, isThere }: Examination): Finding {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const times = {
    "entry in the database": newestIn(database),
    "file in the data folder": isThere ? newestFileIn(dataDir) : 0,
  };
  const advice = "Turn on time synchronization (such as timedatectl set-ntp true), then restart Galley.";
  if (now < EARLIEST) return problem(`The clock shows ${isoTime(now)}, which is before Galley existed.`, advice);
  for (const [what, at] of Object.entries(times))
    if (at - now > SKEW_MS)
      return problem(
        `The newest ${what} is from ${isoTime(at)}, but the clock shows ${isoTime(now)}. The clock is wrong, or was wrong then.`,
        advice,
      );
  return ok(`${isoTime(now)} (${zone}). No stored time is later.`);
}

function newestIn(database: Examination["database"]): number {
  if (database === null || database instanceof Error) return 0;
  const sql = `SELECT max(at) FROM (SELECT at FROM (SELECT at FROM audit_log ORDER BY id DESC LIMIT 1)
    UNION ALL SELECT created_at FROM (SELECT created_at FROM deliveries ORDER BY position DESC LIMIT 1))`;
  // Fails for a damaged database or an older schema.
  return valueOrNull(() => database.prepare<[], number | null>(sql).pluck().get()) ?? 0;
}

function newestFileIn(dataDir: string): number {
  const times = fs
    .readdirSync(dataDir)
    .map((name) => fs.lstatSync(path.join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.round(Math.max(0, ...times));
}

export async function serviceManager(): Promise<Finding> {
  if (!fs.existsSync("/run/systemd/system")) return skipped("systemd is not running here.");
  const asked = ["LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts"];
  let output: string;
  try {
    const args = ["show", UNIT, `--property=${asked.join(",")}`];
    ({ stdout: output } = await promisify(execFile)("systemctl", args, { timeout: SYSTEMCTL_MS }));
  } catch (error) {
    return skipped(`systemd did not respond (${(error as Error).message.split("\n")[0]}).`);
  }
  const facts = Object.fromEntries(
    output
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  ) as Record<string, string>;
  if (facts.LoadState !== "loaded") return skipped(`systemd has no unit ${UNIT}.`);
  const says = `${UNIT} is ${facts.ActiveState} (${facts.SubState}), ${facts.UnitFileState} at boot, restarted ${facts.NRestarts} times.`;
  if (facts.ActiveState === "failed")
    return problem(says, `See journalctl -u ${UNIT} -n 50. systemctl reset-failed resets the count.`);
  if (Number(facts.NRestarts) > 0) return warning(says, `See journalctl -u ${UNIT} for the cause.`);
  if (facts.UnitFileState === "disabled") return warning(says, `To start it at boot: systemctl enable ${UNIT}`);
  return ok(says);
}
