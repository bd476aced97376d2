/** The Chromium that the end-to-end tests drive. */
import fs from "node:fs";
import path from "node:path";
import { aptInstall, canUseApt } from "./apt.mjs";
import { Problem, projectEnv, projectNode, root, run, say } from "./project.mjs";

/** The headless shell costs a third less. Its own path: signals to Debian's script in /usr/bin do not reach the browser. */
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
  const found = findChromium() ?? (await playwrightsOwn());
  if (found !== undefined) {
    if (fs.existsSync(found)) return found;
    throw new Problem(`CHROMIUM_PATH names ${found}, which is not there.`);
  }
  if (canUseApt()) await installWithApt();
  else await downloadWithPlaywright();
  const installed = findChromium() ?? (await playwrightsOwn());
  if (installed !== undefined) return installed;
  throw new Problem(
    "There is no browser for the end-to-end tests, and none could be installed. Install Chromium (Debian: apt-get " +
      "install chromium), or name one in CHROMIUM_PATH.",
  );
}

async function installWithApt() {
  say("Installing Chromium for the tests (apt-get install chromium-headless-shell); about half a minute.");
  // Older Debians and Ubuntu have no package of the shell alone.
  if (!(await aptInstall(["chromium-headless-shell"]))) await aptInstall(["chromium"]);
}

async function downloadWithPlaywright() {
  say("Downloading a browser for the tests (playwright install chromium).");
  const cli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
  await run(projectNode(), [cli, "install", "chromium"], { env: projectEnv() });
}

/** The browser that Playwright downloaded earlier, if it did. */
async function playwrightsOwn() {
  const ask = 'import { chromium } from "@playwright/test"; process.stdout.write(chromium.executablePath());';
  const { code, output } = await run(projectNode(), ["--input-type=module", "-e", ask], {
    env: projectEnv(),
    collect: true,
  });
  return code === 0 && fs.existsSync(output) ? output : undefined;
}
