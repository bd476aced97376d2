/** dist/THIRD-PARTY-LICENSES.txt: the third-party packages in the bundles, each with its licence. */
import fs from "node:fs";
import path from "node:path";
import { root } from "../lib/project.mjs";
import { litestreamLicences } from "./litestream.mjs";
import { readPackages } from "./packages.mjs";

const RULE = "=".repeat(100);

const HEAD = `Galley contains third-party packages. Their licences follow, sorted by name.

This list does not include the runtime. The server package contains Node.js, with its licences in the file NODE-LICENSE next
to the program. The desktop app contains Electron, with its licence in LICENSE.electron.txt and Chromium's in
LICENSES.chromium.html in the app's folder.
`;

/**
 * @param {string[]} lists files of collect.mjs
 * @returns {string[]} the folders of the packages, relative to the project
 */
const foldersIn = (lists) => lists.flatMap((list) => JSON.parse(fs.readFileSync(list, "utf8")));

/** @returns {string[]} the folders of all packages in the last build, relative to the project */
export function bundledFolders() {
  const lists = path.join(root, "dist", "packages");
  return foldersIn(fs.readdirSync(lists).map((name) => path.join(lists, name)));
}

/**
 * Writes the file; the same packages give the same bytes.
 * @param {string[]} lists files of collect.mjs
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
