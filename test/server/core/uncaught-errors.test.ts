import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { expect, it } from "vitest";
import { spawnAppliance } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { cpuOf } from "../../support/proc.ts";

/** Signals cause faults in the service. */
const startService = () =>
  spawnAppliance({ env: { NODE_OPTIONS: `-r ${path.resolve("test/support/stray-faults.cjs")}` } });

const crashFiles = (dataDir: string, kind: string) => {
  const folder = path.join(dataDir, "logs");
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(`-${kind}.txt`)) : [];
};

it.runIf(process.platform === "linux")("continues after the reader of its output is gone", async () => {
  const { child, dataDir, url } = await startService();
  const outputs = [child.stdout, child.stderr] as Readable[];
  await Promise.all(outputs.map((output) => once(output.destroy(), "close")));
  // Rejects with a value that cannot be converted to text.
  child.kill("SIGWINCH");
  await eventually(() => expect(crashFiles(dataDir, "rejection")).toHaveLength(1));
  const before = cpuOf(child.pid ?? 0) ?? 0;
  for (let files = 2; files <= 4; files++) {
    child.kill("SIGUSR2");
    await eventually(() => expect(crashFiles(dataDir, "rejection")).toHaveLength(files));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  expect((cpuOf(child.pid ?? 0) ?? Number.NaN) - before).toBeLessThan(2_000);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

// Windows does not have the signal that causes the fault.
it.skipIf(process.platform === "win32")(
  "shuts down properly after an exception, with exit code 1 and a crash report",
  async () => {
    const { child, dataDir } = await startService();
    child.kill("SIGHUP");
    expect(await once(child, "exit")).toEqual([1, null]);
    const [file = ""] = crashFiles(dataDir, "exception");
    expect(fs.readFileSync(path.join(dataDir, "logs", file), "utf8")).toContain("Error: a stray exception");
    expect(fs.existsSync(path.join(dataDir, "galley.db-wal"))).toBe(false);
  },
);
