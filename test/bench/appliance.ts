/** Starts the built appliance headless, as `npm start` does, in a separate process on free loopback ports. */
import path from "node:path";
import { type ConsoleCalls, consoleOf, type Place } from "../support/running-appliance.ts";
import type { Child, Workshop } from "./workshop.ts";

export const CLI = path.resolve(import.meta.dirname, "../../dist/main/cli.js");

export interface BenchAppliance extends Child, Place, ConsoleCalls {
  authorization: string;
}

export function applianceArgs(dataDir: string): string[] {
  return ["--port", "0", "--console-port", "0", "--sandbox-port", "0", "--data-dir", dataDir, "--json"];
}

/**
 * @param nodeArgs Node's own arguments, such as `--import` of a preload
 * @param folder name of the new data folder, for scenarios that start several appliances
 */
export async function startAppliance(
  workshop: Workshop,
  nodeArgs: string[] = [],
  folder = "appliance",
): Promise<BenchAppliance> {
  return startOn(workshop, workshop.folder(folder), nodeArgs);
}

/** Starts the appliance on a new or existing data folder. */
export async function startOn(workshop: Workshop, dataDir: string, nodeArgs: string[] = []): Promise<BenchAppliance> {
  const child = await workshop.start({
    script: CLI,
    args: applianceArgs(dataDir),
    nodeArgs: [...workshop.profileArgs, ...nodeArgs],
  });
  const { url = "", console_url: consoleUrl = "" } = child.ready;
  const calls = consoleOf({ consoleUrl, dataDir });
  return { ...child, url, dataDir, consoleUrl, ...calls, authorization: `Bearer ${calls.consoleToken}` };
}
