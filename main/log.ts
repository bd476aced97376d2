/** The desktop app's log: lines on stderr and in `<dataDir>/logs/galley.log`, of which one older part is kept. */
import fs from "node:fs";
import path from "node:path";
import type { Log } from "../server/core/runtime.ts";

/** Bytes at which the file becomes `galley.old.log`: both together stay below twice this. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Lines are rare and are written at once, so that the last one before a crash is there. A disk that takes no more
 * lines does not stop the appliance: stderr still gets them.
 */
export function openFileLog(dataDir: string, maxBytes = MAX_BYTES, now: () => number = Date.now): Log {
  const folder = path.join(dataDir, "logs");
  const file = path.join(folder, "galley.log");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  let size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

  function write(level: string, message: string): void {
    const line = `${new Date(now()).toISOString()} ${level} ${message}\n`;
    process.stderr.write(line);
    try {
      if (size > 0 && size + Buffer.byteLength(line) > maxBytes) {
        fs.renameSync(file, path.join(folder, "galley.old.log"));
        size = 0;
      }
      fs.appendFileSync(file, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch (error) {
      process.stderr.write(`warning: the log file could not be written: ${(error as Error).message}\n`);
    }
  }

  return {
    info: (message) => write("info", message),
    warn: (message) => write("warning", message),
    error: (message, error) =>
      write(
        "error",
        error === undefined ? message : `${message}\n${error instanceof Error ? error.stack : String(error)}`,
      ),
  };
}
