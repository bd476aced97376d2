/** Choice of the command by the first argument, and help. */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { filesUnder } from "../../../scripts/lib/project.mjs";
import { spawnAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command, newFile } from "../../support/backups.ts";
import { ROOT, read } from "../../support/project-files.ts";

it("refuses an unknown command and lists the known ones", async () => {
  const ended = await command("serv", ["--data-dir", path.join(temporaryFolder(), "never")]);
  expect(ended).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^Unknown command "serv"\. Commands: serve, status, backup, restore.*, help\.\n$/),
  });
});

it("prints help for all commands or for one, and refuses an unknown one", async () => {
  const all = await command("help", []);
  expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("--trusted-proxies"), stderr: "" });
  for (const flag of ["--help", "-h"]) expect(await command(flag, [])).toEqual(all);
  const one = await command("backup", ["--help"]);
  expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^galley backup FILE[\s\S]*--passphrase-file/) });
  expect(await command("help", ["backup"])).toEqual(one);
  expect(await command("help", ["moon"])).toMatchObject({ code: 2, stderr: expect.stringContaining('"moon"') });
});

it("help, docs/operating.md and the README list exactly the known commands", async () => {
  const { stderr } = await command("none", []);
  const known = /Commands: (.*), help\./.exec(stderr)?.[1]?.split(", ").sort();
  const named = (file: string, pattern: RegExp) =>
    [...new Set([...read(file).matchAll(pattern)].map(([, name]) => name))].filter((name) => name !== "help").sort();
  expect(named("resources/help.txt", /^ {2}galley ([a-z-]+)/gm)).toEqual(known);
  expect(named("docs/operating.md", /^\| `galley ([a-z-]+)/gm)).toEqual(known);
  const lines = [...read("README.md").matchAll(/^ {4}galley ([a-z-]+(?: \| [a-z-]+)+)/gm)].flatMap(([, names = ""]) =>
    names.split(" | "),
  );
  expect(lines.sort()).toEqual(known);
});

it("exits with 2 for an unknown flag, so that a supervisor need not retry", async () => {
  const dataDir = path.join(temporaryFolder(), "never");
  const ended = await command("serve", ["--prot", "1", "--data-dir", dataDir]);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Galley did not start\. .*--prot/) });
  expect(fs.existsSync(dataDir)).toBe(false);
});

it("runs serve when no command is given, with the same flags", async () => {
  const appliance = await spawnAppliance({ args: ["--headless"], command: "serve" });
  expect(await (await fetch(`${appliance.url}/healthz`)).json()).toEqual({ status: "ok" });
  await appliance.close();
  expect(appliance.child.exitCode).toBe(0);
});

const isThere = (shell: string) => process.platform !== "win32" && spawnSync(shell, ["--version"]).status === 0;

/** The suggestions for the last word of a line. */
function inBash(script: string, ...line: string[]): string[] {
  const words = line.map((word) => `'${word}'`).join(" ");
  const call = `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${line.length - 1}; _galley; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", call], { encoding: "utf8" }).trim().split("\n");
}

it.runIf(isThere("bash"))("bash completes commands, flags, their values and files", async () => {
  const { stdout: script } = await command("completion", ["bash"]);
  expect(inBash(script, "galley", "st")).toEqual(["status", "standby"]);
  expect(inBash(script, "galley", "--log")).toEqual(["--log-format"]);
  expect(inBash(script, "galley", "serve", "--log-format", "")).toEqual(["text", "json"]);
  expect(inBash(script, "galley", "add-project", "--environment", "p")).toEqual(["prod"]);
  expect(inBash(script, "galley", "backup", "--f")).toEqual(["--force"]);
  expect(inBash(script, "galley", "replica", "dr")).toEqual(["drill"]);
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, "old backup.zip"), "");
  expect(inBash(script, "galley", "restore", path.join(folder, "o"))).toEqual([path.join(folder, "old backup.zip")]);
  expect(inBash(script, "galley", "restore", "--data-dir", path.join(folder, "o"))).toEqual([""]);
});

it.runIf(isThere("fish"))("fish completes commands, flags and their values", async () => {
  const { stdout: script } = await command("completion", ["fish"]);
  const inFish = (line: string) =>
    execFileSync("fish", ["--no-config", "-c", `${script}\ncomplete -C '${line}'`], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map((each) => each.split("\t")[0]);
  expect(inFish("galley st")).toEqual(["standby", "status"]);
  expect(inFish("galley backup --fo")).toEqual(["--force"]);
  expect(inFish("galley serve --log-format ")).toEqual(["json", "text"]);
});

it.runIf(isThere("zsh"))("zsh parses its completion script", async () => {
  const { stdout: script } = await command("completion", ["zsh"]);
  const file = newFile("_galley", script);
  expect(spawnSync("zsh", ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});

it("refuses an unknown shell and lists the known ones", async () => {
  expect(await command("completion", ["tcsh"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("galley completion bash|zsh|fish"),
  });
});

it("help, man page and completions in resources/ match the output of npm run describe", () => {
  const folder = temporaryFolder();
  execFileSync(process.execPath, [path.join(ROOT, "scripts/describe-commands.mjs"), folder]);
  const written = filesUnder(folder).map((file) => path.relative(folder, file));
  expect(written).toHaveLength(5);
  for (const name of written)
    expect(read(`resources/${name}`), name).toBe(fs.readFileSync(path.join(folder, name), "utf8"));
});
