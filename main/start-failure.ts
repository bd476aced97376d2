/** A start that cannot go on: one sentence for the person and an exit code. */
import { app, dialog } from "electron";
import { ConfigError } from "../server/config.ts";
import { DatabaseRefused } from "../server/storage/database.ts";
import { isDiskFull, NO_ROOM_TO_START } from "../server/storage/disk-full.ts";

/** Ends the process with 1. */
export function refuseToStart(error: unknown): void {
  const sentence = sentenceFor(error);
  process.stderr.write(`Galley did not start. ${sentence}\n`);
  dialog.showErrorBox("Galley did not start", sentence);
  app.exit(1);
}

/** What happened and what to do, without a stack. */
function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.message;
  if (isDiskFull(error)) return NO_ROOM_TO_START;
  const { code, address, port, message } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} on ${address} is in use by another program. Quit that program, or start Galley with another port (--port, --console-port, --sandbox-port).`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `Galley may not use its data folder or port: ${message}`;
  return `Something went wrong that Galley did not foresee: ${message ?? String(error)}`;
}
