/**
 * `npm run package:check [-- files]`: checks the named packages, or packs for this Linux and checks the result. With --quick
 * it only checks the content and start of a deb, as .ci/run does before every test.
 *
 * In packages without the Electron runtime, the specs' stand-in replaces the executable, so that everything but Electron runs.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readChecksums } from "../../../scripts/package/release.mjs";
import { startSite } from "../../support/site.ts";
import { checkInstalling, checkRpmInstalling } from "./check-installing.ts";
import { checkFolder, checkFuses, checkSecrets, checkTree, extractContent, filesIn, versionIn } from "./content.ts";
import { ANY_PORTS, isPlaceholder, mustCopy, putStandIn, saveAndDeliver, whileRunning } from "./running.ts";
import { closeSteps, missing, must, quietly, skip, step, stepWith, tool } from "./steps.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const work = fs.mkdtempSync(path.join(os.tmpdir(), "galley-package-check-"));
/** A clean system in which the deb is installed and purged. */
const cleanRoot = path.join(work, "root");
const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const named = words.filter((word) => !word.startsWith("-")).map((word) => path.resolve(word));

/** Version of the package to upgrade to. */
const NEXT_VERSION = "999.0.0";

try {
  await check();
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
process.exitCode = closeSteps();

async function check(): Promise<void> {
  if (process.platform !== "linux") return skip("packages", "this check requires Linux");
  const noDeb = await missing("dpkg-deb", "dpkg");
  if (noDeb !== null) return skip("packages", noDeb);
  const files = named.length > 0 ? named : await pack(isQuick ? ["deb"] : await formatsHere(), "packed");
  if (named.length === 0 && !isQuick) {
    await checkSameAgain(files);
    await checkServer();
  }
  for (const file of files.toSorted((a, b) => Number(b.endsWith(".deb")) - Number(a.endsWith(".deb")))) {
    if (path.basename(file).startsWith("galley-server-")) await checkServer(file);
    else if (file.endsWith(".deb")) await checkDeb(file);
    else if (file.endsWith(".rpm")) await checkRpm(file, files);
    else if (file.endsWith(".tar.gz")) await checkTarball(file);
    else skip(path.basename(file), "there is no check for this format");
  }
}

/** @param file a server package; without it, one of this work tree */
async function checkServer(...file: string[]): Promise<void> {
  const name = file.map((each) => path.basename(each))[0] ?? "a server package";
  await step(`${name}: npm run package:server-check`, () =>
    quietly(process.execPath, path.join(import.meta.dirname, "check-server.ts"), ...file),
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
    const output = `-c.directories.output=${release}`;
    const lines = (await tool(process.execPath, [script, "--linux", ...formats, output, ...flags]))
      .trimEnd()
      .split("\n");
    return lines
      .slice(-2 - formats.length)
      .map((line) => `\n             ${line}`)
      .join("");
  });
  const sums = path.join(release, "SHA256SUMS");
  const packed = fs.existsSync(sums) ? readChecksums(fs.readFileSync(sums, "utf8")) : [];
  return packed.filter(([file]) => file !== "RELEASE.json").map(([file]) => path.join(release, file));
}

async function checkSameAgain(files: string[]): Promise<void> {
  const again = await pack(await formatsHere(), "packed-again");
  await step("packing twice gives the same bytes", () => {
    const sums = (list: string[]) => fs.readFileSync(path.join(path.dirname(list[0] ?? work), "SHA256SUMS"), "utf8");
    must(sums(files) === sums(again), `the checksums differ:\n${sums(files)}${sums(again)}`);
    return `${files.length} files`;
  });
}

async function checkDeb(file: string): Promise<void> {
  const tree = path.join(work, "deb");
  const name = path.basename(file);
  const isComplete = await step(`${name} contains only files of allowed-files.txt`, async () => {
    await tool("dpkg-deb", ["-x", file, tree]);
    return checkTree(tree);
  });
  if (!isComplete) return;
  const folder = path.join(tree, "usr", "lib", "galley");
  await checkProgram(name, folder, path.join(tree, "usr", "bin", "galley"));
  if (isQuick) return;

  // Binaries are prebuilt (Go links statically), Debian's archive has no request for the package, and the control part has an extra file.
  const ignored =
    "unstripped-binary-or-object,statically-linked-binary,initial-upload-closes-no-bugs,embedded-library,unknown-control-file";
  await stepWith("lintian", "lintian", "lintian finds no error", () =>
    quietly("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", ignored, file),
  );
  await checkSystemFiles(path.join(tree, "usr"));
  const [next] = named.length > 0 ? [] : await pack(["deb"], "next", [`-c.extraMetadata.version=${NEXT_VERSION}`]);
  const deb = { file, next, version: versionIn(folder), isPlaceholder: isPlaceholder(folder) };
  await checkInstalling(deb, cleanRoot, ROOT);
}

