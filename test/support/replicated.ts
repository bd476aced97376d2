/** An appliance with a replica, as processes that can be killed together, and its successor on a second machine. */
import fs from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { ReplicaView } from "../../server/contracts/replica-api.ts";
import { findLitestream } from "../../server/replica/programs.ts";
import { type ApplianceProcess, type RunningAppliance, spawnAppliance, temporaryFolder } from "./appliance.ts";
import { spawnCommand } from "./backups.ts";
import { eventually } from "./eventually.ts";

/** Why nothing can be replicated here, null where it can. */
export const whyNoReplica: string | null = findLitestream() === null ? "there is no Litestream for this system" : null;
if (whyNoReplica !== null) process.stderr.write(`The tests of a replica are skipped: ${whyNoReplica}.\n`);

const PASSPHRASE = "a long passphrase of a test";

export interface Machine extends ApplianceProcess {
  /** kill -9 of Galley, Litestream and rclone at once. */
  burn(): Promise<void>;
}

/** Ends with the test. @param options `env` has what reaches the target, such as a home with an SSH key */
export async function startMachine(
  options: { dataDir?: string; args?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Machine> {
  const appliance = await spawnAppliance({ ...options, ownGroup: true });
  const { pid = 0 } = appliance.child;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name);
    } catch {
      // It has ended.
    }
  };
  const burn = async () => {
    signal("SIGKILL");
    await appliance.kill();
  };
  onTestFinished(burn);
  return { ...appliance, burn };
}

export const replicaOf = (appliance: RunningAppliance) => appliance.console<ReplicaView>("GET", "/replica");

/** Sets the target, and waits until it has all. */
export async function replicate(appliance: RunningAppliance, target: string): Promise<void> {
  await appliance.console("PUT", "/replica", { target, passphrase: PASSPHRASE });
  await reaches(appliance, "ok");
}

/** Commits something: with nothing to copy, it looks at its target every five seconds only. */
export const commitTo = (appliance: RunningAppliance) =>
  appliance.request("POST", "/projects", { name: "Something new", environment: "dev", allowed_hosts: [] });

/** Waits for a state; the view then. */
export function reaches(
  appliance: RunningAppliance,
  state: ReplicaView["state"],
  detail = /./,
  patienceMs?: number,
): Promise<ReplicaView> {
  return eventually(async () => {
    const view = await replicaOf(appliance);
    if (view.state !== state || !detail.test(view.detail)) throw new Error(`${view.state}: ${view.detail}`);
    return view;
  }, patienceMs);
}

/** `galley take-over`, into an empty folder. @throws Error with what the command said */
export async function takeOver(
  target: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ dataDir: string; said: string }> {
  const dataDir = temporaryFolder();
  const file = path.join(temporaryFolder(), "passphrase");
  fs.writeFileSync(file, `${PASSPHRASE}\n`);
  const args = ["--from", target, "--data-dir", dataDir, "--passphrase-file", file, "--yes"];
  const { code, stdout, stderr } = await spawnCommand("take-over", args, undefined, env);
  if (code !== 0) throw new Error(stderr);
  return { dataDir, said: stdout + stderr };
}
