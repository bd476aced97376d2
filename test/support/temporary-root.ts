/** Puts all temporary folders of a run into one that is removed at its end, because workers end without exit handlers. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export function setup(): void {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "galley-tests-"));
  // POSIX uses TMPDIR, Windows TEMP.
  process.env.TMPDIR = process.env.TEMP = root;
  // The compile cache halves the start time of processes and worker threads.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, "compiled");
  // Not in Vitest's teardown, when workers still write: rmSync stops without an error if another process removes a file.
  // On Windows, files of an ended process can stay open for a moment.
  process.once("exit", () => fs.rmSync(root, { recursive: true, force: true, maxRetries: 10 }));
}
