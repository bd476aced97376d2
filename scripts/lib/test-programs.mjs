/** The programs that tests need: a browser, PHP, and servers for replicas. Installs them if this process has the rights. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Problem, projectEnv, projectNode, root, run, say } from "./project.mjs";

function canUseApt() {
  return process.platform === "linux" && process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get");
}

let isUpdated = false;

/** @param {string[]} packages @returns {Promise<boolean>} whether they are installed; prints the last lines of a failure */
async function aptInstall(packages) {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, collect: true };
  const flags = ["-q", "-o", "DPkg::Lock::Timeout=300"];
  if (!isUpdated) await run("apt-get", ["update", ...flags], options);
  isUpdated = true;
  const { code, output } = await run("apt-get", ["install", "-y", ...flags, ...packages], options);
  if (code !== 0) say(output.trimEnd().split("\n").slice(-10).join("\n"));
  return code === 0;
}

/** Installs PHP with its zip extension if apt can; otherwise the tests that need it are skipped. */
export async function ensurePhp() {
  if (hasPhp() || !canUseApt()) return;
  say("Installing PHP for the tests (apt-get install php-cli php-zip).");
  await aptInstall(["php-cli", "php-zip"]);
}

/**
 * Servers that the fault tests copy a replica to: SFTP, and S3 by OpenStack Swift.
 * @type {[program: string, package: string][]}
 */
const TARGETS = [
  ["/usr/sbin/sshd", "openssh-server"],
  ["/usr/bin/rclone", "rclone"],
  ["/usr/bin/swift-proxy-server", "swift-proxy"],
  ["/usr/bin/swift-account-server", "swift-account"],
  ["/usr/bin/swift-container-server", "swift-container"],
  ["/usr/bin/swift-object-server", "swift-object"],
];

/** Installs the servers of the fault tests if apt can. */
export async function ensureReplicaTargets() {
  const missing = TARGETS.flatMap(([file, name]) => (fs.existsSync(file) ? [] : [name]));
  if (missing.length === 0 || !canUseApt()) return;
  say(`Installing servers for the replica tests (apt-get install ${missing.join(" ")}).`);
  await aptInstall(missing);
}

function hasPhp() {
  try {
    return execFileSync("php", ["-m"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).includes("zip");
  } catch {
    return false;
  }
}

/** The headless shell uses a third less CPU. Debian's script in /usr/bin would not pass signals to the browser. */
const SYSTEM = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** CHROMIUM_PATH, else the system's Chromium. @returns {string | undefined} undefined: Playwright's own browser, if it has one */
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
