/** What is in a package, beside what may be in it. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { extractAll, extractFile, listPackage, statFile, uncache } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { must } from "./steps.ts";

type Part = "app.asar" | "folder" | "deb";

/** The patterns of one part of allowed-files.txt. */
function allowed(part: Part): string[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, "allowed-files.txt"), "utf8");
  const section = text.split(/^\[(.+)\]$/m);
  return (section[section.indexOf(part) + 1] ?? "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replaceAll("@ARCH@", process.arch));
}

function mustBeAllowed(files: string[], patterns: string[]): void {
  const others = files.filter((file) => !patterns.some((pattern) => path.matchesGlob(file, pattern)));
  must(others.length === 0, `not in allowed-files.txt: ${others.slice(0, 20).join(", ")}`);
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

/** @param folder as electron-builder made it, wherever it was installed */
export function checkFolder(folder: string, others: string[] = []): string {
  const files = filesIn(folder).filter((file) => !others.includes(file));
  mustBeAllowed(files, allowed("folder"));
  const archive = path.join(folder, "resources", "app.asar");
  const packed = filesInAsar(archive);
  mustBeAllowed(packed, allowed("app.asar"));
  const unwanted = packed.filter((file) => /\.(map|tsx?|c|cpp|h)$|(^|\/)(cli|in-process)\.js$|(^|\/)test/.test(file));
  must(unwanted.length === 0, `does not belong there: ${unwanted.join(", ")}`);
  for (const file of ["dist/main/main.js", "dist/web/console/index.html", "dist/web/editor/index.html", "LICENSE"])
    must(packed.includes(file), `${file} is missing in app.asar`);
  for (const file of ["LICENSE.txt", "THIRD-PARTY-LICENSES.txt", "RELEASE.json"])
    must(files.includes(`resources/${file}`), `resources/${file} is missing`);
  const natives = [...packed, ...files].filter((file) => file.endsWith(".node"));
  must(
    natives.length === 2,
    `one native module is expected, in the archive's list and unpacked: ${natives.join(", ")}`,
  );
  // npm's lock has it for x64 alone.
  if (process.arch === "x64") {
    const litestream = "resources/app.asar.unpacked/node_modules/@flydotio/litestream-linux-x64/litestream";
    const version = execFileSync(path.join(folder, litestream), ["version"], { encoding: "utf8" });
    must(version === "v0.3.13\n", `Litestream is ${version}`);
  }
  return `${packed.length} files in app.asar (${megabytes(fs.statSync(archive).size)}), ${files.length} beside it`;
}

export function checkTree(tree: string): string {
  const files = filesIn(tree).filter((file) => !file.startsWith("usr/lib/galley/"));
  const beside = filesIn(path.join(tree, "usr", "lib", "galley")).map((file) => `usr/lib/galley/${file}`);
  const folder = allowed("folder").map((pattern) => `usr/lib/galley/${pattern}`);
  mustBeAllowed([...files, ...beside], [...allowed("deb"), ...folder]);
  const own = ["apparmor-profile", "bin/after-install", "bin/before-remove"];
  return checkFolder(path.join(tree, "usr", "lib", "galley"), own);
}

/**
 * Secrets, and traces of the machine that packed, in any text of a package. What looks like a key in the words of a
 * library that reads keys has no body of 64 letters below it.
 * @param folder holds the archive's content, extracted
 * @param traces of this machine, such as the project's folder
 */
export function checkWords(folder: string, traces: string[]): string {
  const files = filesIn(folder).filter((file) => /\.(js|json|css|html|txt|sql|svg|sh)$/.test(file));
  for (const file of files) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    must(!/-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/=]{40,}/.test(text), `${file} holds a private key`);
    must(!/\b(ghp_\w{36}|npm_\w{36}|AKIA[A-Z\d]{16}|_authToken)\b/.test(text), `${file} holds a token`);
    const trace = traces.find((word) => text.includes(word));
    must(trace === undefined, `${file} names ${trace}, which is of the machine that packed`);
  }
  return `${files.length} texts`;
}

/** Reads the fuses back that electron-builder.yml sets. */
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

/** Unpacks app.asar, with what lies beside it. */
export function extractContent(folder: string, to: string): void {
  const archive = path.join(folder, "resources", "app.asar");
  fs.rmSync(to, { recursive: true, force: true });
  // An upgrade has put another archive in the place of one that was read before.
  uncache(archive);
  extractAll(archive, to);
  // With the right to be run, which the archive does not keep of what lies beside it.
  fs.cpSync(`${archive}.unpacked`, to, { recursive: true });
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
