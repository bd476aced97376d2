/** The bill of materials of a package, as CycloneDX JSON. The same sources give the same bytes. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root } from "../lib/project.mjs";
import { LITESTREAM } from "./licences.mjs";
import { readPackages } from "./packages.mjs";
import { sqlite } from "./supplements.mjs";

/** By the runtime in the same package. */
const RUNTIMES = {
  node: { title: "Node.js", cpe: "nodejs:node.js" },
  electron: { title: "Electron", cpe: "electronjs:electron" },
};

/**
 * @param {object} shipped
 * @param {string[]} shipped.folders of the packages, relative to the project
 * @param {{ name: keyof typeof RUNTIMES, version: string }} shipped.runtime
 * @param {boolean} shipped.litestream whether its binary is in the same package
 * @param {number} shipped.date seconds since 1970
 * @returns {string} the JSON
 */
export function makeSbom({ folders, runtime, litestream, date }) {
  const readJson = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
  const { name, version } = readJson("package.json");
  const locked = readJson("package-lock.json").packages;
  const packages = readPackages(folders);
  const native = packages.find((each) => each.name === "better-sqlite3");
  const { title, cpe } = RUNTIMES[runtime.name];
  /** @type {object[]} */
  const components = [
    ...packages.map((each) => npmComponent(each, locked[path.relative(root, each.folder).replaceAll(path.sep, "/")])),
    {
      ...component("platform", `pkg:generic/${runtime.name}`, title, runtime.version, "MIT"),
      cpe: cpeOf(cpe, runtime.version),
    },
  ];
  if (native !== undefined) {
    const { version } = sqlite(native.folder);
    const database = component("library", "pkg:generic/sqlite", "SQLite", version, "blessing");
    components.push({ ...database, cpe: cpeOf("sqlite:sqlite", version) });
  }
  if (litestream) {
    const module = "github.com/benbjohnson/litestream";
    components.push(component("library", `pkg:golang/${module}`, module, `v${LITESTREAM.version}`, LITESTREAM.licence));
  }
  const { purl: _, ...galley } = component("application", "", name, version, "MIT");
  const metadata = { timestamp: new Date(date * 1_000).toISOString(), component: galley };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify({ metadata, components }))}`;
  const bom = { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber, version: 1, metadata, components };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** @param {import("./packages.mjs").Package} shipped @param {{ integrity?: string } | undefined} locked */
function npmComponent({ name, version, licence }, locked) {
  const sha512 = /^sha512-(.+)$/.exec(locked?.integrity ?? "")?.[1];
  const hashes = sha512 ? [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }] : [];
  return { ...component("library", `pkg:npm/${name.replace("@", "%40")}`, name, version, licence), hashes };
}

/** @param {string} type @param {string} id of the purl @param {string} name @param {string} version @param {string} licence an SPDX expression */
const component = (type, id, name, version, licence) => ({
  type,
  "bom-ref": `${id || name}@${version}`,
  name,
  version,
  licenses: [/ (AND|OR|WITH) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
  purl: `${id}@${version}`,
});

/** @param {string} product with its vendor @param {string} version */
const cpeOf = (product, version) => `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*`;

/** @param {string} text */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  // Version 8, for custom formats (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
