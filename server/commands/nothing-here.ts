/** What to say where a command found no data: they may be those of the machine's service, or of another user. */
import fs from "node:fs";
import path from "node:path";

/** Of the unit that comes with the packages. */
const SERVICE_DIR = "/var/lib/galley";

/**
 * What helps where nothing was found in a data folder.
 * @param command as it is typed after `galley`
 * @param otherwise where this user may look into the folder
 */
export function whereElse(dataDir: string, command: string, otherwise: string, serviceDir = SERVICE_DIR): string {
  const asService = `sudo -u galley galley ${command}`;
  const isService = path.resolve(dataDir) === serviceDir;
  if (isClosedToUs(dataDir))
    return `This user may not look into that folder: run it as the user that Galley runs as${isService ? `, ${asService}` : ""}.`;
  if (!isService && fs.existsSync(serviceDir))
    return `${otherwise} The service of this machine has data of its own: ${asService}`;
  return otherwise;
}

function isClosedToUs(folder: string): boolean {
  try {
    fs.readdirSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}
