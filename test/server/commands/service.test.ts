/** `serve` under a supervisor: its log, its notifications, its end, and where it prints the login link. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { ROOT } from "../../support/project-files.ts";
import { CLI } from "../../support/server.ts";

const ANY_PORTS = ["--port", "0", "--console-port", "0", "--sandbox-port", "0"];

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
const hasSystemd = process.platform === "linux" && ["systemd-notify", "python3"].every(isThere);
const hasTerminal = process.platform === "linux" && isThere("script");

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

/** Killed after the tests. Its stderr is a file, as a supervisor's log may be. */
function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const log = path.join(temporaryFolder(), "stderr");
  const descriptor = fs.openSync(log, "a");
  const { dev, ino } = fs.fstatSync(descriptor);
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", descriptor],
    env: { ...process.env, ...(env.NOTIFY_SOCKET === undefined ? {} : { JOURNAL_STREAM: `${dev}:${ino}` }), ...env },
  });
  fs.closeSync(descriptor);
  started.push(child);
  let stdout = "";
  child.stdout?.on("data", (data) => {
    stdout += data;
  });
  return {
    child,
    ended: once(child, "exit"),
    stdout: () => stdout,
    lines: () => fs.readFileSync(log, "utf8").trimEnd().split("\n"),
  };
}

/** The socket of a service manager. @param seconds without a message before it prints "EXPIRED" */
async function serviceManager(seconds: number) {
  const socket = path.join(temporaryFolder(), "notify");
  const { child } = run("python3", [path.join(ROOT, "test/support/notify-socket.py"), socket, String(seconds)]);
  const lines: string[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => lines.push(line));
  /** Waits for a line after the first `from` lines. @returns the number of lines up to it */
  const receives = (line: string, from = 0) =>
    eventually(() => {
      expect(lines.slice(from)).toContain(line);
      return lines.indexOf(line, from) + 1;
    });
  await receives("BOUND");
  return { socket, receives, count: () => lines.length };
}

/** bin/galley of the server package, running the working tree with this Node. */
function packedLauncher(): string {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  for (const each of ["bin", "lib/dist/main"]) fs.mkdirSync(at(each), { recursive: true });
  fs.copyFileSync(path.join(ROOT, "resources/server/galley.sh"), at("bin/galley"));
  fs.symlinkSync(process.execPath, at("node"));
  fs.writeFileSync(at("lib/dist/main/cli.js"), `import ${JSON.stringify(pathToFileURL(CLI).href)};\n`);
  return at("bin/galley");
}

it.runIf(hasSystemd)("serve notifies systemd, stops cleanly on SIGHUP, and opens no inspector", async () => {
  const dataDir = temporaryFolder();
  const manager = await serviceManager(60);
  const env = { NOTIFY_SOCKET: manager.socket };
  const service = run("sh", [packedLauncher(), "serve", ...ANY_PORTS, "--data-dir", dataDir], env);
  const ready = await manager.receives("READY=1");
  const { url } = JSON.parse(fs.readFileSync(path.join(dataDir, "running.json"), "utf8")) as { url: string };
  await manager.receives(`STATUS=Listens at ${url}`);

  service.child.kill("SIGUSR1");
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  service.child.kill("SIGHUP");
  await manager.receives("STOPPING=1", ready);
  expect(await service.ended).toEqual([0, null]);

  // The journal must not contain a login link.
  expect(service.stdout()).toBe("");
  const lines = service.lines();
  expect(lines.filter((line) => !/^<[346]>/.test(line))).toEqual([]);
  expect(lines[0]).toMatch(/^<6>Galley \S+ starts: process \d+, data folder .*, schema \d+\.$/);
  expect(lines[0]).toContain(`process ${service.child.pid}, data folder ${dataDir},`);
  expect(lines.at(-1)).toBe("<6>Galley stops (SIGHUP).");
  expect(lines.join("\n")).not.toMatch(/Debugger|did not end cleanly|token=/);
});

it.runIf(hasSystemd)(
  "serve stops notifying the watchdog when blocked, and the next start reports the unclean end",
  async () => {
    const dataDir = temporaryFolder();
    const manager = await serviceManager(0.4);
    const hook = `process.on("SIGUSR2", () => { for (;;); })`;
    const args = [CLI, "serve", ...ANY_PORTS, "--data-dir", dataDir, "--log-format", "json"];
    const service = run(process.execPath, ["--import", `data:text/javascript,${hook}`, ...args], {
      NOTIFY_SOCKET: manager.socket,
      WATCHDOG_USEC: "400000",
    });
    const first = await manager.receives("WATCHDOG=1", await manager.receives("READY=1"));
    await manager.receives("WATCHDOG=1", first);
    service.child.kill("SIGUSR2");
    await manager.receives("EXPIRED", manager.count());
    service.child.kill("SIGKILL");
    await service.ended;

    const next = run(process.execPath, args);
    await eventually(() => expect(next.lines().join("\n")).toContain("listens at"));
    next.child.kill("SIGTERM");
    expect(await next.ended).toEqual([0, null]);
    const entries = next.lines().map((line) => JSON.parse(line) as { time: string; level: string; message: string });
    expect(entries.find(({ level }) => level === "warning")?.message).toBe("The previous run did not end cleanly.");
    expect(entries.at(-1)).toMatchObject({ level: "info", message: "Galley stops (SIGTERM)." });
    expect(entries.every(({ time }) => new Date(time).toISOString() === time)).toBe(true);
  },
);

it.runIf(hasTerminal)("serve prints a login link on a terminal", async () => {
  const words = [process.execPath, CLI, "serve", ...ANY_PORTS, "--data-dir", temporaryFolder()];
  const service = run("script", ["-qec", words.join(" "), "/dev/null"]);
  const link = await eventually(() => {
    const [found = ""] = /http\S+token=\S+/.exec(service.stdout()) ?? [];
    expect(found).not.toBe("");
    return found;
  });
  expect((await fetch(link, { redirect: "manual" })).headers.get("location")).toMatch(/^\/#key=/);
  service.child.kill("SIGTERM");
  await service.ended;
});
