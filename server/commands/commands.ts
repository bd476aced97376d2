/** Finds and runs a command of Galley: in an installed package, a build, or the desktop app without its window. */
import { versionOf } from "../config/config.ts";
import { failureLine } from "../core/process.ts";
import { closeNewFiles } from "../storage/data-folder.ts";
import { type Command, type CommandIo, EXIT, readCommand, sentenceFor, UsageError } from "./command.ts";
import { helpOf, helpPage } from "./help.ts";
import { COMMANDS, type CommandName, isCommandName } from "./table.ts";

/** Imported on demand: starting the service loads no other command. */
const LOAD: Record<CommandName, () => Promise<Command>> = {
  serve: async () => (await import("./serve.ts")).serve,
  status: async () => (await import("./status.ts")).status,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  replica: async () => (await import("./through-running.ts")).replica,
  standby: async () => (await import("./standby.ts")).standby,
  "take-over": async () => (await import("./take-over.ts")).takeOver,
  doctor: async () => (await import("./doctor/doctor.ts")).doctor,
  "support-bundle": async () => (await import("./through-running.ts")).supportBundle,
  "console-link": async () => (await import("./through-running.ts")).consoleLink,
  "add-project": async () => (await import("./add-project.ts")).addProject,
  admin: async () => (await import("./admin.ts")).admin,
  completion: async () => (await import("./completion.ts")).completion,
  version: async () => version,
};

const version: Command = {
  failed: "The version was not printed.",
  async run(args, io) {
    readCommand("version", args);
    io.out(`galley ${versionOf(io.root)}\n`);
    return EXIT.fine;
  },
};

/** Whether the process runs a command and shows no window. */
export function isCommandLine(args: string[], env: NodeJS.ProcessEnv): boolean {
  const [first] = args;
  return (
    (first !== undefined && !first.startsWith("-")) ||
    args.includes("--headless") ||
    /^(1|true|yes|on)$/i.test(env.GALLEY_HEADLESS ?? "") ||
    asksFor(args, ...HELP, ...VERSION)
  );
}

/** Runs a command, by default `serve`, to its end. Returns the exit code, see `EXIT`; never throws. */
export async function runCommand(args: string[], io: CommandIo): Promise<number> {
  const [first = "", ...rest] = args;
  const isNamed = first !== "" && !first.startsWith("-");
  if (first === "help") return help(rest[0] ?? null, io);
  if (asksFor(args, ...HELP)) return help(isNamed ? first : null, io);
  if (asksFor(args, ...VERSION)) return version.run([], io);
  const name = isNamed ? first : "serve";
  if (!isCommandName(name)) return unknown(name, io);
  closeNewFiles();
  const command = await LOAD[name]();
  try {
    return await command.run(isNamed ? rest : args, io);
  } catch (error) {
    io.err(failureLine(`${command.failed} ${sentenceFor(error)}`));
    return error instanceof UsageError ? EXIT.wrongUsage : EXIT.failed;
  }
}

/** The `ready` line of the running Galley on a data folder. @throws AppError if it does not respond */
export const runningLine = async (dataDir: string): Promise<string> =>
  (await import("./running-appliance.ts")).runningLine(dataDir);

const HELP = ["--help", "-h"];
const VERSION = ["--version", "-v"];
const asksFor = (args: string[], ...names: string[]) => names.some((name) => args.includes(name));

/** `name` null: for all commands. */
function help(name: string | null, io: CommandIo): number {
  if (name !== null && !isCommandName(name)) return unknown(name, io);
  io.out(name === null || name === "serve" ? helpPage() : helpOf(name));
  return EXIT.fine;
}

function unknown(name: string, io: CommandIo): number {
  io.err(`Unknown command ${JSON.stringify(name)}. Commands: ${Object.keys(COMMANDS).join(", ")}, help.\n`);
  return EXIT.wrongUsage;
}
