/** The product as it is started: `server/cli.ts`, a process of its own, on free loopback ports. */
import fs from "node:fs";
import path from "node:path";
import type { ProjectWithSecret } from "../../server/console/console-api.ts";
import type { Child, Workshop } from "./workshop.ts";

export const CLI = path.resolve(import.meta.dirname, "../../server/cli.ts");

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

/** @param nodeArgs for the process itself, such as `--import` of a preload */
export async function startAppliance(workshop: Workshop, nodeArgs: string[] = []): Promise<BenchAppliance> {
  const dataDir = workshop.folder("appliance");
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
