/** `npm run sbom`: writes the bills of materials of the server package and the desktop app, CycloneDX JSON, into release/. */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { built } from "./lib/builds.mjs";
import { root, runMain, say } from "./lib/project.mjs";
import { sourceDate, writeChecksums } from "./package/release.mjs";

const require = createRequire(import.meta.url);

runMain(() =>
  built(async () => {
    // These import installed packages.
    const { bundledFolders } = await import("./third-party/licences.mjs");
    const { makeSbom } = await import("./third-party/sbom.mjs");
    const { nodeVersion } = await import("./package/npm-binaries.mjs");
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
      const shipped = { folders: bundledFolders(), runtime, litestream: true, date: sourceDate() };
      fs.writeFileSync(path.join(release, file), makeSbom(shipped));
      return file;
    });
    await writeChecksums(release, names);
    for (const name of names) say(`release/${name}`);
    return 0;
  }),
);
