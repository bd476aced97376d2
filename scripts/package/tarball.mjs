/** The tar.gz for Linux: a folder that runs from any place with its bin/galley. */
import fs from "node:fs";
import path from "node:path";
import { Problem, run } from "../lib/project.mjs";
import { normalise, writeZipped } from "./linux-tree.mjs";

/** @typedef {import("./linux-formats.mjs").Packed} Packed */

/** @param {Packed} packed @param {string} release where the archive goes @returns {Promise<string>} its file name */
export async function makeTarball(packed, release) {
  const folder = `galley-${packed.version}-linux-${packed.arch}`;
  const name = `${packed.mark}${folder}.tar.gz`;
  const work = path.join(release, "linux-tar");
  fs.rmSync(work, { recursive: true, force: true });
  fs.cpSync(packed.folder, path.join(work, folder), { recursive: true, verbatimSymlinks: true });
  normalise(work, packed.date);
  const tar = path.join(work, "tar");
  const flags = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
  const { code, output } = await run("tar", [...flags, "-C", work, "-cf", tar, folder], { collect: true });
  if (code !== 0) throw new Problem(`tar failed:\n${output.trimEnd()}`);
  writeZipped(path.join(release, name), fs.readFileSync(tar));
  fs.rmSync(work, { recursive: true });
  return name;
}
