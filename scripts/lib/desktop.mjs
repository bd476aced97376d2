/** Finds out whether the desktop app can start: it needs a display and an Electron runtime. */
import fs from "node:fs";
import path from "node:path";
import { projectEnv, projectNode, readJson, root, run, say } from "./project.mjs";

const PROBE_MS = 3_000;
const DOWNLOAD_MS = 15 * 60_000;

/**
 * The Electron to start, or the reason why there is none. The caller holds the lock.
 * @returns {Promise<{ electron: string } | { reason: string }>}
 */
export async function findDesktop() {
  const { DISPLAY, WAYLAND_DISPLAY, ELECTRON_PATH } = process.env;
  if (process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY)
    return { reason: "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)" };
  if (ELECTRON_PATH) {
    if (fs.existsSync(ELECTRON_PATH)) return { electron: path.resolve(ELECTRON_PATH) };
    return { reason: `ELECTRON_PATH is ${ELECTRON_PATH}, which does not exist` };
  }
  if (process.platform === "linux" && process.getuid?.() === 0)
    return { reason: "Electron does not run as root; start as another user for the desktop app" };
  const electron = await ensureElectron();
  if (electron === undefined) return { reason: "the Electron runtime is not installed and cannot be downloaded" };
  const problem = sandboxProblem(electron);
  return problem === undefined ? { electron } : { reason: problem };
}

/** The Electron executable, downloaded if necessary; undefined if that is not possible. */
export async function ensureElectron() {
  return installedElectron() ?? (await downloadElectron());
}

const packageFolder = path.join(root, "node_modules", "electron");

/** The runtime that the electron package has downloaded. */
function installedElectron() {
  const pointer = path.join(packageFolder, "path.txt");
  const stamp = path.join(packageFolder, "dist", "version");
  if (!fs.existsSync(pointer) || !fs.existsSync(stamp)) return undefined;
  if (fs.readFileSync(stamp, "utf8").trim().replace(/^v/, "") !== electronVersion()) return undefined;
  const electron = path.join(packageFolder, "dist", fs.readFileSync(pointer, "utf8").trim());
  return fs.existsSync(electron) ? electron : undefined;
}

/** @returns {string} */
const electronVersion = () => readJson("node_modules", "electron", "package.json").version;

/** Prints nothing if the host cannot be reached. */
async function downloadElectron() {
  // The probe and the download both use the environment's proxies.
  const env = { ...projectEnv(), NODE_USE_ENV_PROXY: "1" };
  const probe = `const { ok } = await fetch(process.argv[1], { method: "HEAD" }); process.exit(ok ? 0 : 1);`;
  const node = (/** @type {string[]} */ args, /** @type {number} */ timeoutMs) =>
    run(projectNode(), args, { env, collect: true, timeoutMs });
  const found = await node(["--input-type=module", "-e", probe, runtimeUrl()], PROBE_MS);
  if (found.code !== 0) return undefined;
  say("Downloading the Electron runtime (about 120 MB).");
  const { code, output } = await node([path.join(packageFolder, "install.js")], DOWNLOAD_MS);
  if (code !== 0) say(`The download failed: ${output.trim().split("\n")[0] || "it took too long"}`);
  return installedElectron();
}

function runtimeUrl() {
  const mirror =
    process.env.npm_config_electron_mirror ||
    process.env.ELECTRON_MIRROR ||
    "https://github.com/electron/electron/releases/download/";
  const version = electronVersion();
  return `${mirror}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`;
}

/** If Linux denies user namespaces, Chromium's sandbox helper must belong to root. @param {string} electron */
function sandboxProblem(electron) {
  if (process.platform !== "linux" || !namespacesDenied()) return undefined;
  const helper = path.join(path.dirname(electron), "chrome-sandbox");
  const stat = fs.statSync(helper, { throwIfNoEntry: false });
  if (stat === undefined || (stat.uid === 0 && (stat.mode & 0o4000) !== 0)) return undefined;
  return (
    `only root may set up Electron's sandbox on this system; for the desktop app, run once: ` +
    `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`
  );
}

function namespacesDenied() {
  const holds = (/** @type {string} */ file, /** @type {string} */ value) =>
    fs.existsSync(file) && fs.readFileSync(file, "utf8").trim() === value;
  return (
    holds("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") ||
    holds("/proc/sys/kernel/unprivileged_userns_clone", "0") ||
    holds("/proc/sys/user/max_user_namespaces", "0")
  );
}
