/** A browser of the test's own, with a profile on disk: it can be killed like any program, and started again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type BrowserContext, chromium } from "@playwright/test";
import config from "../../playwright.config.ts";

export interface OwnBrowser {
  /** The profile's one context. */
  context: BrowserContext;
  /** kill -9 of the browser and all its processes, and their end. */
  kill(): Promise<void>;
}

/** @param profile folder that outlives the browser */
export async function startOwnBrowser(profile: string): Promise<OwnBrowser> {
  const { executablePath, args } = { executablePath: chromium.executablePath(), ...config.use?.launchOptions };
  const child = spawn(
    executablePath,
    [...(args ?? []), "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    // A group of its own, so that one signal reaches every process of it and nothing else.
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const ended = once(child, "exit");
  const kill = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, "SIGKILL");
    await ended;
  };
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stderr.resume();
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    if (context !== undefined) return { context, kill };
  }
  await kill();
  throw new Error("The browser ended before it could be driven.");
}
