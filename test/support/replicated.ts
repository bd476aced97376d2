/** Replicated appliances, whose processes can be killed together, and takeovers. */
import { onTestFinished } from "vitest";
import type { ReplicaView } from "../../server/contracts/replica-api.ts";
import { findLitestream } from "../../server/replica/programs.ts";
import { type RunningAppliance, spawnAppliance, temporaryFolder } from "./appliance.ts";
import { newFile, spawnCommand } from "./backups.ts";
import { eventually } from "./eventually.ts";

/** Why replication is not available, or null. */
export const whyNoReplica: string | null =
  findLitestream() === null ? "Litestream is not available for this system" : null;
if (whyNoReplica !== null) process.stderr.write(`The tests of a replica are skipped: ${whyNoReplica}.\n`);

const PASSPHRASE = "a long passphrase of a test";

/** Starts an appliance that ends with the test. @param options `env` may contain a HOME with an SSH key */
export async function startMachine(options: { dataDir?: string; args?: string[]; env?: NodeJS.ProcessEnv } = {}) {
  const appliance = await spawnAppliance({ ...options, ownGroup: true });
  /** Sends SIGKILL to Galley, Litestream and rclone together. */
  const killAll = async () => {
    try {
      process.kill(-(appliance.child.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended.
    }
    await appliance.kill();
  };
  onTestFinished(killAll);
  return { ...appliance, killAll };
}

export const replicaOf = (appliance: RunningAppliance) => appliance.console<ReplicaView>("GET", "/replica");

/** Sets the target and waits until the replica is up to date. */
export async function replicate(appliance: RunningAppliance, target: string): Promise<void> {
  await appliance.console("PUT", "/replica", { target, passphrase: PASSPHRASE });
  await waitForState(appliance, "ok");
}

/** Commits something, because an idle replica checks its target only every five seconds. */
export const commitTo = (appliance: RunningAppliance) =>
  appliance.request("POST", "/projects", { name: "Something new", environment: "dev", allowed_hosts: [] });

/** Waits for a state. @returns the view in this state */
export function waitForState(
  appliance: RunningAppliance,
  state: ReplicaView["state"],
  detail = /./,
  timeoutMs?: number,
): Promise<ReplicaView> {
  return eventually(async () => {
    const view = await replicaOf(appliance);
    if (view.state !== state || !detail.test(view.detail)) throw new Error(`${view.state}: ${view.detail}`);
    return view;
  }, timeoutMs);
}

/** Runs `galley take-over` into an empty folder. @throws Error with the command's output */
export async function takeOver(target: string, env: NodeJS.ProcessEnv = {}) {
  const dataDir = temporaryFolder();
  const file = newFile("passphrase", `${PASSPHRASE}\n`);
  const args = ["--from", target, "--data-dir", dataDir, "--passphrase-file", file, "--yes"];
  const { code, stdout, stderr } = await spawnCommand("take-over", args, env);
  if (code !== 0) throw new Error(stderr);
  return { dataDir, output: stdout + stderr };
}
