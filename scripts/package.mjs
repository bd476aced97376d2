/**
 * `npm run package [-- flags of electron-builder]`: builds what changed and packs the desktop app into release/, for
 * this system and as an unpacked folder unless the flags say otherwise (`--linux tar.gz`). Where the Electron runtime is
 * not to be had, a made-up one stands in its place: good for checking what was packed, and said in the last line.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { ensureElectron } from "./lib/desktop.mjs";
import { withLock } from "./lib/lock.mjs";
import { makeUpRuntime } from "./lib/made-up-runtime.mjs";
import { Problem, projectEnv, projectNode, root, run, runMain, say } from "./lib/project.mjs";

const require = createRequire(import.meta.url);

runMain(async () => {
  const flags = process.argv.slice(2);
  return await withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(ALL_TARGETS);
    const runtime = await findRuntime();
    const { code } = await run(
      projectNode(),
      [path.join(root, "node_modules", "electron-builder", "cli.js"), ...flags, ...runtime.flags],
      {
        env: { ...projectEnv(), ELECTRON_BUILDER_7ZIP_PATH: require("7zip-bin").path7za },
      },
    );
    if (code !== 0) throw new Problem("electron-builder failed; the reason is above.");
    say(
      runtime.isMadeUp
        ? "Packed WITHOUT the Electron runtime, which cannot be had here: the result shows what is packed, and does not start."
        : "Packed into release/.",
    );
    return 0;
  });
});

/** Where electron-builder takes the runtime from. */
async function findRuntime() {
  const version = require("electron/package.json").version;
  const electron = await ensureElectron();
  const isMadeUp = electron === undefined;
  const folder = isMadeUp
    ? path.join(root, "dist", "made-up-runtime")
    : path.join(root, "node_modules", "electron", "dist");
  if (isMadeUp) {
    if (process.platform !== "linux")
      throw new Problem("The Electron runtime cannot be downloaded here; without it only Linux can pack.");
    makeUpRuntime(folder, version);
  }
  return { isMadeUp, flags: ["--publish=never", `-c.electronVersion=${version}`, `-c.electronDist=${folder}`] };
}
