import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openFileLog } from "../../main/log.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "galley-log-"));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const read = (name: string) => fs.readFileSync(path.join(dataDir, "logs", name), "utf8");

test("a line says when, how grave and what, in the file and on stderr", () => {
  const log = openFileLog(dataDir, 1_000, () => 0);
  log.warn("The disk is nearly full.");
  expect(read("galley.log")).toBe("1970-01-01T00:00:00.000Z warning The disk is nearly full.\n");
  expect(process.stderr.write).toHaveBeenCalledWith(read("galley.log"));
});

test("an error brings its stack", () => {
  openFileLog(dataDir).error("Closing failed", new Error("why"));
  expect(read("galley.log")).toMatch(/error Closing failed\nError: why\n {4}at /);
});

test("the file stays under its limit over restarts, and the part before it is kept", () => {
  for (let start = 0; start < 5; start++) {
    const log = openFileLog(dataDir, 1_000, () => 0);
    for (let line = 0; line < 20; line++) log.info(`start ${start} line ${line}`);
  }
  expect(fs.readdirSync(path.join(dataDir, "logs")).sort()).toEqual(["galley.log", "galley.old.log"]);
  expect(read("galley.log").length).toBeLessThanOrEqual(1_000);
  expect(read("galley.old.log").length).toBeLessThanOrEqual(1_000);
  expect(read("galley.log").trimEnd()).toMatch(/start 4 line 19$/);
});
