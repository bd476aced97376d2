/** The deb, built by dpkg-deb from electron-builder's output. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Problem, root, run } from "../lib/project.mjs";
import { filesUnder, sizeOf } from "../lib/stamp.mjs";
import { CONFIG_FILES, makeLinuxTree, normalise, writeZipped } from "./linux-tree.mjs";

/** @typedef {import("./linux-formats.mjs").Packed} Packed */

const ARCHES = { x64: "amd64", arm64: "arm64" };

/** @param {Packed} packed @param {string} release where the package goes @returns {Promise<string>} its file name */
export async function makeDeb(packed, release) {
  const tree = path.join(release, "linux-deb");
  makeLinuxTree(packed.folder, tree, packed.date);
  const changes = path.join(tree, "usr", "share", "doc", "galley", "changelog.Debian.gz");
  writeZipped(changes, Buffer.from(debianChangelog(packed)));
  fs.utimesSync(changes, packed.date, packed.date);
  fs.utimesSync(path.dirname(changes), packed.date, packed.date);
  const control = path.join(tree, "DEBIAN");
  const size = Math.ceil(sizeOf(tree) / 1024);
  const sums = filesUnder(tree)
    .filter((file) => fs.lstatSync(file).isFile())
    .map((file) => [createHash("md5").update(fs.readFileSync(file)).digest("hex"), path.relative(tree, file)])
    .filter(([, name]) => !CONFIG_FILES.includes(`/${name}`));
  fs.mkdirSync(control);
  for (const name of ["config", "postinst", "postrm", "prerm", "templates"])
    fs.copyFileSync(path.join(root, "resources", "linux", "deb", name), path.join(control, name));
  fs.writeFileSync(path.join(control, "control"), controlOf(packed, size));
  fs.writeFileSync(path.join(control, "conffiles"), CONFIG_FILES.map((file) => `${file}\n`).join(""));
  fs.writeFileSync(path.join(control, "md5sums"), sums.map((line) => `${line.join("  ")}\n`).join(""));
  normalise(control, packed.date);

  const name = `${packed.mark}galley_${packed.version}-1_${ARCHES[packed.arch]}.deb`;
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(packed.date), DPKG_DEB_THREADS_MAX: "1" };
  // gzip for the control part, since other programs read it, too.
  const flags = ["--root-owner-group", "--no-uniform-compression", "-Zxz", "--build", tree, path.join(release, name)];
  const { code, output } = await run("dpkg-deb", flags, { env, collect: true });
  if (code !== 0) throw new Problem(`dpkg-deb failed:\n${output.trimEnd()}`);
  fs.rmSync(tree, { recursive: true });
  return name;
}

/** @param {Packed} packed */
function debianChangelog({ version, author, date }) {
  const day = new Date(date * 1000).toUTCString().replace("GMT", "+0000");
  return `galley (${version}-1) stable; urgency=medium

  * Galley ${version}; its changes are in changelog.gz.

 -- ${author}  ${day}
`;
}

/** @param {Packed} packed @param {number} size KiB */
function controlOf({ version, arch, author, homepage, mark }, size) {
  /** @type {Record<string, string | number>} */
  const values = { VERSION: version, ARCH: ARCHES[arch], AUTHOR: author, SIZE: size, HOMEPAGE: homepage };
  const control = fs.readFileSync(path.join(root, "resources", "linux", "deb", "control"), "utf8");
  const note =
    mark === "" ? "" : " .\n Packed WITHOUT the Electron runtime, to check the content. It does not start.\n";
  // dpkg-deb accepts no comments, and some programs read no folded fields.
  const plain = control.replaceAll(/^#.*\n/gm, "").replaceAll(/(?<=Depends:|,)\n /g, " ");
  return plain.replaceAll(/@(\w+)@/g, (_, name) => String(values[name])) + note;
}
