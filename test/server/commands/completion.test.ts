/** Completion in the real shells, and the files that are generated from the table of commands. */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { filesUnder } from "../../../scripts/lib/project.mjs";
import { temporaryFolder } from "../../support/appliance.ts";
import { command } from "../../support/backups.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
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
  const file = path.join(temporaryFolder(), "_galley");
  fs.writeFileSync(file, script);
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
    expect(fs.readFileSync(path.join(ROOT, "resources", name), "utf8"), name).toBe(
      fs.readFileSync(path.join(folder, name), "utf8"),
    );
});
