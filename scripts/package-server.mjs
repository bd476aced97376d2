/**
 * `npm run package:server [-- --arch x64|arm64] [--out DIR]`: builds what changed and packs Galley for a Linux server, with a
 * Node of its own, into release/galley-server-<version>-linux-<arch>.tar.gz. Without --arch: for this machine's. Any
 * system can pack for any of the two. The same commit gives the same bytes.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { Problem, root, runMain, say } from "./lib/project.mjs";
import { filesUnder } from "./lib/stamp.mjs";
import { writeChecksums } from "./package/checksums.mjs";
import { sourceDate } from "./package/source-date.mjs";

runMain(async () => {
  const { values } = parseArgs({ options: { arch: { type: "string" }, out: { type: "string" } } });
  const arch = /** @type {const} */ (["x64", "arm64"]).find((each) => each === (values.arch ?? process.arch));
  if (arch === undefined) throw new Problem(`--arch takes x64 or arm64: Galley's parts are made for these.`);
  const release = path.resolve(root, values.out ?? "release");
  return await withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(ALL_TARGETS);
    const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
    const name = `galley-server-${version}-linux-${arch}`;
    const work = path.join(release, "server", name);
    // After the installation, for both read what it brings.
    const { makeServerTree } = await import("./package/server-tree.mjs");
    await makeServerTree(arch, work, sourceDate());
    await pack(work, path.join(release, `${name}.tar.gz`));
    await writeChecksums(release, [`${name}.tar.gz`]);
    say(
      `${megabytes(sizeOf(path.join(work, "lib")))} are Galley itself, ${megabytes(sizeOf(path.join(work, "node")))} Node.`,
    );
    say(`${megabytes(sizeOf(path.join(release, `${name}.tar.gz`)))}  ${path.join(release, name)}.tar.gz`);
    fs.rmSync(path.join(release, "server"), { recursive: true });
    return 0;
  });
});

/**
 * Packs a folder so that its bytes depend on nothing but names, content and the one date: sorted, without owners, with the
 * rights of their kind.
 * @param {string} folder
 * @param {string} archive
 */
async function pack(folder, archive) {
  const parent = path.dirname(folder);
  const files = filesUnder(folder).map((file) => path.relative(parent, file));
  for (const file of files) {
    const isProgram = /\/(node|bin\/galley|(un)?install\.sh)$/.test(file);
    fs.chmodSync(path.join(parent, file), isProgram ? 0o755 : 0o644);
  }
  const tar = await import("tar");
  // No time in gzip's head: Node writes none.
  await tar.create(
    { file: archive, cwd: parent, gzip: { level: 9 }, portable: true, mtime: new Date(sourceDate() * 1_000) },
    files.sort(),
  );
}

/** @param {string} at */
const sizeOf = (at) => filesUnder(at).reduce((sum, file) => sum + fs.lstatSync(file).size, 0);

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
