/** Scrapes metrics like Prometheus. */
import fs from "node:fs";
import path from "node:path";
import type { RunningAppliance } from "./appliance.ts";

/** Prometheus's own checker, of Debian's package prometheus. */
export const PROMTOOL = "/usr/bin/promtool";
export const HAS_PROMTOOL = fs.existsSync(PROMTOOL);
if (!HAS_PROMTOOL) process.stderr.write(`The tests with promtool are skipped: ${PROMTOOL} not found.\n`);

export function metricsToken({ dataDir }: Pick<RunningAppliance, "dataDir">): string {
  return fs.readFileSync(path.join(dataDir, "metrics-token"), "utf8");
}

export async function scrapeText(appliance: RunningAppliance): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken(appliance)}` };
  const response = await fetch(`${appliance.consoleUrl}/metrics`, { headers });
  if (response.status !== 200) throw new Error(`Scrape: status ${response.status}: ${await response.text()}`);
  return response.text();
}

/** The samples: `name{label="value"}` → value. */
export async function scrape(appliance: RunningAppliance): Promise<Record<string, number>> {
  const lines = (await scrapeText(appliance)).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}
