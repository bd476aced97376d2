/** The Chromium that the end-to-end tests drive. */
import fs from "node:fs";
import path from "node:path";
import { aptInstall, canUseApt } from "./apt.mjs";
import { Problem, projectEnv, projectNode, root, run, say } from "./project.mjs";

/** The headless shell uses a third less CPU. Debian's script in /usr/bin would not pass signals to the browser. */
const SYSTEM = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/**
 * CHROMIUM_PATH, else the system's Chromium.
 * @returns {string | undefined} undefined: Playwright's own browser, if it has one
 */
export function findChromium() {
  return process.env.CHROMIUM_PATH || SYSTEM.find((file) => fs.existsSync(file));
}

/** Installs a browser if there is none. The caller holds the lock. @returns {Promise<string>} its executable */
export async function ensureBrowser() {
  const found = findChromium() ?? (await playwrightBrowser());
  if (found !== undefined) {
    if (fs.existsSync(found)) return found;
    throw new Problem(`CHROMIUM_PATH is ${found}, which does not exist.`);
  }
  if (canUseApt()) await installWithApt();
  else await downloadWithPlaywright();
  const installed = findChromium() ?? (await playwrightBrowser());
  if (installed !== undefined) return installed;
  throw new Problem(
    "No browser for the end-to-end tests was found or could be installed. Install Chromium (Debian: apt-get " +
      "install chromium), or set CHROMIUM_PATH.",
  );
}

async function installWithApt() {
  say("Installing Chromium for the tests (apt-get install chromium-headless-shell), which takes about 30 s.");
  // Older versions of Debian and Ubuntu have no package for the shell.
  if (!(await aptInstall(["chromium-headless-shell"]))) await aptInstall(["chromium"]);
}

async function downloadWithPlaywright() {
  say("Downloading a browser for the tests (playwright install chromium).");
  const cli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
  await run(projectNode(), [cli, "install", "chromium"], { env: projectEnv() });
}

/** The browser that Playwright has downloaded, if any. */
async function playwrightBrowser() {
  const ask = 'import { chromium } from "@playwright/test"; process.stdout.write(chromium.executablePath());';
  const { code, output } = await run(projectNode(), ["--input-type=module", "-e", ask], {
    env: projectEnv(),
    collect: true,
  });
  return code === 0 && fs.existsSync(output) ? output : undefined;
}
