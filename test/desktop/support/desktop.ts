/** Starts the built desktop app on a folder of its own and free ports: one for all tests of a worker, or one a test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { _electron, test as base, type ElectronApplication, type Page } from "@playwright/test";
import { readAddress } from "../../../server/admin/network/running-address.ts";
import { expect } from "../../support/playwright-expect.ts";
import { type ConsoleCalls, consoleOf, type Place } from "../../support/running-appliance.ts";
import { desktopRuntime, ROOT } from "./runtime.ts";
import { trayItem } from "./shown.ts";

export { expect } from "../../support/playwright-expect.ts";

export const ANY_PORTS = ["--port=0", "--console-port=0", "--sandbox-port=0"];

/** Answers error boxes without a click; their text goes to stderr. */
export const QUIET_DIALOGS = path.join(import.meta.dirname, "quiet-dialogs.cjs");

export const KEEP_WHAT_IS_SHOWN = path.join(import.meta.dirname, "keep-what-is-shown.cjs");

/** The running app, where no window is needed. */
export interface Hidden extends Place, ConsoleCalls {
  app: ElectronApplication;
  /** Of the app, also after its end. */
  process: ChildProcess;
}

export interface Desktop extends Hidden {
  window: Page;
}

interface LaunchOptions {
  dataDir: string;
  /** False: the app is to find the folder by itself. */
  isNamed?: boolean;
  args?: string[];
  /** Any free ones unless told otherwise; [] leaves them to the data folder. */
  ports?: string[];
  env?: Record<string, string>;
}

/** Resolves when the window shows a page of the console. */
export async function launchDesktop(options: LaunchOptions): Promise<Desktop> {
  const app = await launch(options);
  const { dataDir } = options;
  const shown = await shownIn(app);
  return { app, process: app.process(), dataDir, ...shown, ...consoleOf({ ...shown, dataDir }) };
}

/** As at login, without a window: half the cost for a test that looks at none. Resolves when it serves. */
export async function launchHidden(options: LaunchOptions): Promise<Hidden> {
  const app = await launch({ ...options, args: ["--hidden", ...(options.args ?? [])] });
  await expect.poll(() => trayItem(app, "state"), { timeout: 30_000 }).not.toBeNull();
  const { dataDir } = options;
  const at = readAddress(dataDir);
  if (at === null) throw new Error("The app runs without its address in the data folder.");
  return { app, process: app.process(), dataDir, ...at, ...consoleOf({ ...at, dataDir }) };
}

function launch({ dataDir, isNamed = true, args = [], ports = ANY_PORTS, env = {} }: LaunchOptions) {
  return _electron.launch({
    executablePath: desktopRuntime().executable,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "-r",
      QUIET_DIALOGS,
      "-r",
      KEEP_WHAT_IS_SHOWN,
      ROOT,
      ...(isNamed ? [`--data-dir=${dataDir}`] : []),
      ...ports,
      ...args,
    ],
    env: { ...environment(), ...env },
  });
}

interface SpawnOptions {
  switches?: string[];
  preloads?: string[];
  env?: Record<string, string | undefined>;
}

/** Starts the app with nobody who drives its window. */
export function spawnDesktop(args: string[], options: SpawnOptions = {}) {
  const { switches = ["--no-sandbox"], preloads = [QUIET_DIALOGS], env = {} } = options;
  const command = [...switches, ...preloads.flatMap((file) => ["-r", file]), ROOT, ...args];
  return spawn(desktopRuntime().executable, command, {
    env: { ...environment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The same to its end. */
export async function runDesktop(args: string[], options?: SpawnOptions) {
  const child = spawnDesktop(args, options);
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name].on("data", (data) => (said[name] += data));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...said };
}

/** The line of JSON that says that it is ready. */
export async function readyLine(child: ChildProcess): Promise<Record<string, string>> {
  if (child.stdout === null) throw new Error("The output of the app is not read.");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return JSON.parse(line) as Record<string, string>;
}

/** Chosen by what it shows: on Windows there is one more, which nobody sees, and any of them may be the first. */
async function shownIn(app: ElectronApplication): Promise<Pick<Desktop, "window" | "url" | "consoleUrl">> {
  await app.firstWindow();
  let shown: Page | undefined;
  let addresses = { url: "", consoleUrl: "" };
  await expect(async () => {
    shown = app.windows().find((each) => each.url().startsWith("http://127.0.0.1:"));
    if (shown === undefined) throw new Error("No window shows the console");
    addresses = await addressesFrom(shown);
  }).toPass({ timeout: 30_000, intervals: [50, 100, 250] });
  if (shown === undefined) throw new Error("No window shows the console");
  return { window: shown, ...addresses };
}

/** What the console itself says about the appliance, asked from the logged-in page. */
export async function addressesFrom(window: Page): Promise<{ url: string; consoleUrl: string }> {
  await window.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!login)/);
  await expect.poll(() => askAsThePage(window, "/settings").then(({ status }) => status)).toBe(200);
  const { body } = await askAsThePage(window, "/settings");
  const { appliance } = body as { appliance: { public_url: string } };
  return { url: appliance.public_url, consoleUrl: new URL(window.url()).origin };
}

/** A request of the console's API with both halves of the window's login. */
export function askAsThePage(window: Page, where: string): Promise<{ status: number; body: unknown }> {
  return window.evaluate(async (path) => {
    const headers = { "x-galley-key": localStorage.getItem("galley:key") ?? "" };
    const answer = await fetch(`/api${path}`, { headers });
    return { status: answer.status, body: await answer.json() };
  }, where);
}

/** Without the settings of the person who runs the tests. */
export function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("GALLEY_"),
    ),
  );
}

interface Fixtures {
  /** A folder of the test's own, gone afterwards. */
  dataDir: string;
  /** Whether `desktop` runs on `dataDir`, for this test alone: for tests that end it, or change more than its boxes. */
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
      const desktop = { ...shared, ...(await shownIn(shared.app)) };
      await desktop.window.goto(`${desktop.consoleUrl}/`);
      return use(desktop);
    }
    const desktop = await launchDesktop({ dataDir });
    await use(desktop);
    if (desktop.process.exitCode === null && desktop.process.signalCode === null) await desktop.app.close();
  },
});

const temporaryFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), "galley-desktop-"));

/** Windows removes no open file, for a moment after a process's end, too. */
const remove = (folder: string) => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
