/** Commands that only a running Galley can carry out: console-link, replica and support-bundle. */

import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { ConsoleLinkView } from "../contracts/access-api.ts";
import type { ReplicaView } from "../contracts/replica-api.ts";
import { AppError } from "../core/errors.ts";
import { formatBytes } from "../storage/blobs.ts";
import { type Command, EXIT, interruptible, print, readCommand, wrongUsage } from "./command.ts";
import { resolveRunningDataDir } from "./data-folder.ts";
import { askRunning, fetchBytes } from "./running-appliance.ts";

export const consoleLink: Command = {
  failed: "No link was created.",
  async run(args, io) {
    const { values } = readCommand("console-link", args);
    const advice = "Start it, which prints a link, or set its data folder with --data-dir.";
    const dataDir = resolveRunningDataDir(values, io, "console-link", advice);
    const { link, expires_at } = await askRunning<ConsoleLinkView>(dataDir, "POST", "/console-link");
    print(io, values, { console_link: link, expires_at, data_dir: dataDir }, () => link);
    return EXIT.fine;
  },
};

/** A drill reads the whole database from the target. */
const DRILL_LIMIT_MS = 3_600_000;

export const replica: Command = {
  failed: "The command failed.",
  async run(args, io) {
    const { values, operand: action } = readCommand("replica", args);
    if (action !== "status" && action !== "drill") throw wrongUsage("replica", "Name an action: status or drill.");
    const dataDir = resolveRunningDataDir(values, io, "replica", "Start it, or set its data folder with --data-dir.");
    const view =
      action === "status"
        ? await askRunning<ReplicaView>(dataDir, "GET", "/replica")
        : await askRunning<ReplicaView>(dataDir, "POST", "/replica/drill", undefined, DRILL_LIMIT_MS);
    print(io, values, view, () => inWords(view));
    const isFine = action === "status" ? view.state === "ok" || view.state === "off" : view.last_drill?.ok === true;
    return isFine ? EXIT.fine : EXIT.failed;
  },
};

function inWords(view: ReplicaView): string {
  const { state, target, lag_ms, last_copy_at, pending_files, last_drill } = view;
  const rows: [string, string | null][] = [
    ["State", `${state}. ${view.detail}`],
    ["Target", target],
    ["Lag", lag_ms === null ? null : `${(lag_ms / 1000).toFixed(1)} s`],
    ["Last copy", last_copy_at],
    ["Pending", target === null ? null : `${pending_files} files`],
    ["Last drill", last_drill && `${last_drill.at}, ${last_drill.ok ? "passed" : "failed"}. ${last_drill.detail}`],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(12)}${value}`])).join("\n");
}

export const supportBundle: Command = {
  failed: "The support bundle was not written.",
  async run(args, io) {
    const { values, operand: file = "" } = readCommand("support-bundle", args);
    const advice = "Start it, set its data folder with --data-dir, or send the output of galley doctor --json.";
    const dataDir = resolveRunningDataDir(values, io, "support-bundle FILE", advice);
    if (fs.existsSync(file)) throw new AppError("conflict", `${file} exists. Name another file.`);
    await interruptible((signal) => write(file, dataDir, signal));
    io.out(
      `Wrote ${path.resolve(file)} (${formatBytes(fs.statSync(file).size)}). It contains no secrets and no articles.\n`,
    );
    return EXIT.fine;
  },
};

async function write(file: string, dataDir: string, signal: AbortSignal): Promise<void> {
  const bytes = await fetchBytes(dataDir, "/support-bundle", undefined, signal);
  // "wx" does not follow a link that another user placed there.
  const target = fs.createWriteStream(file, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(bytes, target, { signal });
  } catch (error) {
    if (target.bytesWritten > 0) await fs.promises.rm(file, { force: true });
    throw error;
  }
}
