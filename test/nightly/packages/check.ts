/**
 * `npm run package:check [-- files]`: packs for this Linux and proves what came out, or proves the files that are named.
 * With --quick: one deb, its list and its start, as .ci/run does it before every test.
 *
 * Where the packages were made without the Electron runtime, the specs' stand-in takes the executable's place: all that
 * Galley brings is then what runs, and Electron is not.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readChecksums } from "../../../scripts/package/checksums.mjs";
import { startSite } from "../../support/site.ts";
import { type CheckedDeb, checkInstalling, checkRpmInstalling } from "./check-installing.ts";
import { checkFolder, checkFuses, checkTree, checkWords, extractContent, filesIn, versionIn } from "./content.ts";
import { ANY_PORTS, isMadeUp, mustCopy, putStandIn, saveAndDeliver, start } from "./running.ts";
import { closeSteps, missing, must, skip, step, tool } from "./steps.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const work = fs.mkdtempSync(path.join(os.tmpdir(), "galley-package-check-"));
/** A clean system, once the deb has been installed into it and purged. */
const cleanRoot = path.join(work, "root");
const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const named = words.filter((word) => !word.startsWith("-")).map((word) => path.resolve(word));

/** A version that none has yet, for the package that others are upgraded to. */
const NEXT_VERSION = "999.0.0";

