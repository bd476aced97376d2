/** Handles a failed start: offers another port if one is in use, else shows the error and exits with 1. */
import { app, dialog } from "electron";
import type { Config } from "../server/config/config.ts";
import { readConfigFile, writeConfigFile } from "../server/config/config-file.ts";
import { ConfigError, type PortInUse } from "../server/core/errors.ts";
import { DatabaseRefused } from "../server/storage/database.ts";
import { isDiskFull, NO_SPACE_TO_START } from "../server/storage/disk.ts";
import { chooseButton } from "./boxes.ts";

/** Errors that were already shown: the user chose to quit. */
const reported = new WeakSet<Error>();

export async function refuseToStart(error: unknown): Promise<void> {
  const sentence = sentenceFor(error);
  process.stderr.write(`Galley did not start. ${sentence}\n`);
  const isUnreported = !(error instanceof Error && reported.has(error));
  if (isUnreported && hasScreen(process.platform, process.env)) {
    // On Linux, Electron writes earlier boxes to stderr.
    if (process.platform === "linux") await app.whenReady();
    dialog.showErrorBox("Galley did not start", sentence);
  }
  app.exit(1);
}

/** Only Linux may lack a display. */
function hasScreen(system: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  return system !== "linux" || [DISPLAY, WAYLAND_DISPLAY].some((name) => name !== undefined && name !== "");
}

function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.message;
  if (isDiskFull(error)) return NO_SPACE_TO_START;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `Galley has no permission for its data folder or port: ${message}`;
  return `An unexpected error occurred: ${message ?? String(error)}`;
}

/**
 * Offers a free port and stores it in `config.json`, or uses it for this run only if a flag or variable set the port.
 * @param forThisRun receives the flag for a restart of this run @returns null if the user quits or no port is free
 */
export async function askForOtherPort(error: PortInUse, config: Config, forThisRun: string[]): Promise<Config | null> {
  const { field, free } = error.taken;
  if (free === null) return null;
  const source = config.sources[field];
  const flag = `--${field.replaceAll("_", "-")}`;
  const isKept = source !== "flag" && source !== "environment";
  const given = source === "flag" ? flag : `GALLEY_${field.toUpperCase()}`;
  const scope = isKept
    ? `Galley can use port ${free} from now on.`
    : `${given} sets the port, so Galley would use port ${free} for this run only.`;
  const chosen = await chooseButton({
    type: "warning",
    message: error.fact,
    detail: `${scope} ${consequence(error, config)}`,
    buttons: [`Use port ${free}`, "Quit"],
    cancelId: 1,
  });
  if (chosen !== 0) {
    reported.add(error);
    return null;
  }
  if (isKept) {
    await writeConfigFile(config.dataDir, { ...readConfigFile(config.dataDir), [field]: free });
    return config.reread();
  }
  forThisRun.push(`${flag}=${free}`);
  return config.withFlag(field, String(free));
}

function consequence({ taken: { field, free } }: PortInUse, { publicUrl }: Config): string {
  if (field === "console_port") return `Browsers then find the console at port ${free}. The window needs no change.`;
  if (field === "sandbox_port") return "The sample site then uses that port. Nothing else changes.";
  if (publicUrl !== null) return `Then change the proxy that serves ${publicUrl} to port ${free}.`;
  return `Then change Galley's URL to port ${free} in the sites that use it.`;
}
