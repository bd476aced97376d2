/** The facts that the doctor's steps examine. Gathering them changes nothing in the data folder. */
import fs from "node:fs";
import path from "node:path";
import { type RunningUrls, readRunningUrls } from "../../admin/network/running-urls.ts";
import { type Config, readConfig, versionOf } from "../../config/config.ts";
import { unknownVariables } from "../../config/flags.ts";
import type { NetworkView, SettingsView } from "../../contracts/settings-api.ts";
import { ConfigError } from "../../core/errors.ts";
import { type FolderPermissions, readPermissions } from "../../storage/data-folder.ts";
import { DATABASE_FILE, type Database, isInUse, openReadOnly } from "../../storage/database.ts";
import { requireNotMoved } from "../../storage/moved-folder.ts";
import type { CommandIo } from "../command.ts";
import { resolveDataDir } from "../data-folder.ts";
import { askRunning } from "../running-appliance.ts";

/** skipped: nothing to check, or no way to check it. */
export type Verdict = "ok" | "skipped" | "warning" | "problem";

export interface Finding {
  verdict: Verdict;
  says: string;
  /** What to do; null if no action is needed. */
  advice: string | null;
}

export interface Step {
  name: string;
  title: string;
  check(examined: Examination): Finding | Promise<Finding>;
}

export interface Examination {
  dataDir: string;
  /** The folder exists and this user may read it. */
  isThere: boolean;
  version: string;
  root: string;
  now: number;
  /** The configuration that a start with these arguments would use, or the error in it. */
  config: Config | ConfigError;
  unknownVariables: string[];
  /** Whether a Galley runs on the folder; null if unknown. */
  isHeld: boolean | null;
  /** Null if the running process has not published it. */
  address: RunningUrls | null;
  /** Null if Galley does not run or respond. */
  running: { settings: SettingsView; network: NetworkView } | null;
  /** Why the running Galley does not respond. */
  silence: string | null;
  /** Read before the database is opened, because opening may create files. */
  permissions: FolderPermissions | Error | null;
  /** Read-only; null if there is none. */
  database: Database | Error | null;
  close(): void;
}

export const skipped = (says: string): Finding => ({ verdict: "skipped", says, advice: null });
export const ok = (says: string): Finding => ({ verdict: "ok", says, advice: null });
export const warning = (says: string, advice: string): Finding => ({ verdict: "warning", says, advice });
export const problem = (says: string, advice: string): Finding => ({ verdict: "problem", says, advice });

/** @throws UsageError for a wrong `--data-dir` */
export async function examine(args: string[], io: CommandIo): Promise<Examination> {
  const dataDir = resolveDataDir(args, io);
  const isThere = valueOrNull(() => fs.readdirSync(dataDir)) !== null;
  const held = isThere ? valueOrNull(() => isInUse(dataDir)) : null;
  const permissions = isThere ? attempt(() => readPermissions(dataDir)) : null;
  const hasDatabase = isThere && fs.existsSync(path.join(dataDir, DATABASE_FILE));
  const opened = hasDatabase ? attempt(() => openReadOnly(dataDir)) : null;
  const config = attempt(() => {
    requireNotMoved(dataDir);
    return readConfig(args, io.env);
  });
  if (config instanceof Error && !(config instanceof ConfigError)) throw config;
  const examined: Examination = {
    dataDir,
    isThere,
    version: versionOf(io.root),
    root: io.root,
    now: Date.now(),
    config,
    unknownVariables: unknownVariables(io.env),
    isHeld: held,
    address: held === true ? readRunningUrls(dataDir) : null,
    running: null,
    silence: null,
    permissions,
    database: opened === null || opened instanceof Error ? opened : opened.database,
    close() {
      if (opened !== null && !(opened instanceof Error)) opened.close();
    },
  };
  if (held !== true) return examined;
  try {
    const settings = await askRunning<SettingsView>(dataDir, "GET", "/settings");
    return { ...examined, running: { settings, network: await askRunning<NetworkView>(dataDir, "GET", "/network") } };
  } catch (error) {
    return { ...examined, silence: (error as Error).message };
  }
}

function attempt<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    return error as Error;
  }
}

/** The result of `read`, or null if it fails, which another step reports. */
export function valueOrNull<T>(read: () => T): T | null {
  const found = attempt(read);
  return found instanceof Error ? null : found;
}
