/** The one Chromium behind all windows of a stand-in process: started when first needed, gone with the process. */
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
  // Errands of a whole browser that Electron does not know: what leaves the machine in a spec is the app's doing.
  "--disable-extensions",
  "--no-pings",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

interface Chromium {
  browser: Browser;
  child: ChildProcess;
}

let started: Promise<Chromium> | null = null;

/** Announces Chromium's debugging address on stderr as Electron does: that line is what Playwright waits for. */
export async function startChromium(): Promise<Browser> {
  started ??= launch();
  return (await started).browser;
}

/**
 * A profile: cookies, storage and permissions of one Electron session.
 * @param kept file with the cookies and storage that it begins with
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
  // A signal to the whole group, as of Ctrl-C, has ended it already.
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
    const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    process.stderr.write(`\n${line}\n`);
    child.stderr.resume();
    // A third of a second, which commands and second starts do not need.
    const { chromium } = await import("playwright-core");
    return { browser: await chromium.connectOverCDP(address), child };
  }
  throw new Error("Chromium ended before it could be driven");
}
