/** What the box about a package says: what it is, whether it came whole, what is new in it, and how it is installed. */
import path from "node:path";
import type { Kind, PackageFacts } from "./package-facts.ts";
import { compareVersions } from "./release.ts";

/** This Galley. */
export interface Here {
  version: string;
  system: string;
  arch: string;
  /** Number of the newest migration. */
  schema: number;
}

export interface Words {
  isWarning: boolean;
  message: string;
  detail: string;
  /** To be copied into a terminal; null where it is installed by a double click. */
  command: string | null;
}

const SYSTEMS: Record<string, string> = { linux: "Linux", win32: "Windows", darwin: "macOS" };
const MAX_CHANGES = 12;
const MAX_CHANGE = 140;
const MAX_NAME = 120;
const MAX_COMMAND = 300;
/** Of what could not be read: a library's sentence may repeat the archive's own words. */
const MAX_FAULT = 300;
/** What a terminal takes for a key that is pressed, in quotes too, and what makes a line look like another. */
const NOT_FOR_TERMINALS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export function wordsFor(facts: PackageFacts, here: Here): Words {
  const warnings = warningsFor(facts, here);
  // What was damaged, or is for another machine, is not to be installed at all.
  const isUsable = facts.checksum !== "differs" && facts.fault === null && isGalley(facts) && fits(facts, here);
  const { command, text } = installation(facts);
  return {
    isWarning: warnings.length > 0,
    message: messageFor(facts, here),
    detail: [
      fileLines(facts),
      ...warnings,
      changesFor(facts, here),
      isUsable ? `${text}\nMake a backup first (Settings, Backups).` : "",
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
    command: isUsable ? command : null,
  };
}

function messageFor({ version, system, arch, ...facts }: PackageFacts, here: Here): string {
  if (!isGalley({ ...facts, version, system, arch })) return "This is no package of Galley.";
  const place = [
    system === null ? null : (SYSTEMS[system] ?? oneLine(system, 20)),
    arch === null ? null : oneLine(arch, 20),
  ]
    .filter((part) => part !== null)
    .join(" ");
  const what = `Galley ${version ?? "of an unknown version"}${place === "" ? "" : ` for ${place}`}`;
  if (version === null) return what;
  const order = compareVersions(version, here.version);
  if (order === 0) return `${what}: the version that runs here`;
  return `${what}: ${order > 0 ? "newer" : "older"} than ${here.version}, which runs here`;
}

function fileLines({ fileName, bytes, sha256, checksum }: PackageFacts): string {
  const said = {
    matches: "It is the checksum in SHA256SUMS beside it: the file came whole.",
    differs: "",
    absent: "There is no SHA256SUMS beside it that names it: compare it with the one where you got the file.",
  }[checksum];
  return `${oneLine(fileName, MAX_NAME)} (${sizeOf(bytes)})\nSHA-256 ${sha256.slice(0, 32)}\n${sha256.slice(32)}\n${said}`.trimEnd();
}

function warningsFor(facts: PackageFacts, here: Here): string[] {
  const { checksum, fault, version, schema, system, arch, kind } = facts;
  const warnings: string[] = [];
  if (checksum === "differs")
    warnings.push(
      "Its checksum is not the one in SHA256SUMS beside it: it was damaged on its way, or changed. Do not install it; get it anew.",
    );
  if (fault !== null) warnings.push(`${faultInWords(fault)} Do not install it; get it anew.`);
  if (!isGalley(facts)) return warnings;
  if (!fits(facts, here)) {
    const one = `${SYSTEMS[here.system] ?? here.system} ${here.arch}`;
    const other = `${system === null ? "" : (SYSTEMS[system] ?? oneLine(system, 20))} ${arch === null ? "" : oneLine(arch, 20)}`;
    warnings.push(`It is for ${other.trim()}, and this computer is ${one}.`);
  }
  if (schema !== null && schema < here.schema)
    warnings.push(
      "It does not know the database of this Galley, and would refuse to open it. To go back, install it and restore a backup that it made.",
    );
  else if (version !== null && schema === null && compareVersions(version, here.version) < 0)
    warnings.push(
      "It is older. Where the database has changed since, it refuses to open this one; to go back then, restore a backup that it made.",
    );
  if (version === null && fault === null)
    warnings.push(`Which version it is stands nowhere: neither in it, nor in its name (.${kind}).`);
  return warnings;
}

function changesFor({ version, changes }: PackageFacts, here: Here): string {
  if (version === null || compareVersions(version, here.version) <= 0) return "";
  const lines = changes
    .filter((each) => compareVersions(each.version, here.version) > 0)
    .flatMap((each) => each.lines.map((line) => `• ${oneLine(line, MAX_CHANGE)}`));
  if (lines.length === 0) return "What is new in it could not be read.";
  const more = lines.length > MAX_CHANGES ? [`… and ${lines.length - MAX_CHANGES} more`] : [];
  return ["New since this version:", ...lines.slice(0, MAX_CHANGES), ...more].join("\n");
}

/** Said by itself where it says so, else by the name of the file. */
function isGalley({ name, fileName }: PackageFacts): boolean {
  return name === null ? /galley/i.test(fileName) : name.toLowerCase() === "galley";
}

function fits({ system, arch }: PackageFacts, here: Here): boolean {
  return (system === null || system === here.system) && (arch === null || arch === here.arch);
}

function installation({ kind, fileName, folder, hasInstaller }: PackageFacts): {
  command: string | null;
  text: string;
} {
  const file = path.join(folder, fileName);
  if ((kind === "deb" || kind === "rpm") && NOT_FOR_TERMINALS.test(file))
    return {
      command: null,
      text: "Its name or folder holds signs that no command can name. Rename it before you install it.",
    };
  const quotedFile = quoted(file);
  const commands: Partial<Record<Kind, string>> = {
    deb: `sudo apt install ${quotedFile}`,
    rpm: `sudo dnf install ${quotedFile}`,
  };
  const command = commands[kind] ?? null;
  const said: Record<Kind, string> = {
    deb: `To install it, quit Galley and run in a terminal: ${oneLine(command ?? "", MAX_COMMAND)}`,
    rpm: `To install it, quit Galley and run in a terminal (zypper in the place of dnf on openSUSE): ${oneLine(command ?? "", MAX_COMMAND)}`,
    AppImage:
      "To install it, quit Galley, put the file in the place of the one that you start now, and allow it to be run.",
    exe: "To install it, quit Galley and open the file.",
    msi: "To install it, quit Galley and open the file, or run msiexec /i with it.",
    dmg: "To install it, quit Galley, open the file, and drag Galley onto Applications, in the place of the old one.",
    zip: "To install it, quit Galley, unpack the file, and put Galley in the place of the old one.",
    "tar.gz": hasInstaller
      ? "It is the service for a server: unpack it there, and run sudo ./install.sh in its folder."
      : "To install it, quit Galley, unpack the file into a folder of its own, and start bin/galley in it.",
  };
  return { command, text: said[kind] };
}

/** For a shell, whatever stands in the name. */
function quoted(file: string): string {
  return /^[\w./+~-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Why a file could not be read, in one line that stays within the box. */
export function faultInWords(fault: string): string {
  return oneLine(fault, MAX_FAULT);
}

/** One line of somebody else's words: nothing in it ends the line, turns its direction or goes on without end. */
function oneLine(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]+/gu, " ").trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
