import { execFile, spawnSync } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { CutOffReport } from "./support/cut-off.ts";
import { environment, expect, test } from "./support/desktop.ts";

const DRIVER = path.join(import.meta.dirname, "support", "cut-off.ts");
/** Runs a command in a network namespace of its own, which has its loopback and nothing else. */
const CUT_OFF = ["--user", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
const canBeCutOff = process.platform === "linux" && spawnSync("unshare", [...CUT_OFF, "true"]).status === 0;

test("sends nothing beyond this machine, from start to end", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: only there does the kernel count what every process tries.
  test.skip(!canBeCutOff, "needs network namespaces that a person may make (Linux, unshare and ip)");
  const { stdout } = await promisify(execFile)("unshare", [...CUT_OFF, process.execPath, DRIVER, dataDir], {
    env: environment(),
    timeout: 50_000,
  });
  const { control, app, asked, consoleUrl } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as CutOffReport;
  // The kernel counts: one connection and one datagram beyond, and one datagram within.
  expect(control).toEqual({ beyond: 2, datagrams: 1 });
  expect(app).toEqual({ beyond: 0, datagrams: 0 });
  expect(asked).toEqual([consoleUrl]);
});
