import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findLitestream, findRclone } from "../../../server/replica/programs.ts";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-programs-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** A folder for PATH with one file. */
function folderWith(name: string, mode: number, version = "v0.3.13"): string {
  const bin = fs.mkdtempSync(path.join(folder, "bin-"));
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\necho ${version}\n`, { mode });
  return bin;
}

const pathOf = (...folders: string[]) => ({ PATH: folders.join(path.delimiter) });

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "prefers the Litestream 0.3.13 that npm installs to the one on PATH",
  () => {
    const found = findLitestream(pathOf(folderWith("litestream", 0o755)));
    expect(found).toMatch(/@flydotio[\\/]litestream-linux-x64[\\/]litestream$/);
    expect(execFileSync(found ?? "", ["version"], { encoding: "utf8" })).toBe("v0.3.13\n");
  },
);

test("uses the first program on PATH without an npm package, unless it writes another format", () => {
  const [first, second] = [folderWith("litestream", 0o755), folderWith("litestream", 0o755)];
  expect(findLitestream(pathOf(first, second), "linux-riscv64")).toBe(path.join(first, "litestream"));
  expect(findLitestream(pathOf(folderWith("litestream", 0o755, "0.5.2")), "linux-riscv64")).toBeNull();
});

test("ignores folders, files that are not executable, and relative entries of PATH", () => {
  const executable = folderWith("rclone", 0o755);
  fs.mkdirSync(path.join(folder, "rclone"));
  const relative = path.relative(process.cwd(), folderWith("rclone", 0o755));
  const env = pathOf("", relative, path.join(folder, "missing"), folder, folderWith("rclone", 0o644), executable);
  expect(findRclone(env)).toBe(path.join(executable, "rclone"));
});

test("finds nothing without a program, and nothing on Windows", () => {
  expect(findLitestream({}, "linux-riscv64")).toBeNull();
  expect(findRclone({ PATH: folder })).toBeNull();
  const windows = pathOf(folderWith("litestream", 0o755), folderWith("rclone", 0o755));
  expect(findLitestream(windows, "win32-x64")).toBeNull();
  expect(findRclone(windows, "win32-x64")).toBeNull();
});
