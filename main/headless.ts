/** The same program without a window: `galley serve`, `backup`, `doctor` … and `--headless` of an installed package. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { app } from "electron";
import { runCommand } from "../server/commands/commands.ts";
import { ROOT } from "./paths.ts";

/** Runs a command to its end and ends the process with its exit code; to be called before the app is ready. */
export async function runHeadless(args: string[]): Promise<void> {
  // Chromium writes files of its own wherever it starts. No page is loaded here, so none of them is needed.
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "galley-headless-"));
  app.setPath("userData", profile);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  const exitCode = await runCommand(args, {
    root: ROOT,
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    endNow: (code) => app.exit(code),
    handOver: (uid, gid) => fs.chownSync(profile, uid, gid),
  });
  fs.rmSync(profile, { recursive: true, force: true });
  // Only once a slow reader has taken the last words.
  process.stdout.write("", () => app.exit(exitCode));
}
