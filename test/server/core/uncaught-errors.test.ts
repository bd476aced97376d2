import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { cpuOf } from "../../support/proc.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** The headless service with piped output. A signal causes a fault. */
async function startService(dataDir: string) {
  const child = spawn(
    process.execPath,
    [
      "-r",
      path.join(ROOT, "test/support/stray-faults.cjs"),
      path.join(ROOT, "server/cli.ts"),
      ...["--port=0", "--console-port=0", "--sandbox-port=0", "--json", `--data-dir=${dataDir}`],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = once(child, "exit");
  child.stderr.resume();
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, ended, url: (JSON.parse(line) as { url: string }).url };
}

const crashFiles = (dataDir: string, kind: string) => {
  const folder = path.join(dataDir, "logs");
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(`-${kind}.txt`)) : [];
};

it.runIf(process.platform === "linux")("continues after the reader of its output is gone", async () => {
  const dataDir = temporaryFolder();
  const { child, ended, url } = await startService(dataDir);
  child.stdout.destroy();
  child.stderr.destroy();
  await Promise.all([once(child.stdout, "close"), once(child.stderr, "close")]);
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
  expect(await ended).toEqual([0, null]);
});

// Windows does not have the signal that causes the fault.
it.skipIf(process.platform === "win32")(
  "shuts down properly after an exception, with exit code 1 and a crash report",
  async () => {
    const dataDir = temporaryFolder();
    const { child, ended } = await startService(dataDir);
    child.kill("SIGHUP");
    expect(await ended).toEqual([1, null]);
    const [file = ""] = crashFiles(dataDir, "exception");
    expect(fs.readFileSync(path.join(dataDir, "logs", file), "utf8")).toContain("Error: a stray exception");
    expect(fs.existsSync(path.join(dataDir, "galley.db-wal"))).toBe(false);
  },
);
