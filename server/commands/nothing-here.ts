/** Advice for a command that found no data: they may be those of the machine's service, or of another user. */
import fs from "node:fs";
import path from "node:path";
import { AppError } from "../core/errors.ts";
import { isHeld } from "../storage/database.ts";

/** Of the packages' unit. */
const SERVICE_DIR = "/var/lib/galley";

/** `otherwise`: for a folder that this user can read. */
export function whereElse(dataDir: string, command: string, otherwise: string, serviceDir = SERVICE_DIR): string {
  const asService = `sudo -u galley galley ${command}`;
  const isService = path.resolve(dataDir) === serviceDir;
  if (isClosedToUs(dataDir))
    return `This user may not look into that folder: run it as the user that Galley runs as${isService ? `, ${asService}` : ""}.`;
  if (!isService && fs.existsSync(serviceDir))
    return `${otherwise} The service of this machine has data of its own: ${asService}`;
  return otherwise;
}

export function requireRunning(dataDir: string, command: string, otherwise: string): void {
  if (!isHeld(dataDir))
    throw new AppError("conflict", `No Galley was found on ${dataDir}. ${whereElse(dataDir, command, otherwise)}`);
}

function isClosedToUs(folder: string): boolean {
  try {
    fs.readdirSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}
