/** `galley status`: the state of the running Galley for monitoring, as exit code, text or JSON. */
import { type RunningUrls, readRunningUrls } from "../admin/network/running-urls.ts";
import type { StandbyReady } from "../api/standby-server.ts";
import type { BackupsView } from "../contracts/backups-api.ts";
import type { Overview } from "../contracts/overview-api.ts";
import type { SettingsView } from "../contracts/settings-api.ts";
import { formatBytes } from "../storage/blobs.ts";
import { isInUse } from "../storage/database.ts";
import { type Command, EXIT, print, readCommand, wrongUsage } from "./command.ts";
import { dataFolderAdvice, resolveDataDir } from "./data-folder.ts";
import { askRunning, readyOf, whyNotReady } from "./running-appliance.ts";

const DAY_MS = 86_400_000;

/** Programs read `code`, so it must not change. */
interface Problem {
  code: "not_running" | "not_ready" | "deliveries" | "sites" | "replica" | "disk" | "backup";
  detail: string;
}

export const status: Command = {
  failed: "The state is unknown.",
  async run(args, io) {
    const { values } = readCommand("status", args);
    const maxBackupAge = daysOf(values["max-backup-age"]);
    const dataDir = resolveDataDir(values, io);
    const found = await inspect(dataDir, maxBackupAge);
    const state = found.problems.length === 0 ? "ok" : "problem";
    print(io, values, { state, problems: found.problems, data_dir: dataDir, ...found.facts }, () => inWords(found));
    return state === "ok" ? EXIT.fine : EXIT.failed;
  },
};

function daysOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (!/^\d{1,4}$/.test(value)) throw wrongUsage("status", "--max-backup-age must be a number of days.");
  return Number(value);
}

interface Found {
  problems: Problem[];
  rows: [string, string][];
  facts: Record<string, unknown>;
}

async function inspect(dataDir: string, maxBackupAge: number | null): Promise<Found> {
  const down = (detail: string): Found => ({ problems: [{ code: "not_running", detail }], rows: [], facts: {} });
  if (!isInUse(dataDir))
    return down(
      `Galley is not running on ${dataDir}. ${dataFolderAdvice(dataDir, "status", "Start it, or set its data folder with --data-dir.")}`,
    );
  const at = readRunningUrls(dataDir);
  if (at === null) return down(`Galley is starting on ${dataDir} and does not listen yet.`);
  const standby = await inspectStandby(at);
  if (standby !== null) return standby;
  const unready = await whyNotReady(at.url);
  const asked = await Promise.all([
    askRunning<Overview>(dataDir, "GET", "/overview"),
    askRunning<BackupsView>(dataDir, "GET", "/backups"),
    askRunning<SettingsView>(dataDir, "GET", "/settings"),
  ]).catch((error: Error) => error);
  if (asked instanceof Error) return { problems: [{ code: "not_ready", detail: asked.message }], rows: [], facts: {} };
  const [overview, backups, { settings }] = asked;
  const { deliveries, storage, replica, sites, site_count, version, backup } = overview;
  const problems: Problem[] = [];
  const add = (code: Problem["code"], detail: string | null) => {
    if (detail !== null) problems.push({ code, detail });
  };
  add("not_ready", unready);
  add("deliveries", undelivered(deliveries));
  const failing = sites.filter(({ is_failing }) => is_failing).map(({ host }) => host);
  add("sites", failing.length === 0 ? null : `The last attempt failed at ${failing.join(", ")}.`);
  add("replica", replica === null || ["ok", "off"].includes(replica.state) ? null : replica.detail);
  add(
    "disk",
    storage.free_bytes < settings.notify_disk_free_bytes
      ? `The disk has only ${formatBytes(storage.free_bytes)} of free space.`
      : null,
  );
  add("backup", backupFault(backups, maxBackupAge, Date.now()));
  return {
    problems,
    rows: [
      ["Galley", `${version} at ${at.url} (process ${at.pid})`],
      ["Deliveries", countsOf(deliveries) || "none unfinished"],
      ["Sites", `${site_count} with problems`],
      ["Replica", replica?.state ?? "off"],
      ["Disk", `${formatBytes(storage.free_bytes)} free`],
      ["Last backup", backup?.last_at ?? "never"],
    ],
    facts: { version, url: at.url, pid: at.pid, deliveries, site_count, replica, storage, backup },
  };
}

async function inspectStandby({ url, pid }: RunningUrls): Promise<Found | null> {
  const ready = await readyOf(url).catch(() => null);
  if (ready?.body.status !== "standby") return null;
  const { copy_at, is_failing } = ready.body as StandbyReady;
  const fault = is_failing
    ? "The standby cannot read the replica. See its log."
    : "The first copy is not complete yet.";
  return {
    problems: copy_at === null || is_failing ? [{ code: "replica", detail: fault }] : [],
    rows: [
      ["Galley", `standby at ${url} (process ${pid})`],
      ["Copy", copy_at === null ? "none yet" : `from ${copy_at}`],
    ],
    facts: { url, pid, standby: { copy_at } },
  };
}

function undelivered({ exhausted, rejected, failed }: Overview["deliveries"]): string | null {
  const counts = countsOf({ exhausted, rejected, failed });
  return counts === "" ? null : `Deliveries need attention: ${counts}.`;
}

function countsOf(states: Record<string, number>): string {
  return Object.entries(states)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(", ");
}

/** @param maxDays null: only the schedule counts */
function backupFault({ last, plan }: BackupsView, maxDays: number | null, now: number): string | null {
  const scheduled = { off: null, daily: 2, weekly: 8 }[plan.schedule];
  const limit = maxDays ?? scheduled;
  if (limit === null) return null;
  if (last === null) return maxDays === null ? null : "There is no backup.";
  return now - Date.parse(last.at) > limit * DAY_MS ? `The last backup is from ${last.at}.` : null;
}

function inWords({ problems, rows }: Found): string {
  const lines = rows.map(([name, value]) => `${name.padEnd(13)}${value}`);
  const last =
    problems.length === 0 ? ["No problems."] : problems.map(({ code, detail }) => `problem: ${code}. ${detail}`);
  return [...lines, ...last].join("\n");
}
