/** The bill of materials of a package, as CycloneDX JSON. The same sources give the same bytes. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { root } from "../lib/project.mjs";
import { GO_MODULES, LITESTREAM, LITESTREAM_PARTS } from "./licences.mjs";
import { readPackages } from "./packages.mjs";
import { sqlite } from "./supplements.mjs";

const SPEC = Spec.Spec1dot6;

/** @typedef {{ name: "node" | "electron", version: string }} ShippedRuntime the runtime in the same package */

/** @type {Record<ShippedRuntime["name"], { title: string, cpe: string }>} */
const RUNTIMES = {
  node: { title: "Node.js", cpe: "nodejs:node.js" },
  electron: { title: "Electron", cpe: "electronjs:electron" },
};

/**
 * Parts of Node in a server package that have their own security advisories. The versions are listed because another Node may
 * build the package; a test compares them with `process.versions`.
 * @type {Record<string, { title: string, cpe: string, licence: string, version: string }>} by the key of `process.versions`
 */
export const NODE_PARTS = {
  ares: { title: "c-ares", cpe: "c-ares:c-ares", licence: "MIT", version: "1.34.8" },
  brotli: { title: "Brotli", cpe: "google:brotli", licence: "MIT", version: "1.2.0" },
  icu: {
    ...{ title: "ICU", cpe: "unicode:international_components_for_unicode" },
    ...{ licence: "Unicode-3.0", version: "78.3" },
  },
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
 * @param {ShippedRuntime} shipped.runtime
 * @param {boolean} shipped.litestream whether its binary is in the same package
 * @param {number} shipped.date seconds since 1970
 * @returns {string} the JSON
 */
export function makeSbom({ folders, runtime, litestream, date }) {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const galley = new Models.Component(Enums.ComponentType.Application, name, { version, bomRef: `${name}@${version}` });
  galley.licenses.add(new Models.SpdxLicense("MIT"));

  const packages = readPackages(folders);
  const { packages: locked } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const components = new Map(packages.map((each) => [each, npmComponent(each, locked)]));
  for (const [each, component] of components) {
    for (const needed of Object.keys(/** @type {object} */ (each.manifest.dependencies ?? {}))) {
      const found = packages.filter((other) => other.name === needed);
      // If there are two versions, the one in the package's own folder is used.
      const one = found.find(({ folder }) => folder.startsWith(`${each.folder}${path.sep}`)) ?? found[0];
      const its = one === undefined ? undefined : components.get(one);
      if (its !== undefined) component.dependencies.add(its.bomRef);
    }
    galley.dependencies.add(component.bomRef);
  }
  const native = packages.find((each) => each.name === "better-sqlite3");
  const { title, cpe } = RUNTIMES[runtime.name];
  const platform = generic(Enums.ComponentType.Platform, {
    ...{ id: runtime.name, title, version: runtime.version, cpe, licence: "MIT" },
  });
  galley.dependencies.add(platform.bomRef);
  const others = [platform];
  for (const [id, part] of Object.entries(runtime.name === "node" ? NODE_PARTS : {})) {
    const component = generic(Enums.ComponentType.Library, { id, ...part });
    platform.dependencies.add(component.bomRef);
    others.push(component);
  }
  if (native !== undefined) {
    const database = generic(Enums.ComponentType.Library, {
      ...{ id: "sqlite", title: "SQLite", cpe: "sqlite:sqlite", licence: "blessing" },
      version: sqlite(native.folder).version,
    });
    components.get(native)?.dependencies.add(database.bomRef);
    others.push(database);
  }
  if (litestream) others.push(...litestreamComponents(galley));

  const bom = new Models.Bom({
    metadata: new Models.Metadata({ timestamp: new Date(date * 1_000), component: galley }),
    components: new Models.ComponentRepository([...components.values(), ...others]),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(SPEC));
  const write = () => serializer.serialize(bom, { sortLists: true, space: 2 });
  bom.serialNumber = `urn:uuid:${uuidOf(write())}`;
  return `${write()}\n`;
}

/** @param {import("./packages.mjs").Package} shipped @param {Record<string, { integrity?: string }>} locked by folder */
function npmComponent({ name, version, licence, folder, manifest }, locked) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const component = new Models.Component(Enums.ComponentType.Library, name, { version, purl, bomRef: purl });
  if (typeof manifest.description === "string") component.description = manifest.description;
  component.licenses.add(licenceOf(licence));
  const { integrity } = locked[path.relative(root, folder).replaceAll(path.sep, "/")] ?? {};
  const sha512 = /^sha512-(.+)$/.exec(integrity ?? "")?.[1];
  if (sha512 !== undefined)
    component.hashes.set(Enums.HashAlgorithm["SHA-512"], Buffer.from(sha512, "base64").toString("hex"));
  return component;
}

/** @param {Models.Component} galley @returns {Models.Component[]} Litestream, followed by its parts */
function litestreamComponents(galley) {
  const program = goModule(`github.com/benbjohnson/litestream@v${LITESTREAM.version}`, LITESTREAM.licence);
  galley.dependencies.add(program.bomRef);
  const parts = [
    ...Object.entries(GO_MODULES).map(([name, [licence]]) => goModule(name, licence)),
    ...Object.entries(LITESTREAM_PARTS).map(([id, part]) => generic(Enums.ComponentType.Library, { id, ...part })),
  ];
  for (const part of parts) program.dependencies.add(part.bomRef);
  return [program, ...parts];
}

/** @param {string} module with its version @param {string} licence */
function goModule(module, licence) {
  const [name = "", version = ""] = module.split("@");
  const purl = `pkg:golang/${module.toLowerCase()}`;
  const component = new Models.Component(Enums.ComponentType.Library, name, { version, purl, bomRef: purl });
  component.licenses.add(licenceOf(licence));
  return component;
}

/** @param {string} licence an SPDX expression */
const licenceOf = (licence) =>
  / (AND|OR|WITH) /.test(licence) ? new Models.LicenseExpression(licence) : new Models.SpdxLicense(licence);

/** @param {Enums.ComponentType} type @param {{ id: string, title: string, version: string, cpe: string, licence: string }} what */
function generic(type, { id, title, version, cpe, licence }) {
  const purl = `pkg:generic/${id}@${version}`;
  const component = new Models.Component(type, title, { version, purl, bomRef: purl });
  component.cpe = `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`;
  component.licenses.add(new Models.SpdxLicense(licence));
  return component;
}

/** @param {string} text */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  // Version 8, for custom formats (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
