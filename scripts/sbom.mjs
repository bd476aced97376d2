/**
 * `npm run sbom`: builds what changed and writes the bills of materials, CycloneDX JSON, into release/: of the server
 * package, on Node, and of the desktop app, on Electron.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { root, runMain, say } from "./lib/project.mjs";
import { writeChecksums } from "./package/checksums.mjs";
import { sourceDate } from "./package/source-date.mjs";

const require = createRequire(import.meta.url);

runMain(() =>
  withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(ALL_TARGETS);
    // After the installation, for they read what it brings.
    const { bundledFolders } = await import("./third-party/licences.mjs");
    const { makeSbom } = await import("./third-party/sbom.mjs");
    const { nodeVersion } = await import("./package/node-runtime.mjs");
    const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
    const release = path.join(root, "release");
    fs.mkdirSync(release, { recursive: true });
    const kinds = /** @type {const} */ ([
      ["server", "node"],
      ["desktop", "electron"],
    ]);
    const names = kinds.map(([kind, name]) => {
      const runtime = {
        name,
        version: name === "node" ? nodeVersion("x64") : require("electron/package.json").version,
      };
      const file = `galley-${kind}-${version}.cdx.json`;
      fs.writeFileSync(path.join(release, file), makeSbom({ folders: bundledFolders(), runtime, date: sourceDate() }));
      return file;
    });
    await writeChecksums(release, names);
    for (const name of names) say(`release/${name}`);
    return 0;
  }),
);
