/**
 * The commands of Galley: `galley serve|backup|…` of an installed package, `node dist/main/cli.js …` of a build, and
 * the desktop app without its window. Only this file looks up commands and turns their results into exit codes.
 */
import fs from "node:fs";
import path from "node:path";
import { versionOf } from "../config/config.ts";
import { closeNewFiles } from "../storage/data-folder.ts";
import { type Command, type CommandIo, EXIT, sentenceFor, UsageError } from "./command.ts";

export { unknownVariables } from "./unknown-variables.ts";

/** Each command is imported when it is called, so that a start of the service loads no other. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import("./serve.ts")).serve,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  doctor: async () => (await import("./doctor/doctor.ts")).doctor,
  "console-link": async () => (await import("./console-link.ts")).consoleLink,
  "add-project": async () => (await import("./add-project.ts")).addProject,
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

/**
 * Runs a command to its end. `serve` ends on a signal. Without a command: `serve`.
 * @param args the arguments after the program's name
 * @returns the exit code, see `EXIT`; never throws
 */
export async function runCommand(args: string[], io: CommandIo): Promise<number> {
  const [first = "", ...rest] = args;
  const isNamed = first !== "" && !first.startsWith("-");
  if (first === "help") return help(rest[0] ?? null, io);
  if (asksFor(args, ...HELP)) return help(isNamed ? first : null, io);
  if (asksFor(args, ...VERSION)) {
    io.out(`galley ${versionOf(io.root)}\n`);
    return EXIT.fine;
  }
  const load = isNamed ? COMMANDS[first] : COMMANDS.serve;
  if (load === undefined) return unknown(first, io);
  closeNewFiles();
  const command = await load();
  try {
    return await command.run(isNamed ? rest : args, io);
  } catch (error) {
    io.err(`${command.failed} ${sentenceFor(error)}\n`);
    return error instanceof UsageError ? EXIT.wrongUsage : EXIT.failed;
  }
}

/**
 * The `ready` line of the running Galley that holds a data folder. A second start prints it with a link of its own.
 * @throws AppError with a sentence when that Galley does not respond
 */
export const runningLine = async (dataDir: string): Promise<string> =>
  (await import("./running-line.ts")).runningLine(dataDir);

const HELP = ["--help", "-h"];
const VERSION = ["--version", "-v"];
const asksFor = (args: string[], ...names: string[]) => names.some((name) => args.includes(name));

/** @param name the command, or null for all commands */
async function help(name: string | null, io: CommandIo): Promise<number> {
  if (name === null || name === "serve") {
    io.out(fs.readFileSync(path.join(io.root, "resources", "help.txt"), "utf8"));
    return EXIT.fine;
  }
  const load = COMMANDS[name];
  if (load === undefined) return unknown(name, io);
  const command = await load();
  io.out(`${command.usage}\n\n${command.help}\n`);
  return EXIT.fine;
}

function unknown(name: string, io: CommandIo): number {
  io.err(`Galley has no command ${JSON.stringify(name)}. There are: ${Object.keys(COMMANDS).join(", ")}, help.\n`);
  return EXIT.wrongUsage;
}
