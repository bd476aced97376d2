/** Starts the built desktop app on a temporary folder and free ports, once for each worker or for each test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { _electron, test as base, type ElectronApplication, type Page } from "@playwright/test";
import { readRunningUrls } from "../../../server/admin/network/running-urls.ts";
import { listening } from "../../support/listening.ts";
import { expect } from "../../support/playwright-expect.ts";
import { type ConsoleCalls, consoleOf, type Place } from "../../support/running-appliance.ts";
import { desktopRuntime, ROOT } from "./runtime.ts";
import { trayItem } from "./shown.ts";

export { expect } from "../../support/playwright-expect.ts";

export const ANY_PORTS = ["--port=0", "--console-port=0", "--sandbox-port=0"];

/** Closes error boxes without a click; their text goes to stderr. */
export const QUIET_DIALOGS = path.join(import.meta.dirname, "quiet-dialogs.cjs");

const RECORD_SHOWN = path.join(import.meta.dirname, "record-shown.cjs");

/** The running app without its window. */
export interface Hidden extends Place, ConsoleCalls {
  app: ElectronApplication;
  /** The app's process, also after its exit. */
  process: ChildProcess;
}

export interface Desktop extends Hidden {
  window: Page;
}

interface LaunchOptions {
  dataDir: string;
  args?: string[];
  /** Flags of the ports, by default any free ones; [] leaves the ports to the data folder. */
  ports?: string[];
  env?: Record<string, string>;
}

/** Resolves when the window shows a page of the console. */
export async function launchDesktop(options: LaunchOptions): Promise<Desktop> {
  const desktop = await launchReady(options);
  return { ...desktop, window: await shownIn(desktop.app) };
}

/** Starts like at login, without a window, in half the time. */
export const launchHidden = (options: LaunchOptions): Promise<Hidden> =>
  launchReady({ ...options, args: ["--hidden", ...(options.args ?? [])] });

/** Resolves when the service is ready. */
async function launchReady(options: LaunchOptions): Promise<Hidden> {
  const app = await launch(options);
  await expect.poll(() => trayItem(app, "state"), { timeout: 30_000 }).not.toBeNull();
  const { dataDir } = options;
  const at = readRunningUrls(dataDir);
  if (at === null) throw new Error("The app runs without its address in the data folder.");
  return { app, process: app.process(), dataDir, ...at, ...consoleOf({ ...at, dataDir }) };
}

function launch({ dataDir, args = [], ports = ANY_PORTS, env = {} }: LaunchOptions) {
  return _electron.launch({
    executablePath: desktopRuntime().executable,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["-r", QUIET_DIALOGS, "-r", RECORD_SHOWN, ROOT, `--data-dir=${dataDir}`, ...ports, ...args],
    env: { ...environment(), ...env },
  });
}

interface SpawnOptions {
  switches?: string[];
  preloads?: string[];
  env?: Record<string, string | undefined>;
}

/** Starts the app without a driver for its window. */
export function spawnDesktop(args: string[], options: SpawnOptions = {}) {
  const { switches = ["--no-sandbox"], preloads = [QUIET_DIALOGS], env = {} } = options;
  const command = [...switches, ...preloads.flatMap((file) => ["-r", file]), ROOT, ...args];
  return spawn(desktopRuntime().executable, command, {
    env: { ...environment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs the app to its end. */
export async function runDesktop(args: string[], options?: SpawnOptions) {
  const child = spawnDesktop(args, options);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name].on("data", (data) => (output[name] += data));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

/** The JSON line that the app prints when it is ready. */
export async function readyLine(child: ChildProcess): Promise<Record<string, string>> {
  if (child.stdout === null) throw new Error("The output of the app is not read.");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return JSON.parse(line) as Record<string, string>;
}

/** The app's own settings; null if it has stored none. */
export function preferencesOf(dataDir: string) {
  const file = path.join(dataDir, "desktop", "shell.json");
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
}

/** Finds the logged-in window by its URL, since a hidden window on Windows may be the first one. */
async function shownIn(app: ElectronApplication): Promise<Page> {
  let shown: Page | undefined;
  await expect(async () => {
    shown = app.windows().find((each) => /^http:\/\/127\.0\.0\.1:\d+\/(?!login)/.test(each.url()));
    expect(shown && (await askAsThePage(shown, "/me")).status).toBe(200);
  }).toPass({ timeout: 30_000, intervals: [50, 100, 250] });
  return shown as Page;
}

/** Requests the console's API with the window's login: its cookie and its key. */
export function askAsThePage(window: Page, where: string): Promise<{ status: number; body: unknown }> {
  return window.evaluate(async (path) => {
    const headers = { "x-galley-key": localStorage.getItem("galley:key") ?? "" };
    const response = await fetch(`/api${path}`, { headers });
    return { status: response.status, body: await response.json() };
  }, where);
}

/** The environment without the developer's own Galley settings. */
export function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("GALLEY_"),
    ),
  );
}

interface Fixtures {
  /** A temporary folder for this test. */
  dataDir: string;
  /** Whether `desktop` runs on `dataDir` for this test only: for tests that end the app or change its state. */
  ownDesktop: boolean;
  /** The running app with its window on the overview. */
  desktop: Desktop;
}

export const test = base.extend<Fixtures, { sharedDesktop: () => Promise<Desktop> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern.
  dataDir: async ({}, use) => {
    const folder = temporaryFolder();
    await use(folder);
    remove(folder);
  },
  ownDesktop: [false, { option: true }],
  sharedDesktop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern.
    async ({}, use) => {
      const folder = temporaryFolder();
      let started: Promise<Desktop> | undefined;
      await use(() => {
        started ??= launchDesktop({ dataDir: folder });
        return started;
      });
      await (await started)?.app.close();
      remove(folder);
    },
    { scope: "worker" },
  ],
  desktop: async ({ dataDir, ownDesktop, sharedDesktop }, use) => {
    if (!ownDesktop) {
      const shared = await sharedDesktop();
      if ((await shared.app.evaluate(() => globalThis.consoleWindows().length)) === 0)
        await shared.app.evaluate(({ app }) => void app.emit("activate"));
      const desktop = { ...shared, window: await shownIn(shared.app) };
      await desktop.window.goto(`${desktop.consoleUrl}/`);
      return use(desktop);
    }
    const desktop = await launchDesktop({ dataDir });
    await use(desktop);
    if (desktop.process.exitCode === null && desktop.process.signalCode === null) await desktop.app.close();
  },
});

const temporaryFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), "galley-desktop-"));

/** Windows may keep files locked for a moment after a process has ended. */
const remove = (folder: string) => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

export async function startForeignServer() {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end("elsewhere");
  });
  const { host, close } = await listening(server);
  return { origin: `http://${host}`, requests, close };
}