try {
  await check();
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
process.exitCode = closeSteps();

async function check(): Promise<void> {
  if (process.platform !== "linux") return skip("packages", "they are looked at as Linux has them; run this on Linux");
  const noDeb = await missing("dpkg-deb", "dpkg");
  if (noDeb !== null) return skip("packages", noDeb);
  const files = named.length > 0 ? named : await pack(isQuick ? ["deb"] : await formatsHere(), "packed");
  if (named.length === 0 && !isQuick) await checkSameAgain(files);
  if (named.length === 0 && !isQuick) await checkServer();
  for (const file of files.toSorted((a, b) => Number(b.endsWith(".deb")) - Number(a.endsWith(".deb")))) {
    if (path.basename(file).startsWith("galley-server-")) await checkServer(file);
    else if (file.endsWith(".deb")) await checkDeb(file);
    else if (file.endsWith(".rpm")) await checkRpm(file, files);
    else if (file.endsWith(".tar.gz")) await checkTarball(file);
    else skip(path.basename(file), "there is no check for this kind of file");
  }
}

/** @param file a server package; none: one of what is here */
async function checkServer(file?: string): Promise<void> {
  await step(
    `${file === undefined ? "a server package" : path.basename(file)}: npm run package:server-check`,
    async () => {
      const script = path.join(import.meta.dirname, "check-server.ts");
      await tool(process.execPath, [script, ...(file === undefined ? [] : [file])]);
    },
  );
}

async function formatsHere(): Promise<string[]> {
  const noRpm = await missing("rpmbuild", "rpm");
  if (noRpm !== null) skip("rpm", noRpm);
  return ["deb", ...(noRpm === null ? ["rpm"] : []), "tar.gz"];
}

async function pack(formats: string[], name: string, flags: string[] = []): Promise<string[]> {
  const release = path.join(work, name);
  await step(`npm run package -- --linux ${[...formats, ...flags].join(" ")}`, async () => {
    const script = path.join(ROOT, "scripts", "package.mjs");
    const said = await tool(process.execPath, [
      script,
      "--linux",
      ...formats,
      `-c.directories.output=${release}`,
      ...flags,
    ]);
    return `\n${said
      .trimEnd()
      .split("\n")
      .slice(-2 - formats.length)
      .map((line) => `             ${line}`)
      .join("\n")}`;
  });
  const sums = path.join(release, "SHA256SUMS");
  return fs.existsSync(sums)
    ? readChecksums(fs.readFileSync(sums, "utf8"))
        .filter(([file]) => file !== "RELEASE.json")
        .map(([file]) => path.join(release, file))
    : [];
}

async function checkSameAgain(files: string[]): Promise<void> {
  const again = await pack(await formatsHere(), "packed-again");
  await step("packed twice, the files are the same byte for byte", () => {
    const sums = (list: string[]) => fs.readFileSync(path.join(path.dirname(list[0] ?? work), "SHA256SUMS"), "utf8");
    must(sums(files) === sums(again), `they are not:\n${sums(files)}${sums(again)}`);
    return `${files.length} files`;
  });
}

async function checkDeb(file: string): Promise<void> {
  const tree = path.join(work, "deb");
  const name = path.basename(file);
  const isThere = await step(`${name} holds what allowed-files.txt lists`, async () => {
    await tool("dpkg-deb", ["-x", file, tree]);
    return checkTree(tree);
  });
  if (!isThere) return;
  const folder = path.join(tree, "usr", "lib", "galley");
  await checkProgram(name, folder, path.join(tree, "usr", "bin", "galley"));
  if (isQuick) return;

  const noLintian = await missing("lintian", "lintian");
  if (noLintian !== null) skip("lintian", noLintian);
  // Binaries are prebuilt as they are (Go links statically), no archive of Debian has asked for the package, and the control part has a file of ours.
  else
    await step("lintian finds no error", async () => {
      const unasked =
        "unstripped-binary-or-object,statically-linked-binary,initial-upload-closes-no-bugs,embedded-library,unknown-control-file";
      await tool("lintian", ["--allow-root", "--fail-on", "error,warning", "--suppress-tags", unasked, file]);
    });
  await checkDesktopFiles(tree);
  await checkUnit(tree);
  const madeUp = isMadeUp(folder);
  const [next] = named.length > 0 ? [] : await pack(["deb"], "next", [`-c.extraMetadata.version=${NEXT_VERSION}`]);
  const deb: CheckedDeb = { file, next, version: versionIn(folder), isMadeUp: madeUp };
  await checkInstalling(deb, cleanRoot, ROOT);
}

/** Content, fuses, and the program at work, as its own command starts it. */
async function checkProgram(name: string, folder: string, command: string): Promise<void> {
  const content = path.join(work, "content");
  await step("no secret and no trace of this machine in it", () => {
    extractContent(folder, content);
    return checkWords(content, [ROOT, os.homedir() === "/root" ? "/root/" : os.homedir()]);
  });
  await step("the executable's fuses are set", () => checkFuses(path.join(folder, "galley")));
  const madeUp = isMadeUp(folder);
  const how = madeUp ? ", ON THE STAND-IN in place of Electron" : "";
  await step(`${name}: galley serve, a save and its delivery${how}`, async () => {
    if (madeUp) putStandIn(folder, content, { content, project: ROOT });
    const dataDir = path.join(work, "data");
    const env = { PATH: process.env.PATH, HOME: work };
    const site = await startSite();
    try {
      const galley = await start(command, ["serve", `--data-dir=${dataDir}`, ...ANY_PORTS], env);
      const work = async () => {
        await saveAndDeliver(galley, dataDir, site);
        if (process.arch === "x64") await mustCopy(galley, dataDir);
      };
      await work().finally(galley.stop);
    } finally {
      await site.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

async function checkDesktopFiles(tree: string): Promise<void> {
  const share = path.join(tree, "usr", "share");
  const noValidator = await missing("desktop-file-validate", "desktop-file-utils");
  if (noValidator !== null) skip("galley.desktop", noValidator);
  else
    await step("galley.desktop is valid", async () => {
      await tool("desktop-file-validate", [path.join(share, "applications", "galley.desktop")]);
    });
  const noAppstream = await missing("appstreamcli", "appstream");
  if (noAppstream !== null) skip("the metainfo", noAppstream);
  else
    await step("the metainfo is valid", async () => {
      const file = path.join(share, "metainfo", "org.galley.Galley.metainfo.xml");
      await tool("appstreamcli", ["validate", "--no-net", file]);
    });
}

async function checkUnit(tree: string): Promise<void> {
  const noSystemd = await missing("systemd-analyze", "systemd");
  if (noSystemd !== null) return skip("galley.service", noSystemd);
  const unit = path.join(tree, "usr", "lib", "systemd", "system", "galley.service");
  await step("systemd-analyze security", async () => {
    const said = await tool("systemd-analyze", ["security", "--offline=yes", "--threshold=25", unit]);
    return /Overall exposure level.*$/m.exec(said)?.[0];
  });
}

async function checkRpm(file: string, files: string[]): Promise<void> {
  const noRpm = await missing("rpm", "rpm");
  if (noRpm !== null) return skip(path.basename(file), noRpm);
  const deb = files.find((other) => other.endsWith(".deb"));
  if (deb === undefined)
    return skip(path.basename(file), "it is compared with the deb of the same release; name that too");
  await step(`${path.basename(file)} holds the same files as the deb`, async () => {
    const tree = path.join(work, "deb-beside-rpm");
    await tool("dpkg-deb", ["-x", deb, tree]);
    const sums = await tool("sh", ["-c", 'cd "$1" && find . -type f -exec sha256sum {} +', "sh", tree]);
    const dumped = await tool("rpm", ["-qp", "--dump", file]);
    const inDeb = [...sums.matchAll(/^(\w{64}) {2}\.(.+)$/gm)]
      .map(([, sum, name]) => `${name} ${sum}`)
      .filter((line) => !line.startsWith("/usr/share/doc/galley/changelog.Debian.gz "));
    const inRpm = [...dumped.matchAll(/^(\S+) \d+ \d+ (\w{64}) /gm)]
      .map(([, name, sum]) => `${name} ${sum}`)
      .filter((line) => !/ 0{64}$/.test(line));
    const differing = [...new Set(inDeb).symmetricDifference(new Set(inRpm))];
    must(differing.length === 0, `these differ:\n${differing.join("\n")}`);
    return `${inRpm.length} files`;
  });
  if (!fs.existsSync(cleanRoot)) return skip(`${path.basename(file)} installed`, "there is no clean root to do it in");
  await step(`${path.basename(file)} installed and removed, in that Debian for want of an rpm system`, () =>
    checkRpmInstalling(file, cleanRoot, ROOT),
  );
}

async function checkTarball(file: string): Promise<void> {
  const to = path.join(work, "tarball");
  fs.mkdirSync(to);
  const name = path.basename(file);
  const isThere = await step(`${name} holds what allowed-files.txt lists`, async () => {
    await tool("tar", ["-xzf", file, "-C", to]);
    const [top = "", ...others] = fs.readdirSync(to);
    must(others.length === 0, `it unpacks into more than one folder: ${top}, ${others.join(", ")}`);
    return checkFolder(path.join(to, top));
  });
  const [top = ""] = fs.readdirSync(to);
  if (isThere && filesIn(to).length > 0)
    await checkProgram(name, path.join(to, top), path.join(to, top, "bin", "galley"));
}
