/** The bill of materials of a package, as CycloneDX JSON. The same sources give the same bytes. */
import { createHash } from "node:crypto";
import path from "node:path";
import { readJson, root } from "../lib/project.mjs";
import { GO_MODULES, LITESTREAM, LITESTREAM_PARTS } from "./licences.mjs";
import { readPackages } from "./packages.mjs";
import { sqlite } from "./supplements.mjs";

/**
 * A part that is no package.
 * @typedef {{ title: string, cpe: string, licence: string, version: string }} Part cpe: vendor and product
 */
/** @typedef {import("./packages.mjs").Package} Package */

/** The runtimes that a package can contain, by name. */
const RUNTIMES = {
  node: { title: "Node.js", cpe: "nodejs:node.js", licence: "MIT" },
  electron: { title: "Electron", cpe: "electronjs:electron", licence: "MIT" },
};

/**
 * Parts of Node in a server package that have their own security advisories. The versions are listed because another Node may
 * build the package; a test compares them with `process.versions`.
 * @type {Record<string, Part>} by the key of `process.versions`
 */
export const NODE_PARTS = {
  ares: { title: "c-ares", cpe: "c-ares:c-ares", licence: "MIT", version: "1.34.8" },
  brotli: { title: "Brotli", cpe: "google:brotli", licence: "MIT", version: "1.2.0" },
  icu: { title: "ICU", cpe: "unicode:international_components_for_unicode", licence: "Unicode-3.0", version: "78.3" },
  llhttp: { title: "llhttp", cpe: "llhttp:llhttp", licence: "MIT", version: "9.4.3" },
  nghttp2: { title: "nghttp2", cpe: "nghttp2:nghttp2", licence: "MIT", version: "1.70.0" },
  openssl: { title: "OpenSSL", cpe: "openssl:openssl", licence: "Apache-2.0", version: "3.5.8" },
  sqlite: { title: "SQLite of Node", cpe: "sqlite:sqlite", licence: "blessing", version: "3.53.4" },
  undici: { title: "undici", cpe: "nodejs:undici", licence: "MIT", version: "7.29.1" },
  uv: { title: "libuv", cpe: "libuv:libuv", licence: "MIT", version: "1.52.1" },
  v8: { title: "V8", cpe: "google:v8", licence: "BSD-3-Clause", version: "13.6.233.17" },
  zlib: { title: "zlib", cpe: "zlib:zlib", licence: "Zlib", version: "1.3.2.1" },
  zstd: { title: "Zstandard", cpe: "facebook:zstandard", licence: "BSD-3-Clause", version: "1.5.7" },
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
  const { name, version } = readJson("package.json");
  const locked = readJson("package-lock.json").packages;
  /** @type {object[]} */
  const components = [];
  /** @type {{ ref: string, dependsOn: string[] }[]} */
  const dependencies = [];
  /** @param {ReturnType<typeof component>} listed @param {string[]} [dependsOn] @returns {string} its reference */
  const list = (listed, dependsOn = []) => {
    components.push(listed);
    dependencies.push({ ref: listed["bom-ref"], dependsOn });
    return listed["bom-ref"];
  };
  const listParts = (/** @type {Record<string, Part>} */ parts) =>
    Object.entries(parts).map(([id, part]) => list(partComponent("library", id, part)));

  const packages = readPackages(folders);
  const own = packages.map((each) => {
    const needed = neededBy(each, packages).map(npmRef);
    if (each.name === "better-sqlite3") {
      const database = { title: "SQLite", cpe: "sqlite:sqlite", licence: "blessing" };
      needed.push(...listParts({ sqlite: { ...database, version: sqlite(each.folder).version } }));
    }
    return list(npmComponent(each, locked[path.relative(root, each.folder).replaceAll(path.sep, "/")]), needed);
  });
  const platform = { ...RUNTIMES[runtime.name], version: runtime.version };
  const inPlatform = listParts(runtime.name === "node" ? NODE_PARTS : {});
  own.push(list(partComponent("platform", runtime.name, platform), inPlatform));
  if (litestream) {
    const modules = Object.entries(GO_MODULES).map(([module, [licence]]) => list(goModule(module, licence)));
    const program = goModule(`github.com/benbjohnson/litestream@v${LITESTREAM.version}`, LITESTREAM.licence);
    own.push(list(program, [...modules, ...listParts(LITESTREAM_PARTS)]));
  }

  const { purl: _, ...galley } = component("application", "", name, version, "MIT");
  dependencies.push({ ref: galley["bom-ref"], dependsOn: own });
  const metadata = { timestamp: new Date(date * 1_000).toISOString(), component: galley };
  const content = { metadata, components, dependencies };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  const head = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
  };
  return `${JSON.stringify({ ...head, version: 1, serialNumber, ...content }, null, 2)}\n`;
}

/** The other packages in its `dependencies`. Of two versions, the one in its own folder. @param {Package} one @param {Package[]} all */
function neededBy({ folder, manifest }, all) {
  return Object.keys(/** @type {object} */ (manifest.dependencies ?? {})).flatMap((name) => {
    const found = all.filter((other) => other.name === name);
    return found.find((other) => other.folder.startsWith(`${folder}${path.sep}`)) ?? found.slice(0, 1);
  });
}

/** @param {Package} shipped @param {{ integrity?: string } | undefined} locked */
function npmComponent({ name, version, licence, manifest: { description } }, locked) {
  const sha512 = /^sha512-(.+)$/.exec(locked?.integrity ?? "")?.[1];
  const hashes = sha512 ? [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }] : [];
  return { ...component("library", npmId(name), name, version, licence), description, hashes };
}

/** @param {string} name @returns {string} its purl without the version */
const npmId = (name) => `pkg:npm/${name.replace("@", "%40")}`;

/** @param {Package} shipped */
const npmRef = ({ name, version }) => `${npmId(name)}@${version}`;

/** @param {string} module with its version @param {string} licence */
function goModule(module, licence) {
  const [name = "", version = ""] = module.split("@");
  return component("library", `pkg:golang/${name.toLowerCase()}`, name, version, licence);
}

/** @param {"library" | "platform"} type @param {string} id @param {Part} part */
const partComponent = (type, id, { title, cpe, licence, version }) => ({
  ...component(type, `pkg:generic/${id}`, title, version, licence),
  cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
});

/** @param {string} type @param {string} id of the purl @param {string} name @param {string} version @param {string} licence an SPDX expression */
const component = (type, id, name, version, licence) => ({
  type,
  "bom-ref": `${id || name}@${version}`,
  name,
  version,
  licenses: [/ (AND|OR|WITH) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
  purl: `${id}@${version}`,
});

/** @param {string} text */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  // Version 8, for custom formats (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
