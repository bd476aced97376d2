/**
 * `npm start [-- flags]`: installs missing packages, builds changed parts, and starts the desktop app, or the server alone
 * if the app cannot start. `server/config/config.ts` defines the flags; `--headless` always starts the server alone.
 */
import fs from "node:fs";
import path from "node:path";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { findDesktop } from "./lib/desktop.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, projectEnv, projectNode, root, runMain, say } from "./lib/project.mjs";

const flags = process.argv.slice(2);
const headless = flags.includes("--headless") || /^(1|true|yes|on)$/i.test(process.env.GALLEY_HEADLESS ?? "");

runMain(async () => {
  const help = helpText();
  if (help !== null) {
    process.stdout.write(help);
    return 0;
  }
  const [command, ...args] = await withLock(prepare);
  const env = projectEnv();
  // Set by code editors that are Electron apps. With it, Electron would run as plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  return await follow(command, args, env);
});

/** The output of --help or --version, which must not install or start anything. @returns {string | null} null without these flags */
function helpText() {
  const read = (/** @type {string[]} */ ...names) => fs.readFileSync(path.join(root, ...names), "utf8");
  if (flags.includes("--help") || flags.includes("-h")) return read("resources", "help.txt");
  if (flags.includes("--version") || flags.includes("-v"))
    return `galley ${JSON.parse(read("package.json")).version}\n`;
  return null;
}

/** Installs and builds. @returns {Promise<[string, ...string[]]>} the command line to start */
async function prepare() {
  await ensureDependencies();
  const desktop = headless ? undefined : await findDesktop();
  if (desktop && "reason" in desktop) say(`Starting headless: ${desktop.reason}.`);
  await ensureBuilt(ALL_TARGETS);
  if (desktop && "electron" in desktop) return [desktop.electron, root, ...flags];
  // Otherwise SIGUSR1 would open Node's inspector to all users of the machine.
  return [projectNode(), "--disable-sigusr1", path.join(root, "dist", "main", "cli.js"), ...flags];
}
