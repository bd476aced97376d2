/** The product as `npm start` starts it headless: the bundle, a process of its own, on free loopback ports. */
import fs from "node:fs";
import path from "node:path";
import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";
import type { Child, Workshop } from "./workshop.ts";

export const CLI = path.resolve(import.meta.dirname, "../../dist/main/cli.js");

export interface BenchAppliance extends Child {
  url: string;
  dataDir: string;
  consoleUrl: string;
  /** Console API: `Authorization` header's value. */
  authorization: string;
  /** A dev project, which may call loopback. */
  createProject(): Promise<ProjectWithSecret>;
}

export function applianceArgs(dataDir: string): string[] {
  return ["--port", "0", "--console-port", "0", "--sandbox-port", "0", "--data-dir", dataDir, "--json"];
}

/**
 * @param nodeArgs for the process itself, such as `--import` of a preload
 * @param folder name of its new data folder, where a scenario starts several
 */
export async function startAppliance(
  workshop: Workshop,
  nodeArgs: string[] = [],
  folder = "appliance",
): Promise<BenchAppliance> {
  return startOn(workshop, workshop.folder(folder), nodeArgs);
}

/** Starts it on a data folder that may exist. */
export async function startOn(workshop: Workshop, dataDir: string, nodeArgs: string[] = []): Promise<BenchAppliance> {
  const child = await workshop.start({
    script: CLI,
    args: applianceArgs(dataDir),
    nodeArgs: [...workshop.profileArgs, ...nodeArgs],
  });
  const { url = "", console_url: consoleUrl = "" } = child.ready;
  const authorization = `Bearer ${fs.readFileSync(path.join(dataDir, "console-token"), "utf8").trim()}`;
  return {
    ...child,
    url,
    dataDir,
    consoleUrl,
    authorization,
    async createProject() {
      const response = await fetch(`${consoleUrl}/api/projects`, {
        method: "POST",
        headers: { authorization },
        body: JSON.stringify({ name: "Bench", environment: "dev", allowed_hosts: [] }),
      });
      if (response.status !== 201) throw new Error(`The project was not made: ${response.status}`);
      return (await response.json()) as ProjectWithSecret;
    },
  };
}

/** GET of the console API. */
export function consoleGet<T>(appliance: BenchAppliance, where: string): Promise<T> {
  return consoleCall<T>(appliance, "GET", where);
}

/** PATCH of the console API. */
export async function consolePatch(appliance: BenchAppliance, where: string, body: object): Promise<void> {
  await consoleCall(appliance, "PATCH", where, body);
}

async function consoleCall<T>(
  { consoleUrl, authorization }: BenchAppliance,
  method: string,
  where: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${consoleUrl}/api${where}`, {
    method,
    headers: { authorization },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${where} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
