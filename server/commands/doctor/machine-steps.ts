/** The machine: versions, its disk, its clock, the service manager. */
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { isoTime } from "../../core/runtime.ts";
import { formatBytes } from "../../storage/blobs.ts";
import { sqliteVersion } from "../../storage/database.ts";
import { LEAST_FREE_BYTES } from "../../storage/disk.ts";
import { type Examination, type Finding, finding, skipped } from "./examination.ts";

const LITTLE_FREE_BYTES = 2_000_000_000;
/** Tolerated difference between clocks, ms. */
const SKEW_MS = 60_000;
/** Every version of Galley is newer than this date. */
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
  const { electron } = process.versions;
  const facts = {
    galley: version,
    running: running?.settings.appliance.version ?? null,
    node: process.versions.node,
    electron: electron ?? null,
    sqlite: sqliteVersion(),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    memory_bytes: os.totalmem(),
    installed_in: root,
  };
  const { ok, warning } = finding(facts);
  const runtime = electron === undefined ? `Node ${facts.node}` : `Electron ${electron} (Node ${facts.node})`;
  const says = `Galley ${version} on ${runtime}, SQLite ${facts.sqlite}, ${facts.system}; installed in ${root}.`;
  if (facts.running !== null && facts.running !== version)
    return warning(
      `${says} The one that runs is still ${facts.running}.`,
      "Restart the service, so that the installed version runs.",
    );
  return ok(says);
}

export async function disk({ dataDir, isThere }: Examination): Promise<Finding> {
  // For a missing folder: the disk of its nearest parent.
  let at = dataDir;
  while (!fs.existsSync(at) && path.dirname(at) !== at) at = path.dirname(at);
  const { bavail, blocks, bsize, type } = await fs.promises.statfs(at);
  const free = bavail * bsize;
  const facts = { free_bytes: free, all_bytes: blocks * bsize, remote: REMOTE[type] ?? null };
  const { ok, warning, problem } = finding(facts);
  const says = `${formatBytes(free)} of ${formatBytes(facts.all_bytes)} are free on the disk of ${isThere ? dataDir : at}.`;
  if (facts.remote !== null)
    return problem(
      `${says} It is on another machine (${facts.remote}), where SQLite's locks are not to be trusted.`,
      "Move the data folder to a disk of this machine.",
    );
  if (free < LEAST_FREE_BYTES)
    return problem(`${says} Saves are refused.`, "Free some space, or move the folder to a larger disk.");
  if (free < LITTLE_FREE_BYTES)
    return warning(says, "Free some space before saves are refused: a backup and a restore need room, too.");
  return ok(says);
}

/** A clock that was set back breaks signatures and schedules. Newer times in the database or on files reveal it. */
export function clock({ now, database, dataDir, isThere }: Examination): Finding {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const newestEntry = newestIn(database);
  const newestFile = isThere ? newestFileIn(dataDir) : null;
  const facts = {
    now: isoTime(now),
    time_zone: zone,
    newest_entry: newestEntry === null ? null : isoTime(newestEntry),
    newest_file: newestFile === null ? null : isoTime(newestFile),
  };
  const { ok, problem } = finding(facts);
  const advice = "Let the system keep the time (timedatectl set-ntp true, or its settings), then restart Galley.";
  if (now < EARLIEST) return problem(`The clock says ${facts.now}, which is before Galley was made.`, advice);
  for (const [what, at] of [
    ["The newest entry in the database", newestEntry],
    ["The newest file in the data folder", newestFile],
  ] as const)
    if (at !== null && at - now > SKEW_MS)
      return problem(
        `${what} is of ${isoTime(at)}, but the clock says ${facts.now}: one of them is or was wrong.`,
        advice,
      );
  return ok(`It is ${facts.now} (${zone}), and nothing that was written before is later than that.`);
}

function newestIn(database: Examination["database"]): number | null {
  if (database === null || database instanceof Error) return null;
  try {
    return (
      database
        .prepare<[], number | null>(
          `SELECT max(at) FROM (SELECT at FROM (SELECT at FROM audit_log ORDER BY id DESC LIMIT 1)
             UNION ALL SELECT created_at FROM (SELECT created_at FROM deliveries ORDER BY position DESC LIMIT 1))`,
        )
        .pluck()
        .get() ?? null
    );
  } catch {
    // Damaged or of an older schema, which the step about the database reports.
    return null;
  }
}

function newestFileIn(dataDir: string): number | null {
  const times = fs
    .readdirSync(dataDir)
    .map((name) => fs.lstatSync(path.join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return times.length === 0 ? null : Math.round(Math.max(...times));
}

export async function serviceManager(): Promise<Finding> {
  if (!fs.existsSync("/run/systemd/system")) return skipped("This system does not tell: no systemd runs here.");
  const asked = ["LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts"];
  let output: string;
  try {
    const args = ["show", UNIT, `--property=${asked.join(",")}`];
    ({ stdout: output } = await promisify(execFile)("systemctl", args, { timeout: SYSTEMCTL_MS }));
  } catch (error) {
    return skipped(`systemd did not answer (${(error as Error).message.split("\n")[0]}).`);
  }
  const facts = Object.fromEntries(
    output
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  ) as Record<string, string>;
  const { ok, warning, problem } = finding(facts);
  if (facts.LoadState !== "loaded") return skipped(`systemd knows no ${UNIT}.`);
  const says = `${UNIT} is ${facts.ActiveState} (${facts.SubState}), ${facts.UnitFileState} for the next start of the machine, restarted ${facts.NRestarts} times.`;
  if (facts.ActiveState === "failed")
    return problem(
      says,
      `journalctl -u ${UNIT} -n 50 shows its last words; systemctl reset-failed starts counting anew.`,
    );
  if (Number(facts.NRestarts) > 0) return warning(says, `journalctl -u ${UNIT} shows why it ended.`);
  if (facts.UnitFileState === "disabled") return warning(says, `systemctl enable ${UNIT} starts it with the machine.`);
  return ok(says);
}
