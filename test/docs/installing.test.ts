/** docs/installing.md, and the commands of docs/operating.md: an admin who types what stands there, or looks for it, finds it. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { filesUnder } from "../../scripts/lib/stamp.mjs";
import { type CommandName, flagsOf, isCommandName } from "../../server/commands/table.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => fs.readFileSync(path.join(ROOT, name), "utf8");
const page = read("docs/installing.md");
/** What is to be typed: indented lines, and what stands in backticks. */
const typedOn = (text: string) => [
  ...[...text.matchAll(/^ {4}(.+)$/gm)].map(([, line = ""]) => line),
  ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words),
];
const typed = typedOn(page);

/** @returns the commands of the program, each with its words */
const called = (program: RegExp, lines = typed) =>
  lines.flatMap((line) => [...line.matchAll(program)].map(([, words = ""]) => words.trim().split(/\s+/)));

it.each(["docs/installing.md", "docs/operating.md"])("%s: every command and flag of galley is there", (name) => {
  const calls = called(/(?:^|-u galley (?:-- )?)galley ((?:[a-z-]+)(?: [^#|`]*)?)/g, typedOn(read(name)));
  expect(calls.length).toBeGreaterThan(10);
  for (const [command = "", ...words] of calls) {
    if (command === "help") continue;
    expect(isCommandName(command), `galley ${command}`).toBe(true);
    const known = Object.keys(flagsOf(command as CommandName)).map((flag) => `--${flag}`);
    for (const word of words.filter((each) => each.startsWith("--")))
      expect(known, `galley ${command}`).toContain(word);
  }
});

it("every flag of install.sh is there", () => {
  const flags = called(/sh install\.sh ((?:--[^`]+)?)/g)
    .flat()
    .filter((word) => word.startsWith("--"));
  expect(flags).toContain("--public-url");
  for (const flag of flags) expect(read("resources/server/install.sh")).toContain(flag);
});

it("files are called as they are packed", () => {
  const patterns = [
    /^galley_[\d.]+-1_(amd64|arm64)\.deb$/,
    /^galley-[\d.]+-1\.(x86_64|aarch64)\.rpm$/,
    /^galley-(server-)?[\d.]+-linux-(x64|arm64)\.tar\.gz$/,
    /^Galley-[\d.]+-(x86_64|arm64)\.AppImage$/,
    /^Galley-Setup-[\d.]+-(x64|arm64)\.exe$/,
    /^Galley-[\d.]+-(x64|arm64)\.(msi|dmg)$/,
  ];
  const named = typed.flatMap((line) => line.match(/\bgalley[_-](?:[A-Za-z]+-)?\d[\w.-]*\.[A-Za-z]+\b/gi) ?? []);
  expect(new Set(named).size).toBeGreaterThanOrEqual(7);
  for (const name of named)
    expect(
      patterns.some((pattern) => pattern.test(name)),
      name,
    ).toBe(true);
  expect(read("electron-builder.yml")).toMatch(/artifactName: Galley-Setup-\$\{version\}-\$\{arch\}/);
  // electron-builder calls the bundle, too, after the executable.
  expect(read("electron-builder.yml")).toMatch(/^mac:\n(?: {2}.*\n)*? {2}executableName: Galley\n/m);
});

it("menus, pages and buttons are called as they are", () => {
  const sources = ["main", "renderer/console/messages/en", "renderer/editor/messages/en", "server/sandbox"]
    .flatMap((folder) => filesUnder(path.join(ROOT, folder)))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => fs.readFileSync(file, "utf8"))
    .join("\n");
  /** Of systems and browsers, and a word that is only stressed. */
  const foreign =
    /^(isn't commonly downloaded|Windows protected your PC|More info|Run anyway|Only for me|Anyone who uses this computer|Finish|Applications|"Galley" Not Opened|Done|System Settings|Privacy & Security|Security|Open Anyway|Open|Galley wants to use your confidential information|Always Allow|Open file location|Installed apps|Galley Safe Storage|or|ok|skipped|warning|problem|held by|Galley)$/;
  const words = [...page.replace(/`[^`\n]+`/g, "").matchAll(/(?<![*\w])\*([^*]+?)\*(?!\*)/g)]
    .flatMap(([, text = ""]) => text.replace(/\s+/g, " ").split(" → "))
    .filter((word) => !foreign.test(word));
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter((word) => !sources.includes(word.replace(/ \d+$/, "")))).toEqual([]);
});

it("sentences that are quoted are said", () => {
  const said = [
    ["resources/linux/after-install.sh", /^ {4}(Galley is installed\. .*|As a service of this machine .*)$/gm],
    ["resources/linux/galley.sh", /"(This system lets only root set up the sandbox)"/g],
  ] as const;
  for (const [file, quoted] of said)
    for (const [, sentence = ""] of page.matchAll(quoted)) expect(read(file)).toContain(sentence);
});
