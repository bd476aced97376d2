/**
 * `npm run package [-- flags of electron-builder]`: packs the desktop app into release/, by default as an unpacked folder for
 * this system; `--linux deb rpm tar.gz` selects formats. Without an Electron runtime, it packs a placeholder and marks every
 * file name.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { megabytes, Problem, projectEnv, projectNode, root, run, runMain, say, sizeOf } from "./lib/project.mjs";
import { LINUX_FORMATS, requireTools } from "./package/linux-formats.mjs";
import { RELEASE_FILE, releaseFacts, sourceDate, writeChecksums, writeReleaseFacts } from "./package/release.mjs";
import { findRuntime } from "./package/runtime.mjs";

/** @typedef {import("./package/runtime.mjs").System} System */
/** @typedef {import("./package/runtime.mjs").Arch} Arch */
/**
 * @typedef {object} Request
 * @property {System} system
 * @property {Arch} arch
 * @property {string[]} formats such as deb, dir, nsis; if empty, those of electron-builder.yml
 * @property {string[]} rest other flags for electron-builder
 */

const require = createRequire(import.meta.url);

/** Systems, with the names of their flags. @type {[System, RegExp][]} */
const SYSTEMS = [
  ["linux", /^l(inux)?$/],
  ["win32", /^w(in|indows)?$/],
  ["darwin", /^(m|mac|macos|o)$/],
];
/** Architectures of electron-builder. Only the first two have a database prebuild and a single runtime. */
const ARCHES = ["x64", "arm64", "ia32", "armv7l", "universal"];

/** Prefix of packages without a runtime. */
const NOT_A_RELEASE = "NOT-A-RELEASE-";
/** Formats for electron-builder if it is to make none of the requested ones. */
const DEFAULT_FORMATS = { linux: ["dir"], win32: [], darwin: [] };
const INSTALLERS = /\.(AppImage|exe|msi|dmg|zip|snap|flatpak)$/;

runMain(async () => {
  const request = readRequest(process.argv.slice(2));
  if (request.system === "linux") requireTools(request.formats);
  return await withLock(async () => {
    await ensureDependencies();
    const compiled = path.join(root, "node_modules", "better-sqlite3", "build", "Release", "better_sqlite3.node");
    if (fs.existsSync(compiled))
      say("better-sqlite3 was compiled here (npm run rebuild). The package takes its prebuild instead.");
    const runtime = await findRuntime(request);
    await ensureBuilt(ALL_TARGETS);
    const mark = runtime.isPlaceholder ? NOT_A_RELEASE : "";
    const release = path.resolve(root, configValue(request.rest, "directories.output") ?? "release");
    const names = await pack(request, runtime, { release, mark });
    if (names.length > 0) {
      writeReleaseFacts(path.join(release, RELEASE_FILE));
      await writeChecksums(release, [...names, RELEASE_FILE]);
    }
    for (const name of names) say(`${megabytes(fs.statSync(path.join(release, name)).size)}  ${name}`);
    const folder = path.join(release, unpackedFolder(request));
    const own = path.join(folder, request.system === "darwin" ? "Galley.app/Contents/Resources" : "resources");
    say(`Unpacked in ${path.relative(root, folder)}: ${megabytes(sizeOf(own))} Galley, the rest is Electron.`);
    say(
      runtime.isPlaceholder
        ? "Packed WITHOUT the Electron runtime, which cannot be downloaded. The package shows its content but does not start."
        : `Packed into ${path.relative(root, release)}.`,
    );
    return 0;
  });
});

/**
 * @param {string[]} words flags of electron-builder: `--linux deb tar.gz --x64 -c.directories.output=DIR`, or `-l=deb:x64`
 * @returns {Request}
 * @throws {Problem} for more than one system or architecture, or an unsupported one
 */
function readRequest(words) {
  /** @type {Set<System>} */
  const systems = new Set();
  /** @type {Set<string>} */
  const arches = new Set();
  /** @type {string[]} */
  const formats = [];
  /** @type {string[]} */
  const rest = [];
  let listsFormats = false;
  for (const word of words) {
    const [, flag = "", value] = /^--?([a-z\d]+)(?:=(.*))?$/.exec(word) ?? [];
    const [system] = SYSTEMS.find(([, names]) => names.test(flag)) ?? [];
    if (word.startsWith("-")) listsFormats = system !== undefined;
    if (system !== undefined) {
      systems.add(system);
      if (value) formats.push(value);
    } else if (ARCHES.includes(flag)) arches.add(flag);
    else if (listsFormats || flag === "dir") formats.push(flag || word);
    else rest.push(word);
  }
  for (const format of formats) for (const arch of format.split(":").slice(1)) arches.add(arch);
  if (systems.size > 1 || arches.size > 1)
    throw new Problem(`Pack one system and one architecture at a time, not ${[...systems, ...arches].join(", ")}.`);
  const named = [...systems][0] ?? process.platform;
  const [system] = SYSTEMS.find(([name]) => name === named) ?? [];
  const arch = [...arches][0] ?? process.arch;
  if (system === undefined) throw new Problem(`Galley has packages for Linux, Windows and macOS, not for ${named}.`);
  if (arch !== "x64" && arch !== "arm64") throw new Problem(`Galley has packages for x64 and arm64, not for ${arch}.`);
  return { system, arch, formats: formats.map((format) => format.replace(/:.*/, "")), rest };
}

