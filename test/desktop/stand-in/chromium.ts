/** The Chromium behind all windows of a stand-in process: starts on first use and ends with the process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Browser, BrowserContext } from "playwright-core";

const SWITCHES = [
  "--no-startup-window",
  "--remote-debugging-port=0",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Background requests of a full browser that Electron does not make.
  "--disable-extensions",
  "--no-pings",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

interface Chromium {
  browser: Browser;
  child: ChildProcess;
}

let started: Promise<Chromium> | null = null;

/** Prints Chromium's debugging URL to stderr like Electron: Playwright waits for that line. */
export async function startChromium(): Promise<Browser> {
  started ??= launch();
  return (await started).browser;
}

/**
 * A profile: cookies, storage and permissions of one Electron session.
 * @param kept file with the initial cookies and storage
 */
export async function newContext(kept?: string): Promise<BrowserContext> {
  return (await startChromium()).newContext({
    viewport: null,
    acceptDownloads: true,
    ...(kept === undefined ? {} : { storageState: kept }),
  });
}

export async function stopChromium(): Promise<void> {
  if (started === null) return;
  const { browser, child } = await started;
  // A signal to the whole process group, such as Ctrl-C, has already ended it.
  if (browser.isConnected() && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}

async function launch(): Promise<Chromium> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "stand-in-chromium-"));
  const child = spawn(
    process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    ["--headless", ...SWITCHES, `--user-data-dir=${profile}`],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  process.once("exit", () => {
    child.kill("SIGKILL");
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    process.stderr.write(`\n${line}\n`);
    child.stderr.resume();
    // Imported late: it takes a third of a second, and commands and second starts do not need it.
    const { chromium } = await import("playwright-core");
    return { browser: await chromium.connectOverCDP(url), child };
  }
  throw new Error("Chromium ended before it could be driven");
}
