/** The replica: its target and programs, the last drill, and whether this machine may write to it. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { ReplicaView } from "../../contracts/replica-api.ts";
import { ConfigError } from "../../core/errors.ts";
import { isoTime, systemClock } from "../../core/runtime.ts";
import { newestEpoch } from "../../replica/epochs.ts";
import { findLitestream, findRclone } from "../../replica/programs.ts";
import { type ReplicaRecord, readReplicaRecord } from "../../replica/record.ts";
import { fencedSentence } from "../../replica/replica.ts";
import { openTarget, parseTarget, type Target } from "../../replica/target.ts";
import { askRunning } from "../running-appliance.ts";
import { type Examination, type Finding, ok, problem, skipped, warning } from "./examination.ts";

const REACH_LIMIT_MS = 20_000;
const DAY_MS = 86_400_000;
/** A drill runs every week. */
const OLD_DRILL_MS = 10 * DAY_MS;

export async function replica({ dataDir, config, running, now }: Examination): Promise<Finding> {
  const record = readReplicaRecord(dataDir);
  if (record?.fenced)
    return problem(fencedSentence(record.fenced).detail, "Stop this Galley, or restart it without a replica.");
  if (config instanceof ConfigError) return skipped("The target is unknown, because the configuration is invalid.");
  const view = running === null ? null : await askRunning<ReplicaView>(dataDir, "GET", "/replica");
  const text = view === null ? config.replica : view.target;
  if (text === null) return skipped("Replication is off. To use it, set a target under Settings → Replication.");
  const target = parseTarget(text);
  const drill = record?.drill ?? null;
  if (findLitestream(config.environment) === null)
    return problem("Nothing is replicated, because Litestream is not installed on this machine.", INSTALL);
  if (target.kind === "rclone" && findRclone(config.environment) === null)
    return problem(`${text} requires rclone, which is not installed on this machine.`, INSTALL);
  if (view?.state === "failing") return problem(view.detail, FIX);
  const fault = await faultAt(target, record, config.environment);
  if (fault !== null) return problem(fault, FIX);
  if (drill !== null && !drill.ok)
    return problem(`${text} is reachable, but the last drill failed.`, "See the reason under Settings → Replication.");
  if (drill === null || now - drill.at > OLD_DRILL_MS)
    return warning(
      `${text} is reachable, but ${drill === null ? "no drill has run yet" : "the last drill is more than ten days old"}.`,
      "Run a drill: galley replica drill",
    );
  return ok(`${text} is reachable. The last drill passed on ${isoTime(drill.at).slice(0, 10)}.`);
}

const INSTALL = "Install it. docs/operating.md lists the packages.";
const FIX = "Fix the cause. Galley then continues by itself.";

/** Reads the epochs, as every copy does. @returns why this machine may not write to the target; null if it may */
async function faultAt(target: Target, record: ReplicaRecord | null, env: NodeJS.ProcessEnv): Promise<string | null> {
  // For rclone's socket; the doctor must not change the data folder.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-doctor-"));
  const store = openTarget(target, { folder, clock: systemClock, env });
  try {
    const newest = await newestEpoch(store, AbortSignal.timeout(REACH_LIMIT_MS));
    if (newest === null || record?.target !== target.shown || newest.id === record.id) return null;
    return `${target.shown} has belonged to ${newest.machine} since ${newest.since} (epoch ${newest.epoch}).`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await store.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
