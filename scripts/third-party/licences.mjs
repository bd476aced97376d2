/** dist/THIRD-PARTY-LICENSES.txt: the third-party packages in the bundles, each with its licence. */
import fs from "node:fs";
import path from "node:path";
import { root } from "../lib/project.mjs";
import { readPackages } from "./packages.mjs";
import { mit } from "./supplements.mjs";

const RULE = "=".repeat(100);

const HEAD = `Galley contains third-party packages. Their licences follow, sorted by name.

This list does not include the runtime. The server package contains Node.js, with its licences in the file NODE-LICENSE next
to the program. The desktop app contains Electron, with its licence in LICENSE.electron.txt and Chromium's in
LICENSES.chromium.html in the app's folder.
`;

/** @param {string[]} lists files of bundle.mjs @returns {string[]} the folders of the packages, relative to the project */
const foldersIn = (lists) => lists.flatMap((list) => JSON.parse(fs.readFileSync(list, "utf8")));

/** @returns {string[]} the folders of all packages in the last build, relative to the project */
export function bundledFolders() {
  const lists = path.join(root, "dist", "packages");
  return foldersIn(fs.readdirSync(lists).map((name) => path.join(lists, name)));
}

/**
 * Writes the file; the same packages give the same bytes.
 * @param {string[]} lists files of bundle.mjs
 * @param {string} into the file to write
 * @throws {import("../lib/project.mjs").Problem} like readPackages
 */
export function writeLicences(lists, into) {
  const packages = readPackages(foldersIn(lists)).map(
    ({ name, version, licence, texts }) =>
      `${RULE}\n${name} ${version}\nLicence: ${licence}\n\n${texts.map(({ title, text }) => withTitle(title, tidy(text), texts.length > 1)).join("\n")}`,
  );
  const sections = [...packages, `${RULE}\n${litestreamLicences()}`];
  fs.mkdirSync(path.dirname(into), { recursive: true });
  fs.writeFileSync(into, `${[HEAD, ...sections].join("\n")}${RULE}\n`);
}

/** @param {string} title @param {string} text @param {boolean} oneOfMany */
const withTitle = (title, text, oneOfMany) => (oneOfMany ? `-- ${title}\n\n${text}` : text);

/** @param {string} text */
const tidy = (text) =>
  `${text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[ \t]+$/gm, "")
    .replace(/^\n+/, "")
    .trimEnd()}\n`;

/** @param {string} name of a file in this folder */
const text = (name) => fs.readFileSync(path.join(import.meta.dirname, name), "utf8");

export const LITESTREAM = { version: "0.3.13", licence: "Apache-2.0" };

/** @type {Record<string, [licence: string, copyright: string]>} by module and version */
export const GO_MODULES = JSON.parse(text("litestream-modules.json"));

/** Parts that are compiled into Litestream and have their own security advisories. */
export const LITESTREAM_PARTS = {
  go: { title: "Go", cpe: "golang:go", licence: "BSD-3-Clause", version: "1.21.3" },
  "sqlite-of-litestream": {
    title: "SQLite of Litestream",
    cpe: "sqlite:sqlite",
    licence: "blessing",
    version: "3.42.0",
  },
  glibc: { title: "GNU C Library", cpe: "gnu:glibc", licence: "LGPL-2.1-or-later", version: "2.35" },
};

/** @param {string} licence @returns {string} the modules under it */
const modulesUnder = (licence) =>
  Object.entries(GO_MODULES)
    .filter(([, [theirs]]) => theirs.split(" AND ").includes(licence))
    .map(([name, [, copyright]]) => `${name}\n    ${copyright}\n`)
    .join("");

/** @returns {string} a section of THIRD-PARTY-LICENSES.txt */
function litestreamLicences() {
  const bsd = text("BSD-3-Clause.txt");
  return `Litestream ${LITESTREAM.version}
Licence: ${LITESTREAM.licence}

Packages for Linux on x64 contain this program, unchanged, from the npm package @flydotio/litestream-linux-x64 (MIT, by Sam
Ruby). Galley starts it as a separate process. Its source: https://github.com/benbjohnson/litestream, tag
v${LITESTREAM.version}. Copyright Ben Johnson and the authors of Litestream. These libraries are compiled into it.

-- Apache License, Version 2.0, like Litestream itself. Its text is above, under swagger-ui-dist.

${modulesUnder("Apache-2.0")}
-- MIT License

${modulesUnder("MIT")}
${mit("Copyright: see above")}
-- BSD 3-Clause License (the third clause of lz4 names xxHash, that of age names Google LLC)

${modulesUnder("BSD-3-Clause")}Go ${LITESTREAM_PARTS.go.version}
    Copyright (c) 2009 The Go Authors

${bsd}
-- BSD 2-Clause License

${modulesUnder("BSD-2-Clause")}
${bsd.replace(/ {3}\* Neither[\s\S]*?permission\.\n/, "")}
-- SQLite ${LITESTREAM_PARTS["sqlite-of-litestream"].version}: in the public domain

-- GNU C Library ${LITESTREAM_PARTS.glibc.version}, of Ubuntu 22.04, linked statically. Its source is the package glibc of Ubuntu 22.04. To link
Litestream with another version, build it from source.

${text("LGPL-2.1.txt")}`;
}
