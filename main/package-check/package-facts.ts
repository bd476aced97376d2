/**
 * What a package is, found without starting, installing or unpacking it: its checksum, its version and what it is made for.
 * What cannot be read inside is taken from RELEASE.json beside it, and last from its name.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readDebControl, readTarGz, readZip, Unreadable, type Wanted } from "./archives.ts";
import { MAX_RELEASE_BYTES, RELEASE_FILE, type Release, readRelease, versionIn } from "./release.ts";

export const KINDS = ["deb", "rpm", "AppImage", "exe", "msi", "dmg", "zip", "tar.gz"] as const;
export type Kind = (typeof KINDS)[number];

export interface PackageFacts {
  fileName: string;
  folder: string;
  bytes: number;
  /** 64 hexadecimal digits. */
  sha256: string;
  kind: Kind;
  /** What SHA256SUMS beside it says; absent: there is none, or it does not name the file. */
  checksum: "matches" | "differs" | "absent";
  /** What it calls itself, where it says so. */
  name: string | null;
  version: string | null;
  /** As `process.platform` and `process.arch`. */
  system: string | null;
  arch: string | null;
  /** The newest database that it knows. */
  schema: number | null;
  changes: Release["changes"];
  /** For a server: it brings a script that installs it. */
  hasInstaller: boolean;
  /** Why nothing could be read inside, in a sentence; null where it could, or such a package is not looked into. */
  fault: string | null;
}

/** Bytes; the largest of ours has a tenth of it. */
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_SUMS_BYTES = 1024 ** 2;
/** Read, hashed and let go again without holding up the service for longer than a millisecond. */
const CHUNK = 256 * 1024;
const SUMS = "SHA256SUMS";
const INSTALLER = "install.sh";
/** RELEASE.json lies near the top: in a folder, among the resources of an app. */
const MAX_DEPTH = 6;

const SYSTEM_OF: Record<Kind, string | null> = {
  deb: "linux",
  rpm: "linux",
  AppImage: "linux",
  exe: "win32",
  msi: "win32",
  dmg: "darwin",
  zip: null,
  "tar.gz": null,
};

/** What is to be shown to the person instead of facts. */
export class NoPackage extends Error {}

/**
 * @param onProgress told how much was read, 0 to 1
 * @throws NoPackage with a sentence; AbortError
 */
