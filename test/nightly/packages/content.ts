/** Checks the content of a package. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { extractAll, extractFile, listPackage, statFile, uncache } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { megabytes } from "../../../scripts/lib/project.mjs";
import { must } from "./steps.ts";

type Part = "app.asar" | "folder" | "deb";

/** The patterns of a section of allowed-files.txt. */
function allowed(part: Part): string[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, "allowed-files.txt"), "utf8");
  const section = text.split(/^\[(.+)\]$/m);
  return (section[section.indexOf(part) + 1] ?? "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replaceAll("@ARCH@", process.arch));
}

function mustBeAllowed(files: string[], patterns: string[]): void {
  const unexpected = files.filter((file) => !patterns.some((pattern) => path.matchesGlob(file, pattern)));
  must(unexpected.length === 0, `not in allowed-files.txt: ${unexpected.slice(0, 20).join(", ")}`);
}

/** Files and links below a folder, relative to it. */
export function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** The files in an archive, as paths without a leading slash. */
export function filesInAsar(archive: string): string[] {
  return listPackage(archive, { isPack: false })
    .map((entry) => entry.slice(1))
    .filter((entry) => !("files" in statFile(archive, entry)));
}

/** @param folder the unpacked app @param others files to ignore */
export function checkFolder(folder: string, others: string[] = []): string {
  const files = filesIn(folder).filter((file) => !others.includes(file));
  mustBeAllowed(files, allowed("folder"));
  const archive = path.join(folder, "resources", "app.asar");
  const packed = filesInAsar(archive);
  mustBeAllowed(packed, allowed("app.asar"));
  const unwanted = packed.filter((file) => /\.(map|tsx?|c|cpp|h)$|(^|\/)(cli|in-process)\.js$|(^|\/)test/.test(file));
  must(unwanted.length === 0, `these files do not belong in app.asar: ${unwanted.join(", ")}`);
  for (const file of ["dist/main/main.js", "dist/web/console/index.html", "dist/web/editor/index.html", "LICENSE"])
    must(packed.includes(file), `${file} is missing in app.asar`);
  for (const file of ["LICENSE.txt", "THIRD-PARTY-LICENSES.txt", "RELEASE.json"])
    must(files.includes(`resources/${file}`), `resources/${file} is missing`);
  const natives = [...packed, ...files].filter((file) => file.endsWith(".node"));
  must(natives.length === 2, `expected one native module, in the archive's list and unpacked: ${natives.join(", ")}`);
  // package-lock.json has it only for x64.
  if (process.arch === "x64") {
    const litestream = "resources/app.asar.unpacked/node_modules/@flydotio/litestream-linux-x64/litestream";
    const version = execFileSync(path.join(folder, litestream), ["version"], { encoding: "utf8" });
    must(version === "v0.3.13\n", `Litestream is ${version}`);
  }
  return `${packed.length} files in app.asar (${megabytes(fs.statSync(archive).size)}), ${files.length} outside`;
}

export function checkTree(tree: string): string {
  const files = filesIn(tree).filter((file) => !file.startsWith("usr/lib/galley/"));
  const installed = filesIn(path.join(tree, "usr", "lib", "galley")).map((file) => `usr/lib/galley/${file}`);
  const folder = allowed("folder").map((pattern) => `usr/lib/galley/${pattern}`);
  mustBeAllowed([...files, ...installed], [...allowed("deb"), ...folder]);
  const own = ["apparmor-profile", "bin/after-install", "bin/before-remove"];
  return checkFolder(path.join(tree, "usr", "lib", "galley"), own);
}

/**
 * Searches the texts of a package for secrets and traces of the packing machine. A key header must be followed by a key, since
 * libraries that parse keys contain the header, too.
 * @param folder the extracted content of the archive
 * @param traces texts of this machine, such as the project's folder
 */
export function checkSecrets(folder: string, traces: string[]): string {
  const files = filesIn(folder).filter((file) => /\.(js|json|css|html|txt|sql|svg|sh)$/.test(file));
  for (const file of files) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    must(!/-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/=]{40,}/.test(text), `${file} contains a private key`);
    must(!/\b(ghp_\w{36}|npm_\w{36}|AKIA[A-Z\d]{16}|_authToken)\b/.test(text), `${file} contains a token`);
    const trace = traces.find((each) => text.includes(each));
    must(trace === undefined, `${file} contains ${trace}, a path of the packing machine`);
  }
  return `${files.length} texts`;
}

/** Checks that the executable has the fuses of electron-builder.yml. */
export async function checkFuses(executable: string): Promise<void> {
  const wire = await getCurrentFuseWire(executable);
  const on = [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseV1Options.OnlyLoadAppFromAsar];
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ];
  for (const fuse of on) must(wire[fuse] === FuseState.ENABLE, `${FuseV1Options[fuse]} is not on`);
  for (const fuse of off) must(wire[fuse] === FuseState.DISABLE, `${FuseV1Options[fuse]} is not off`);
}

export function versionIn(folder: string): string {
  return JSON.parse(extractFile(path.join(folder, "resources", "app.asar"), "package.json").toString("utf8")).version;
}

/** Extracts app.asar and its unpacked files. */
export function extractContent(folder: string, to: string): void {
  const archive = path.join(folder, "resources", "app.asar");
  fs.rmSync(to, { recursive: true, force: true });
  // An upgrade may have replaced an archive that was read before.
  uncache(archive);
  extractAll(archive, to);
  // Restores the right to execute, which the archive does not store for unpacked files.
  fs.cpSync(`${archive}.unpacked`, to, { recursive: true });
}
