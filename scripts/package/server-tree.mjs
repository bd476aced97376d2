/** The folder of the server package: Galley without the desktop app, Node, and the installer. */
import fs from "node:fs";
import path from "node:path";
import { filesUnder, Problem, root } from "../lib/project.mjs";
import { bundledFolders } from "../third-party/licences.mjs";
import { makeSbom } from "../third-party/sbom.mjs";
import { ADMINS_PAGES, COMPLETIONS } from "./linux-tree.mjs";
import { bundleLitestream, bundleNode, nodeVersion } from "./npm-binaries.mjs";
import { writeReleaseFacts } from "./release.mjs";

/** File of the project → path in the package. */
const FILES = {
  LICENSE: "LICENSE",
  "resources/server/galley.sh": "bin/galley",
  "resources/server/install.sh": "install.sh",
  "resources/server/uninstall.sh": "uninstall.sh",
  "resources/server/README.txt": "README.txt",
  "resources/linux/galley.service": "galley.service",
  "resources/grafana-dashboard.json": "docs/grafana-dashboard.json",
  "resources/linux/galley.1": "share/man/man1/galley.1",
};

/** Files of unbundled packages that are needed to run. */
const UNBUNDLED_FILES = [
  /^better-sqlite3\/(package\.json|LICENSE|lib\/.+)$/,
  /^swagger-ui-dist\/(package\.json|LICENSE|NOTICE|index\.js|absolute-path\.js)$/,
  /^swagger-ui-dist\/(swagger-ui\.css|swagger-ui-(bundle|standalone-preset)\.js(\.LICENSE\.txt)?)$/,
];

/** Folders of resources/ that the service reads. */
const RESOURCES = ["docs", "sandbox"];

/** @param {import("./npm-binaries.mjs").Arch} arch @param {string} folder replaced if it exists @param {number} date seconds since 1970 */
export async function makeServerTree(arch, folder, date) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const put = (/** @type {string} */ from, /** @type {string} */ to) => {
    fs.mkdirSync(path.dirname(path.join(folder, to)), { recursive: true });
    fs.copyFileSync(path.join(root, from), path.join(folder, to));
  };
  await bundleNode(arch, folder);
  const litestream = await bundleLitestream(arch, path.join(folder, "lib", "node_modules"));
  for (const [from, to] of Object.entries(FILES)) put(from, to);
  for (const [name, to] of Object.entries(COMPLETIONS)) put(`resources/linux/completions/${name}`, `share/${to}`);
  for (const name of ADMINS_PAGES) put(`docs/${name}`, `docs/${name}`);
  for (const name of mainFiles()) put(`dist/main/${name}`, `lib/dist/main/${name}`);
  for (const name of filesIn("dist/web")) put(`dist/web/${name}`, `lib/dist/web/${name}`);
  put("dist/THIRD-PARTY-LICENSES.txt", "lib/dist/THIRD-PARTY-LICENSES.txt");
  fs.symlinkSync("lib/dist/THIRD-PARTY-LICENSES.txt", path.join(folder, "THIRD-PARTY-LICENSES.txt"));
  put("package.json", "lib/package.json");
  for (const name of RESOURCES.flatMap((each) => filesIn(`resources/${each}`).map((file) => path.join(each, file))))
    put(`resources/${name}`, `lib/resources/${name}`);
  const prebuild = `better-sqlite3/prebuilds/linux-${arch}.node`;
  const unbundled = ["better-sqlite3", "swagger-ui-dist"].flatMap((name) =>
    filesIn(`node_modules/${name}`).map((file) => `${name}/${file}`),
  );
  for (const name of unbundled.filter((each) => each === prebuild || UNBUNDLED_FILES.some((file) => file.test(each))))
    put(`node_modules/${name}`, `lib/node_modules/${name}`);
  if (!fs.existsSync(path.join(folder, "lib", "node_modules", prebuild)))
    throw new Problem(`better-sqlite3 has no binary for Linux on ${arch}.`);

  writeReleaseFacts(path.join(folder, "RELEASE.json"), { system: "linux", arch });
  const runtime = /** @type {const} */ ({ name: "node", version: nodeVersion(arch) });
  fs.writeFileSync(
    path.join(folder, "sbom.cdx.json"),
    makeSbom({ folders: bundledFolders(), runtime, litestream, date }),
  );
}

/** The headless entry, the chunks and workers that it imports, and the migrations; not the desktop app. */
function mainFiles() {
  const main = path.join(root, "dist", "main");
  const reached = new Set(["cli.js"]);
  for (const name of reached) {
    const code = fs.readFileSync(path.join(main, name), "utf8");
    for (const [, other = ""] of code.matchAll(/["']\.\/([\w.-]+\.js)["']/g))
      if (fs.existsSync(path.join(main, other))) reached.add(other);
  }
  return [...reached, ...filesIn("dist/main/migrations").map((name) => `migrations/${name}`)];
}

/** @param {string} at a file or folder of the project @returns {string[]} relative to it, with slashes; "" for a file */
function filesIn(at) {
  const folder = path.join(root, at);
  return filesUnder(folder).map((file) => path.relative(folder, file).replaceAll(path.sep, "/"));
}
