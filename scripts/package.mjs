/**
 * `npm run package [-- flags of electron-builder]`: builds what changed and packs the desktop app into release/, for
 * this system and as an unpacked folder unless the flags say otherwise (`--linux tar.gz`). Where the Electron runtime is
 * not to be had, a made-up one stands in its place: good for checking what was packed, and said in the last line.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { ensureElectron } from "./lib/desktop.mjs";
import { withLock } from "./lib/lock.mjs";
import { Problem, projectEnv, projectNode, root, run, runMain, say } from "./lib/project.mjs";

const require = createRequire(import.meta.url);

/** Where @electron/fuses finds the fuses in an executable: this, the version 1, their number, then one byte for each. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const FUSES = 9;
const FUSE_OFF = "0";

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

/**
 * Makes a folder in the place of the Electron runtime: packing, fuses and the content of app.asar can be checked with it.
 * What is packed this way says so when it is started, and does nothing else.
 * @param {string} folder is made anew
 * @param {string} version of Electron
 */
function makeUpRuntime(folder, version) {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const name of ["resources", "locales"]) fs.mkdirSync(path.join(folder, name), { recursive: true });
  const script = `#!/bin/sh
echo "This folder was packed without the Electron runtime, to check its content. It cannot be started." >&2
exit 1
`;
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, FUSES]), Buffer.from(FUSE_OFF.repeat(FUSES))]);
  fs.writeFileSync(
    path.join(folder, "electron"),
    Buffer.concat([Buffer.from(`${script}# `), wire, Buffer.from("\n")]),
    { mode: 0o755 },
  );
  fs.writeFileSync(path.join(folder, "locales", "en-US.pak"), "");
  fs.writeFileSync(path.join(folder, "version"), version);
  fs.writeFileSync(path.join(folder, "LICENSE"), "No runtime, no licence of it.\n");
}
