/**
 * `npm start [-- flags]`: installs what is missing, builds what changed, starts the desktop app, or the server alone
 * where there can be none. The flags are `server/config.ts`'s; `--headless` skips the question.
 */
import path from "node:path";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { findDesktop } from "./lib/desktop.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, projectEnv, projectNode, root, runMain, say } from "./lib/project.mjs";

const flags = process.argv.slice(2);
const headless = flags.includes("--headless") || /^(1|true|yes|on)$/i.test(process.env.GALLEY_HEADLESS ?? "");

runMain(async () => {
  const [command, ...args] = await withLock(prepare);
  const env = projectEnv();
  // Set by editors that are Electron apps themselves; with it Electron would run as a plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  return await follow(command, args, env);
});

/**
 * Makes everything ready.
 * @returns {Promise<[string, ...string[]]>} the command line to start
 */
async function prepare() {
  await ensureDependencies();
  const desktop = headless ? undefined : await findDesktop();
  if (desktop && "reason" in desktop) say(`Starting headless: ${desktop.reason}.`);
  await ensureBuilt(ALL_TARGETS);
  if (desktop && "electron" in desktop) return [desktop.electron, root, ...flags];
  return [projectNode(), path.join(root, "dist", "main", "cli.js"), ...flags];
}