export async function readPackage(
  file: string,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<PackageFacts> {
  const fileName = path.basename(file);
  const folder = path.dirname(file);
  const kind = KINDS.find((each) => fileName.toLowerCase().endsWith(`.${each.toLowerCase()}`));
  if (kind === undefined)
    throw new NoPackage(`A package of Galley ends with ${KINDS.map((each) => `.${each}`).join(", ")}.`);
  const stat = await fs.promises.stat(file);
  if (!stat.isFile() || stat.size === 0) throw new NoPackage("It is no file, or an empty one.");
  if (stat.size > MAX_BYTES) throw new NoPackage("It is larger than 2 GB, which no package of Galley is.");
  const sha256 = await sha256Of(file, stat.size, onProgress, signal);
  const { fault, ...inside } = await readInside(file, kind, signal);
  const beside = inside.release ?? (await releaseBeside(folder, fileName, inside.version));
  const named = factsInName(fileName);
  return {
    fileName,
    folder,
    bytes: stat.size,
    sha256,
    kind,
    checksum: await checksumBeside(folder, fileName, sha256),
    name: inside.name ?? beside?.name ?? null,
    version: inside.version ?? beside?.version ?? named.version,
    system: SYSTEM_OF[kind] ?? inside.release?.system ?? named.system,
    arch: inside.arch ?? named.arch,
    schema: beside?.schema ?? null,
    changes: beside?.changes ?? [],
    hasInstaller: inside.hasInstaller,
    fault,
  };
}

async function sha256Of(
  file: string,
  size: number,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash("sha256");
  let read = 0;
  for await (const chunk of fs.createReadStream(file, { highWaterMark: CHUNK, signal })) {
    hash.update(chunk as Buffer);
    read += (chunk as Buffer).length;
    // The file may grow while it is read.
    if (read > MAX_BYTES) throw new NoPackage("It is larger than 2 GB, which no package of Galley is.");
    onProgress(Math.min(1, read / size));
  }
  return hash.digest("hex");
}

// What it says of itself.

interface Inside {
  release: Release | null;
  name: string | null;
  version: string | null;
  arch: string | null;
  hasInstaller: boolean;
  fault: string | null;
}

async function readInside(file: string, kind: Kind, signal: AbortSignal): Promise<Inside> {
  const nothing = { release: null, name: null, version: null, arch: null, hasInstaller: false, fault: null };
  try {
    if (!(await beginsAs(file, kind))) throw new Unreadable(`It does not begin as .${kind} files do.`);
    if (kind === "deb") return { ...nothing, ...(await insideDeb(file, signal)) };
    if (kind !== "zip" && kind !== "tar.gz") return nothing;
    const found = await (kind === "zip" ? readZip : readTarGz)(file, WANTED, signal);
    const release = readRelease(found.get(RELEASE_FILE) ?? Buffer.alloc(0));
    if (release === null) throw new Unreadable(`It holds no ${RELEASE_FILE}, so it may be none of Galley's.`);
    const { name, version, arch } = release;
    return { ...nothing, release, name, version, arch, hasInstaller: found.has(INSTALLER) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...nothing, fault: error.message };
  }
}

const WANTED: Wanted = {
  maxBytes: MAX_RELEASE_BYTES,
  name(file) {
    const parts = file.split("/");
    if (parts.at(-1) === RELEASE_FILE && parts.length <= MAX_DEPTH) return RELEASE_FILE;
    return parts.length === 2 && parts[1] === INSTALLER ? INSTALLER : null;
  },
};

async function insideDeb(file: string, signal: AbortSignal): Promise<Partial<Inside>> {
  const wanted = {
    maxBytes: MAX_RELEASE_BYTES,
    name: (name: string) => (/^(control|release)$/.test(name) ? name : null),
  };
  const found = await readDebControl(file, wanted, signal);
  if (found === null) return {};
  const control = found.get("control")?.toString("utf8") ?? "";
  const field = (name: string) => new RegExp(`^${name}: *(\\S{1,100})`, "m").exec(control)?.[1] ?? null;
  return {
    release: readRelease(found.get("release") ?? Buffer.alloc(0)),
    name: field("Package"),
    version: versionIn(field("Version") ?? ""),
    arch: archOf(field("Architecture") ?? ""),
  };
}

/** The first bytes that every file of a kind has, and where those of a disk image are: at its end. */
async function beginsAs(file: string, kind: Kind): Promise<boolean> {
  const handle = await fs.promises.open(file);
  try {
    const { size } = await handle.stat();
    const read = async (at: number) => (await handle.read(Buffer.alloc(16), 0, 16, Math.max(0, at))).buffer;
    const head = (await read(0)).toString("hex");
    if (kind === "dmg") return (await read(size - 512)).toString("latin1", 0, 4) === "koly";
    const begins: Record<Exclude<Kind, "dmg">, RegExp> = {
      deb: /^213c617263683e0a/,
      rpm: /^edabeedb/,
      AppImage: /^7f454c46.{8}4149/,
      exe: /^4d5a/,
      msi: /^d0cf11e0a1b11ae1/,
      zip: /^504b0304/,
      "tar.gz": /^1f8b08/,
    };
    return begins[kind].test(head);
  } finally {
    await handle.close();
  }
}

// What lies beside it, and its name.

/** That of another version lies there too when several were loaded into one folder. */
async function releaseBeside(folder: string, fileName: string, version: string | null): Promise<Release | null> {
  const bytes = await readSmall(path.join(folder, RELEASE_FILE), MAX_RELEASE_BYTES);
  const release = bytes === null ? null : readRelease(bytes);
  const own = version ?? versionIn(fileName);
  return release !== null && (own === null || own === release.version) ? release : null;
}

async function checksumBeside(folder: string, fileName: string, sha256: string): Promise<PackageFacts["checksum"]> {
  const text = (await readSmall(path.join(folder, SUMS), MAX_SUMS_BYTES))?.toString("utf8") ?? "";
  for (const line of text.split("\n")) {
    const [, sum, name] = /^([0-9a-f]{64}) [ *](.+?)\r?$/i.exec(line) ?? [];
    if (name === fileName) return sum?.toLowerCase() === sha256 ? "matches" : "differs";
  }
  return "absent";
}

async function readSmall(file: string, maxBytes: number): Promise<Buffer | null> {
  try {
    const stat = await fs.promises.stat(file);
    return stat.isFile() && stat.size <= maxBytes ? await fs.promises.readFile(file) : null;
  } catch {
    return null;
  }
}

function factsInName(fileName: string): { version: string | null; system: string | null; arch: string | null } {
  const words = fileName.toLowerCase().split(/[^a-z0-9]+/);
  const system = words.some((word) => ["mac", "macos", "darwin", "osx"].includes(word))
    ? "darwin"
    : words.some((word) => ["win", "windows", "win32"].includes(word))
      ? "win32"
      : words.includes("linux")
        ? "linux"
        : null;
  const arch = /x86_64|amd64|x64|aarch64|arm64|armv7l|armhf|i386|ia32/.exec(fileName.toLowerCase())?.[0];
  return { version: versionIn(fileName), system, arch: archOf(arch ?? "") };
}

/** As `process.arch` says it; null where it runs on any, or nothing is said. */
function archOf(word: string): string | null {
  if (/^(amd64|x86_64|x64)$/.test(word)) return "x64";
  if (/^(arm64|aarch64)$/.test(word)) return "arm64";
  if (/^(i386|ia32)$/.test(word)) return "ia32";
  return /^(armv7l|armhf)$/.test(word) ? "arm" : null;
}
