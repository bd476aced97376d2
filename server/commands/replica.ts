/** `galley replica status` and `galley replica drill`, through the running Galley. */
import type { ReplicaView } from "../contracts/replica-api.ts";
import { type Command, dataDirArgs, EXIT, readCommand, UsageError } from "./command.ts";
import { requireRunning } from "./data-folder-advice.ts";
import { enterDataDir } from "./folder-owner.ts";
import { usageOf } from "./help.ts";
import { askRunning } from "./running-appliance.ts";

/** A drill reads the whole database from the target. */
const DRILL_LIMIT_MS = 3_600_000;

export const replica: Command = {
  failed: "The command failed.",
  async run(args, io) {
    const { values, operand: action } = readCommand("replica", args);
    if (action !== "status" && action !== "drill")
      throw new UsageError(`Name an action: status or drill. Usage: ${usageOf("replica")}`);
    const dataDir = enterDataDir(dataDirArgs(values), io);
    requireRunning(dataDir, "replica", "Start it, or set its data folder with --data-dir.");
    const view =
      action === "status"
        ? await askRunning<ReplicaView>(dataDir, "GET", "/replica")
        : await askRunning<ReplicaView>(dataDir, "POST", "/replica/drill", undefined, DRILL_LIMIT_MS);
    io.out(values.json ? `${JSON.stringify(view)}\n` : `${inWords(view)}\n`);
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
