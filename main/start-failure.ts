/** A start that fails: offers another port if one is in use, else shows one sentence and exits with 1. */
import { app, dialog } from "electron";
import type { Config } from "../server/config/config.ts";
import { readConfigFile, writeConfigFile } from "../server/config/config-file.ts";
import { ConfigError, type PortTaken } from "../server/core/errors.ts";
import { DatabaseRefused } from "../server/storage/database.ts";
import { isDiskFull, NO_ROOM_TO_START } from "../server/storage/disk.ts";
import { showBox } from "./boxes.ts";

/** Errors that were already shown: the person chose to quit. */
const answered = new WeakSet<Error>();

export async function refuseToStart(error: unknown): Promise<void> {
  const sentence = sentenceFor(error);
  process.stderr.write(`Galley did not start. ${sentence}\n`);
  const isNews = !(error instanceof Error && answered.has(error));
  if (isNews && hasScreen(process.platform, process.env)) {
    // Before that, Electron writes a box to stderr on Linux instead of showing it.
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
  if (isDiskFull(error)) return NO_ROOM_TO_START;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `Galley may not use its data folder or port: ${message}`;
  return `Something went wrong that Galley did not foresee: ${message ?? String(error)}`;
}

// A port that another program holds: another one by a click, instead of a start that must be made again with a flag.

/**
 * Asks whether to use a free port, and stores it in `config.json`; for this run only if a flag or variable set the port.
 * @param forThisRun gets the flag for a restart of this run @returns null if the person quits or no port is free
 */
export async function askForOtherPort(error: PortTaken, config: Config, forThisRun: string[]): Promise<Config | null> {
  const { field, free } = error.taken;
  if (free === null) return null;
  const source = config.sources[field];
  const flag = `--${field.replaceAll("_", "-")}`;
  const isKept = source !== "flag" && source !== "environment";
  const given = source === "flag" ? flag : `GALLEY_${field.toUpperCase()}`;
  const holds = isKept
    ? `Galley can use port ${free} instead, now and whenever it starts.`
    : `The port was given with ${given}, so port ${free} would hold for this run only.`;
  const { response } = await showBox({
    type: "warning",
    message: error.fact,
    detail: `${holds} ${whoMustKnow(error, config)}`,
    buttons: [`Use port ${free}`, "Quit"],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) {
    answered.add(error);
    return null;
  }
  if (isKept) {
    await writeConfigFile(config.dataDir, { ...readConfigFile(config.dataDir), [field]: free });
    return config.reread();
  }
  forThisRun.push(`${flag}=${free}`);
  return config.withFlag(field, String(free));
}

function whoMustKnow({ taken: { field, free } }: PortTaken, { publicUrl }: Config): string {
  if (field === "console_port") return `Browsers then find the console at port ${free}; the window follows by itself.`;
  if (field === "sandbox_port") return "The sample site moves there; nobody else needs to know.";
  if (publicUrl !== null) return `The proxy that serves ${publicUrl} must then be led to port ${free}.`;
  return `Sites that open articles in Galley must then be told the new address, which ends with :${free}.`;
}
