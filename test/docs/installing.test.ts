/** Commands, flags, file names, labels and quotes in docs/installing.md and docs/operating.md match the product. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { filesUnder } from "../../scripts/lib/project.mjs";
import { type CommandName, flagsOf, isCommandName } from "../../server/commands/table.ts";
import { ROOT, read } from "../support/project-files.ts";

const page = read("docs/installing.md");
/** Texts for the admin to type: indented lines and text in backticks. */
const typedOn = (text: string) => [
  ...[...text.matchAll(/^ {4}(.+)$/gm)].map(([, line = ""]) => line),
  ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text),
];
const typed = typedOn(page);

/** @returns the calls of the program, each split into words */
const callsOf = (program: RegExp, lines = typed) =>
  lines.flatMap((line) => [...line.matchAll(program)].map(([, words = ""]) => words.trim().split(/\s+/)));

it.each(["docs/installing.md", "docs/operating.md"])("%s: every command and flag of galley exists", (name) => {
  const calls = callsOf(/(?:^|-u galley (?:-- )?)galley ((?:[a-z-]+)(?: [^#|`]*)?)/g, typedOn(read(name)));
  expect(calls.length).toBeGreaterThan(10);
  for (const [command = "", ...words] of calls) {
    if (command === "help") continue;
    expect(isCommandName(command), `galley ${command}`).toBe(true);
    const known = Object.keys(flagsOf(command as CommandName)).map((flag) => `--${flag}`);
    for (const word of words.filter((each) => each.startsWith("--")))
      expect(known, `galley ${command}`).toContain(word);
  }
});

it("docs/installing.md: every flag of install.sh exists", () => {
  const flags = callsOf(/sh install\.sh ((?:--[^`]+)?)/g)
    .flat()
    .filter((word) => word.startsWith("--"));
  expect(flags).toContain("--public-url");
  for (const flag of flags) expect(read("resources/server/install.sh")).toContain(flag);
});

it("docs/installing.md: package files have their real names", () => {
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
  // electron-builder also names the bundle after the executable.
  expect(read("electron-builder.yml")).toMatch(/^mac:\n(?: {2}.*\n)*? {2}executableName: Galley\n/m);
});

it("docs/installing.md: menus, pages and buttons have their real labels", () => {
  const sources = ["main", "renderer/console/messages/en", "renderer/editor/messages/en", "server/sandbox"]
    .flatMap((folder) => filesUnder(path.join(ROOT, folder)))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => fs.readFileSync(file, "utf8"))
    .join("\n");
  /** Labels of systems and browsers, and emphasised words. */
  const foreign =
    /^(isn't commonly downloaded|Windows protected your PC|More info|Run anyway|Only for me|Anyone who uses this computer|Finish|Applications|"Galley" Not Opened|Done|System Settings|Privacy & Security|Security|Open Anyway|Open|Galley wants to use your confidential information|Always Allow|Open file location|Installed apps|Galley Safe Storage|or|ok|skipped|warning|problem|held by|Galley)$/;
  const words = [...page.replace(/`[^`\n]+`/g, "").matchAll(/(?<![*\w])\*([^*]+?)\*(?!\*)/g)]
    .flatMap(([, text = ""]) => text.replace(/\s+/g, " ").split(" → "))
    .filter((word) => !foreign.test(word));
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter((word) => !sources.includes(word.replace(/ \d+$/, "")))).toEqual([]);
});

it("docs/installing.md: quoted messages exist in the package's scripts", () => {
  const quotes = [
    ["resources/linux/after-install.sh", /^ {4}(Galley is installed\. .*|As a service of this machine .*)$/gm],
    ["resources/linux/galley.sh", /"(This system lets only root set up the sandbox)"/g],
  ] as const;
  for (const [file, quoted] of quotes)
    for (const [, sentence = ""] of page.matchAll(quoted)) expect(read(file)).toContain(sentence);
});
