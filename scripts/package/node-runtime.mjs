/** Node as npm's registry has it, for the architecture that a server package is made for. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { extract } from "tar";
import { nodePackage, Problem, projectEnv, projectNode, root, run, say } from "../lib/project.mjs";

/** @typedef {"x64" | "arm64"} Arch */

/**
 * @param {Arch} arch
 * @returns {{ name: string, version: string, integrity: string }} the package of Node for Linux, as package-lock.json has it
 */
function lockedNode(arch) {
  const name = nodePackage("linux", arch);
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"));
  return { name, ...packages[`node_modules/${name}`] };
}

/** @param {Arch} arch @returns {string} the version of Node in a server package */
export const nodeVersion = (arch) => lockedNode(arch).version;

/**
 * Puts `node` and `NODE-LICENSE` into a folder. The archive is kept, so that it is fetched once.
 * @param {Arch} arch
 * @param {string} into an existing folder
 * @throws {Problem} when it cannot be had, or is not what package-lock.json expects
 */
export async function putNode(arch, into) {
  const { name, version, integrity } = lockedNode(arch);
  const kept = path.join(root, "node_modules", ".cache", "galley-node", `${name}-${version}.tgz`);
  if (!fs.existsSync(kept) || integrityOf(kept) !== integrity) await fetchArchive(`${name}@${version}`, kept);
  if (integrityOf(kept) !== integrity)
    throw new Problem(`${name}@${version} is not what package-lock.json expects. Do not use this registry.`);
  await extract({ file: kept, cwd: into, strip: 1, filter: (name) => name === "package/LICENSE" });
  fs.renameSync(path.join(into, "LICENSE"), path.join(into, "NODE-LICENSE"));
  await extract({ file: kept, cwd: into, strip: 2, filter: (name) => name === "package/bin/node" });
}

/** @param {string} file */
const integrityOf = (file) => `sha512-${createHash("sha512").update(fs.readFileSync(file)).digest("base64")}`;

/** @param {string} name with its version @param {string} kept the file to write */
async function fetchArchive(name, kept) {
  const folder = path.dirname(kept);
  fs.mkdirSync(folder, { recursive: true });
  say(`Fetching ${name} from the npm registry (50 MB).`);
  const cli = process.env.npm_execpath;
  const [command, args] = cli?.endsWith(".js") ? [projectNode(), [cli]] : ["npm", []];
  const { code, output } = await run(command, [...args, "pack", name, "--pack-destination", folder], {
    env: projectEnv(),
    collect: true,
  });
  if (code !== 0 || !fs.existsSync(kept))
    throw new Problem(
      `${output.trimEnd()}\n${name} cannot be had; the reason is above. It takes the npm registry once.`,
    );
}
