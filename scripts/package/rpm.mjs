/** The rpm: the same files as the deb, built by rpmbuild with resources/linux/galley.spec. */
import fs from "node:fs";
import path from "node:path";
import { Problem, root, run } from "../lib/project.mjs";
import { makeLinuxTree } from "./linux-tree.mjs";

/** @typedef {import("./linux-formats.mjs").Packed} Packed */

const ARCHES = { x64: "x86_64", arm64: "aarch64" };

/** @param {Packed} packed @param {string} release where the package goes @returns {Promise<string>} its file name */
export async function makeRpm(packed, release) {
  const work = path.join(release, "linux-rpm");
  const tree = path.join(work, "tree");
  makeLinuxTree(packed.folder, tree, packed.date);
  const arch = ARCHES[packed.arch];
  /** @type {Record<string, string>} */
  const macros = {
    _topdir: work,
    galley_tree: tree,
    galley_version: packed.version,
    galley_author: packed.author,
    galley_homepage: packed.homepage,
    galley_note: packed.mark === "" ? "%{nil}" : "Packed WITHOUT the Electron runtime. It does not start.",
  };
  const defines = Object.entries(macros).flatMap(([name, value]) => ["--define", `${name} ${value}`]);
  const spec = path.join(root, "resources", "linux", "galley.spec");
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(packed.date) };
  const { code, output } = await run("rpmbuild", ["-bb", "--target", arch, ...defines, spec], { env, collect: true });
  if (code !== 0) throw new Problem(`rpmbuild failed:\n${output.trimEnd()}`);
  const made = `galley-${packed.version}-1.${arch}.rpm`;
  fs.renameSync(path.join(work, "RPMS", arch, made), path.join(release, `${packed.mark}${made}`));
  fs.rmSync(work, { recursive: true });
  return `${packed.mark}${made}`;
}
