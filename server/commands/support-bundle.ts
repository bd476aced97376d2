/** `galley support-bundle FILE`: writes the running Galley's support bundle to a file. */
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "../core/errors.ts";
import { formatBytes } from "../storage/blobs.ts";
import { type Command, dataDirArgs, EXIT, interruptible, readCommand } from "./command.ts";
import { requireRunning } from "./data-folder-advice.ts";
import { enterDataDir } from "./folder-owner.ts";
import { fetchBytes } from "./running-appliance.ts";

export const supportBundle: Command = {
  failed: "The support bundle was not written.",
  async run(args, io) {
    const { values, operand: file = "" } = readCommand("support-bundle", args);
    const dataDir = enterDataDir(dataDirArgs(values), io);
    requireRunning(
      dataDir,
      "support-bundle FILE",
      "Start it, set its data folder with --data-dir, or send the output of galley doctor --json.",
    );
    if (fs.existsSync(file)) throw new AppError("conflict", `${file} exists. Name another file.`);
    await interruptible((signal) => write(file, dataDir, signal));
    io.out(
      `Wrote ${path.resolve(file)} (${formatBytes(fs.statSync(file).size)}). It contains no secrets and no articles.\n`,
    );
    return EXIT.fine;
  },
};

async function write(file: string, dataDir: string, signal: AbortSignal): Promise<void> {
  const bytes = await fetchBytes(dataDir, "/support-bundle", undefined, signal);
  // "wx" does not follow a link that another user placed there.
  const target = fs.createWriteStream(file, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(bytes, target, { signal });
  } catch (error) {
    if (target.bytesWritten > 0) await fs.promises.rm(file, { force: true });
    throw error;
  }
}
