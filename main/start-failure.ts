/** A start that cannot go on: one sentence for the person, the stack for the log, and an exit code. */
import { app, dialog } from "electron";
import { ConfigError } from "../server/config.ts";
import { DatabaseRefused } from "../server/storage/database.ts";

/** Ends the process with 1. */
export function refuseToStart(error: unknown): void {
  process.stderr.write(`error: ${error instanceof Error ? error.stack : String(error)}\n`);
  dialog.showErrorBox("Galley cannot start", sentenceFor(error));
  app.exit(1);
}

/** What happened and what to do, without a stack. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.message;
  const { code, address, port, message } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} on ${address} is in use by another program. Quit that program, or start Galley with another port (--port, --console-port, --sandbox-port).`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `Galley may not use its data folder or port: ${message}`;
  return `Something went wrong that Galley did not foresee: ${message ?? String(error)}`;
}
