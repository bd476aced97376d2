/** Linux packages that Galley builds without electron-builder, which would download tools for them. */

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { filesUnder, Problem, root, run, sizeOf } from "../lib/project.mjs";
import { CONFIG_FILES, makeLinuxTree, normalise, writeZipped } from "./linux-tree.mjs";

/**
 * @typedef {object} Packed
 * @property {string} folder the unpacked app of electron-builder
 * @property {string} version of Galley
 * @property {import("./runtime.mjs").Arch} arch
 * @property {string} author name and e-mail address of package.json
 * @property {string} homepage
 * @property {number} date seconds since 1970, for every file in the package
 * @property {string} mark prefix of the file's name if the runtime is a placeholder; else empty
 */

/** @param {string} program @param {string[]} flags @param {NodeJS.ProcessEnv} [env] @throws {Problem} with its output */
async function pack(program, flags, env = process.env) {
  const { code, output } = await run(program, flags, { env, collect: true });
  if (code !== 0) throw new Problem(`${program} failed:\n${output.trimEnd()}`);
}

const DEB_ARCHES = { x64: "amd64", arm64: "arm64" };

/** @param {Packed} packed @param {string} release where the package goes @returns {Promise<string>} its file name */
async function makeDeb(packed, release) {
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

  const name = `${packed.mark}galley_${packed.version}-1_${DEB_ARCHES[packed.arch]}.deb`;
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(packed.date), DPKG_DEB_THREADS_MAX: "1" };
  // gzip for the control part, since other programs read it, too.
  const flags = ["--root-owner-group", "--no-uniform-compression", "-Zxz", "--build", tree, path.join(release, name)];
  await pack("dpkg-deb", flags, env);
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
  const values = { VERSION: version, ARCH: DEB_ARCHES[arch], AUTHOR: author, SIZE: size, HOMEPAGE: homepage };
  const control = fs.readFileSync(path.join(root, "resources", "linux", "deb", "control"), "utf8");
  const note =
    mark === "" ? "" : " .\n Packed WITHOUT the Electron runtime, to check the content. It does not start.\n";
  // dpkg-deb accepts no comments, and some programs read no folded fields.
  const plain = control.replaceAll(/^#.*\n/gm, "").replaceAll(/(?<=Depends:|,)\n /g, " ");
  return plain.replaceAll(/@(\w+)@/g, (_, name) => String(values[name])) + note;
}

const RPM_ARCHES = { x64: "x86_64", arm64: "aarch64" };

/** Has the same files as the deb. @param {Packed} packed @param {string} release where the package goes @returns {Promise<string>} its file name */
async function makeRpm(packed, release) {
  const work = path.join(release, "linux-rpm");
  const tree = path.join(work, "tree");
  makeLinuxTree(packed.folder, tree, packed.date);
  const arch = RPM_ARCHES[packed.arch];
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
  await pack("rpmbuild", ["-bb", "--target", arch, ...defines, spec], env);
  const made = `galley-${packed.version}-1.${arch}.rpm`;
  fs.renameSync(path.join(work, "RPMS", arch, made), path.join(release, `${packed.mark}${made}`));
  fs.rmSync(work, { recursive: true });
  return `${packed.mark}${made}`;
}

/** A folder that runs from any place with its bin/galley. @param {Packed} packed @param {string} release where the archive goes @returns {Promise<string>} its file name */
async function makeTarball(packed, release) {
  const folder = `galley-${packed.version}-linux-${packed.arch}`;
  const name = `${packed.mark}${folder}.tar.gz`;
  const work = path.join(release, "linux-tar");
  fs.rmSync(work, { recursive: true, force: true });
  fs.cpSync(packed.folder, path.join(work, folder), { recursive: true, verbatimSymlinks: true });
  normalise(work, packed.date);
  const tar = path.join(work, "tar");
  const flags = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
  await pack("tar", [...flags, "-C", work, "-cf", tar, folder]);
  writeZipped(path.join(release, name), fs.readFileSync(tar));
  fs.rmSync(work, { recursive: true });
  return name;
}

/** @type {Record<string, (packed: Packed, release: string) => Promise<string>>} format → its builder, which returns the file's name */
export const LINUX_FORMATS = { deb: makeDeb, rpm: makeRpm, "tar.gz": makeTarball };

/** The program for a format, and its package. @type {Record<string, [program: string, source: string]>} */
const TOOLS = { deb: ["dpkg-deb", "dpkg"], rpm: ["rpmbuild", "rpm-build (Fedora) or rpm (Debian)"] };

/** Call it before packing, which takes minutes. @param {string[]} formats @throws {Problem} if a program for them is missing */
export function requireTools(formats) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  for (const format of formats) {
    const [program, source] = TOOLS[format] ?? [];
    if (program && !folders.some((folder) => fs.existsSync(path.join(folder, program))))
      throw new Problem(
        `The format ${format} requires ${program}, which is not installed. Install the package ${source}.`,
      );
  }
}