/**
 * @param {Request} request
 * @param {import("./package/runtime.mjs").ElectronRuntime} runtime
 * @param {{ release: string, mark: string }} where
 * @returns {Promise<string[]>} names of the new files in the release folder
 */
async function pack(request, runtime, { release, mark }) {
  const isOwn = (/** @type {string} */ format) => request.system === "linux" && LINUX_FORMATS[format] !== undefined;
  const theirs = request.formats.filter((format) => !isOwn(format));
  const { version: current, author, homepage } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const version = configValue(request.rest, "extraMetadata.version") ?? current;
  writeResources({ ...releaseFacts(request), version });
  const startedAt = Date.now();
  const formats = theirs.length === 0 ? DEFAULT_FORMATS[request.system] : theirs;
  await electronBuilder({ ...request, formats }, runtime, mark);
  const made = fs.readdirSync(release).filter((name) => {
    return INSTALLERS.test(name) && fs.statSync(path.join(release, name)).mtimeMs >= startedAt;
  });
  const folder = path.join(release, unpackedFolder(request));
  const packed = { folder, version, arch: request.arch, author, homepage, date: sourceDate(), mark };
  for (const format of request.formats.filter(isOwn)) {
    const name = await LINUX_FORMATS[format]?.(packed, release);
    if (name !== undefined) made.push(name);
  }
  return made;
}

/** Writes the files of the package's resources folder. @param {import("./package/release.mjs").Release} release */
function writeResources(release) {
  const folder = path.join(root, "dist", "app-resources");
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`);
  fs.copyFileSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE.txt"));
  const licences = "THIRD-PARTY-LICENSES.txt";
  fs.copyFileSync(path.join(root, "dist", licences), path.join(folder, licences));
}

/**
 * @param {Request} request
 * @param {import("./package/runtime.mjs").ElectronRuntime} runtime
 * @param {string} mark
 */
async function electronBuilder({ system, arch, formats, rest }, runtime, mark) {
  const { path7za } = require("7zip-bin");
  // The package ships the program without the right to execute it.
  fs.chmodSync(path7za, 0o755);
  const flags = [
    { linux: "--linux", win32: "--win", darwin: "--mac" }[system],
    ...formats,
    `--${arch}`,
    "--publish=never",
    `-c.electronVersion=${runtime.version}`,
    `-c.electronDist=${runtime.folder}`,
    ...(mark === "" ? [] : [`-c.artifactName=${mark}Galley-\${version}-\${arch}.\${ext}`]),
    // Apple silicon only starts signed apps, so the app is signed ad hoc if there is no certificate.
    ...(system === "darwin" && !process.env.CSC_LINK && !process.env.CSC_NAME
      ? ["-c.mac.identity=-", "-c.mac.hardenedRuntime=false"]
      : []),
    ...rest,
  ];
  const env = { ...withoutEmptySecrets(projectEnv()), ELECTRON_BUILDER_7ZIP_PATH: path7za };
  const builder = path.join(root, "node_modules", "electron-builder", "cli.js");
  const { code } = await run(projectNode(), [builder, ...flags], { env });
  if (code !== 0)
    throw new Problem(
      "electron-builder failed. The reason is above. For AppImage, NSIS, MSI and dmg it downloads tools from github.com.",
    );
}

/** The value of `-c.<key>=`. @param {string[]} flags @param {string} key of electron-builder's configuration */
function configValue(flags, key) {
  const given = flags.findLast((flag) => [`-c.${key}=`, `--config.${key}=`].some((name) => flag.startsWith(name)));
  return given?.replace(/^[^=]*=/, "");
}

/** The folder of the unpacked app in the release folder. @param {Request} request */
function unpackedFolder({ system, arch }) {
  const base = { linux: "linux", win32: "win", darwin: "mac" }[system];
  const suffix = arch === "x64" ? "" : `-${arch}`;
  return `${base}${suffix}${system === "darwin" ? "" : "-unpacked"}`;
}

/**
 * Workflows set missing secrets to "", and electron-builder treats an empty CSC_LINK as the path of a certificate.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutEmptySecrets(env) {
  const isEmpty = (/** @type {string} */ name) => env[name] === "" && /^(CSC_|WIN_CSC_|APPLE_)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isEmpty(name)));
}
