/** Advice for a command that found no data: the folder may be the service's, or belong to another user. */
import fs from "node:fs";
import path from "node:path";
import { AppError } from "../core/errors.ts";
import { isHeld } from "../storage/database.ts";

/** The data folder in the packages' systemd unit. */
const SERVICE_DIR = "/var/lib/galley";

/** @param otherwise advice for a folder that this user can read */
export function dataFolderAdvice(
  dataDir: string,
  command: string,
  otherwise: string,
  serviceDir = SERVICE_DIR,
): string {
  const asService = `sudo -u galley galley ${command}`;
  const isService = path.resolve(dataDir) === serviceDir;
  if (isClosedToUs(dataDir))
    return `This user cannot read the folder. Run the command as the user that Galley runs as${isService ? `: ${asService}` : "."}`;
  if (!isService && fs.existsSync(serviceDir)) return `${otherwise} For the service on this machine, run: ${asService}`;
  return otherwise;
}

export function requireRunning(dataDir: string, command: string, otherwise: string): void {
  if (!isHeld(dataDir))
    throw new AppError(
      "conflict",
      `Galley is not running on ${dataDir}. ${dataFolderAdvice(dataDir, command, otherwise)}`,
    );
}

function isClosedToUs(folder: string): boolean {
  try {
    fs.readdirSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}
