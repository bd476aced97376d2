/** A start that cannot go on: one sentence for the person and an exit code. */
import { app, dialog } from "electron";
import { ConfigError } from "../server/core/errors.ts";
import { DatabaseRefused } from "../server/storage/database.ts";
import { isDiskFull, NO_ROOM_TO_START } from "../server/storage/disk.ts";

/** Ends the process with 1, once the person has read why. */
export async function refuseToStart(error: unknown): Promise<void> {
  const sentence = sentenceFor(error);
  process.stderr.write(`Galley did not start. ${sentence}\n`);
  if (hasScreen(process.platform, process.env)) {
    // Before that, Electron writes a box to stderr on Linux instead of showing it.
    if (process.platform === "linux") await app.whenReady();
    dialog.showErrorBox("Galley did not start", sentence);
  }
  app.exit(1);
}

/** Elsewhere than on Linux a box can always be shown. */
function hasScreen(system: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  return system !== "linux" || [DISPLAY, WAYLAND_DISPLAY].some((name) => name !== undefined && name !== "");
}

/** What happened and what to do, without a stack. */
function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.message;
  if (isDiskFull(error)) return NO_ROOM_TO_START;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `Galley may not use its data folder or port: ${message}`;
  return `Something went wrong that Galley did not foresee: ${message ?? String(error)}`;
}