/** Checks content and fuses, then runs the program with its own command. */
async function checkProgram(name: string, folder: string, command: string): Promise<void> {
  const content = path.join(work, "content");
  await step("the content has no secrets and no traces of this machine", () => {
    extractContent(folder, content);
    return checkSecrets(content, [ROOT, os.homedir() === "/root" ? "/root/" : os.homedir()]);
  });
  await step("the executable's fuses are set", () => checkFuses(path.join(folder, "galley")));
  const isReplaced = isPlaceholder(folder);
  const how = isReplaced ? ", ON THE STAND-IN instead of Electron" : "";
  await step(`${name}: galley serve saves and delivers an article${how}`, async () => {
    if (isReplaced) putStandIn(folder, content, { content, project: ROOT });
    const dataDir = path.join(work, "data");
    const site = await startSite();
    try {
      const env = { PATH: process.env.PATH, HOME: work };
      await whileRunning(command, ["serve", `--data-dir=${dataDir}`, ...ANY_PORTS], env, async (galley) => {
        await saveAndDeliver(galley, dataDir, site);
        if (process.arch === "x64") await mustCopy(galley, dataDir);
      });
    } finally {
      await site.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

/** @param usr the package's /usr */
async function checkSystemFiles(usr: string): Promise<void> {
  await stepWith("desktop-file-validate", "desktop-file-utils", "galley.desktop is valid", () =>
    quietly("desktop-file-validate", path.join(usr, "share/applications/galley.desktop")),
  );
  await stepWith("appstreamcli", "appstream", "the metainfo is valid", () =>
    quietly("appstreamcli", "validate", "--no-net", path.join(usr, "share/metainfo/org.galley.Galley.metainfo.xml")),
  );
  await stepWith("systemd-analyze", "systemd", "systemd-analyze security", async () => {
    const unit = path.join(usr, "lib/systemd/system/galley.service");
    const output = await tool("systemd-analyze", ["security", "--offline=yes", "--threshold=25", unit]);
    return /Overall exposure level.*$/m.exec(output)?.[0];
  });
}

async function checkRpm(file: string, files: string[]): Promise<void> {
  const noRpm = await missing("rpm", "rpm");
  if (noRpm !== null) return skip(path.basename(file), noRpm);
  const deb = files.find((other) => other.endsWith(".deb"));
  if (deb === undefined)
    return skip(path.basename(file), "the check compares it with the deb of the same release; name the deb, too");
  await step(`${path.basename(file)} contains the same files as the deb`, async () => {
    const tree = path.join(work, "deb-for-rpm");
    await tool("dpkg-deb", ["-x", deb, tree]);
    const sums = await tool("sh", ["-c", 'cd "$1" && find . -type f -exec sha256sum {} +', "sh", tree]);
    const dumped = await tool("rpm", ["-qp", "--dump", file]);
    const inDeb = [...sums.matchAll(/^(\w{64}) {2}\.(.+)$/gm)]
      .map(([, sum, name]) => `${name} ${sum}`)
      .filter((line) => !line.startsWith("/usr/share/doc/galley/changelog.Debian.gz "));
    const inRpm = [...dumped.matchAll(/^(\S+) \d+ \d+ (\w{64}) /gm)]
      .map(([, name, sum]) => `${name} ${sum}`)
      .filter((line) => !/ 0{64}$/.test(line));
    const differences = [...new Set(inDeb).symmetricDifference(new Set(inRpm))];
    must(differences.length === 0, `these differ:\n${differences.join("\n")}`);
    return `${inRpm.length} files`;
  });
  if (!fs.existsSync(cleanRoot)) return skip(`install ${path.basename(file)}`, "there is no clean root for it");
  await step(`install and remove ${path.basename(file)} in the same Debian, with rpm`, () =>
    checkRpmInstalling(file, cleanRoot, ROOT),
  );
}

async function checkTarball(file: string): Promise<void> {
  const to = path.join(work, "tarball");
  fs.mkdirSync(to);
  const name = path.basename(file);
  const isComplete = await step(`${name} contains only files of allowed-files.txt`, async () => {
    await tool("tar", ["-xzf", file, "-C", to]);
    const [top = "", ...others] = fs.readdirSync(to);
    must(others.length === 0, `it contains more than one folder: ${top}, ${others.join(", ")}`);
    return checkFolder(path.join(to, top));
  });
  const [top = ""] = fs.readdirSync(to);
  if (isComplete && filesIn(to).length > 0)
    await checkProgram(name, path.join(to, top), path.join(to, top, "bin", "galley"));
}
