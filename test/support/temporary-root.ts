/** All temporary folders of a test run lie in one, which goes with the run: workers end without running exit handlers. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export function setup(): () => void {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "galley-tests-"));
  // POSIX asks for the first, Windows for the second.
  process.env.TMPDIR = process.env.TEMP = root;
  // Processes and worker threads start in half the time: their code is compiled once a run.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, "compiled");
  // Windows lets nobody remove what is still open, for a moment after a process's end, too.
  return () => fs.rmSync(root, { recursive: true, force: true, maxRetries: 10 });
}
