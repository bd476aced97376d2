/**
 * `npm run package:server [-- --arch x64|arm64] [--out DIR]`: packs Galley and Node for a Linux server into
 * release/galley-server-<version>-linux-<arch>.tar.gz, on any system. The same commit gives the same bytes.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { built } from "./lib/builds.mjs";
import { filesUnder, megabytes, Problem, readJson, root, runMain, say, sizeOf } from "./lib/project.mjs";
import { sourceDate, writeChecksums } from "./package/release.mjs";

runMain(async () => {
  const { values } = parseArgs({ options: { arch: { type: "string" }, out: { type: "string" } } });
  const arch = /** @type {const} */ (["x64", "arm64"]).find((each) => each === (values.arch ?? process.arch));
  if (arch === undefined) throw new Problem(`--arch accepts x64 or arm64.`);
  const release = path.resolve(root, values.out ?? "release");
  return await built(async () => {
    const { version } = readJson("package.json");
    const name = `galley-server-${version}-linux-${arch}`;
    const work = path.join(release, "server", name);
    const { makeServerTree } = await import("./package/server-tree.mjs");
    await makeServerTree(arch, work, sourceDate());
    await pack(work, path.join(release, `${name}.tar.gz`));
    await writeChecksums(release, [`${name}.tar.gz`]);
    const [own, node] = ["lib", "node"].map((part) => megabytes(sizeOf(path.join(work, part))));
    say(`Unpacked: ${own} Galley, ${node} Node.`);
    say(`${megabytes(sizeOf(path.join(release, `${name}.tar.gz`)))}  ${path.join(release, name)}.tar.gz`);
    fs.rmSync(path.join(release, "server"), { recursive: true });
    return 0;
  });
});

/**
 * Packs a folder sorted, without owners, with one date and fixed modes, so that the same content gives the same bytes.
 * @param {string} folder
 * @param {string} archive
 */
async function pack(folder, archive) {
  const parent = path.dirname(folder);
  const files = filesUnder(folder).map((file) => path.relative(parent, file));
  for (const file of files) {
    const isProgram = /\/(node|litestream|bin\/galley|(un)?install\.sh)$/.test(file);
    fs.chmodSync(path.join(parent, file), isProgram ? 0o755 : 0o644);
  }
  const tar = await import("tar");
  // Node writes no time into gzip's header.
  await tar.create(
    { file: archive, cwd: parent, gzip: { level: 9 }, portable: true, mtime: new Date(sourceDate() * 1_000) },
    files.sort(),
  );
}
