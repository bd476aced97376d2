import { execFile, spawnSync } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { environment, expect, test } from "./support/desktop.ts";
import type { OfflineReport } from "./support/run-offline.ts";

const DRIVER = path.join(import.meta.dirname, "support", "run-offline.ts");
/** Runs a command in its own network namespace, which only has a loopback interface. */
const OFFLINE = ["--user", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
const canRunOffline = process.platform === "linux" && spawnSync("unshare", [...OFFLINE, "true"]).status === 0;

test("sends nothing to other machines between start and exit", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: only there does the kernel count the attempts of every process.
  test.skip(!canRunOffline, "needs network namespaces without root (Linux, unshare and ip)");
  const { stdout } = await promisify(execFile)("unshare", [...OFFLINE, process.execPath, DRIVER, dataDir], {
    env: environment(),
    timeout: 50_000,
  });
  const { control, app, requested, consoleUrl } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as OfflineReport;
  // Proves that the kernel counts: a connection and a datagram to other machines, and a datagram within this one.
  expect(control).toEqual({ beyond: 2, datagrams: 1 });
  expect(app).toEqual({ beyond: 0, datagrams: 0 });
  expect(requested).toEqual([consoleUrl]);
});
