/** The texts of `--help`, from the table of commands. */
import { CONFIG_FLAGS, type Flag, type Flags, variableOf } from "../config/flags.ts";
import { COMMANDS, type CommandName, choicesOf, ENTRIES, type Entry } from "./table.ts";

const COLUMN = 30;
const VARIABLE_COLUMN = 24;

/** "galley backup FILE [--data-dir DIR] [--force]" */
export function usageOf(name: CommandName): string {
  if (name === "serve") return "galley serve [flags]";
  const { operand, flags, takesFlagsOfServe }: Entry = COMMANDS[name];
  const words = Object.entries(flags).map(([flag, { value, required, multiple }]) => {
    const word = `--${flag}${value === undefined ? "" : ` ${value}`}`;
    return `${required ? word : `[${word}]`}${multiple ? "…" : ""}`;
  });
  const more = takesFlagsOfServe ? ["[flags of serve]"] : [];
  return ["galley", name, ...(operand === undefined ? [] : [operand]), ...words, ...more].join(" ");
}

/** `galley help COMMAND` */
export function helpOf(name: Exclude<CommandName, "serve">): string {
  const { about, flags, examples }: Entry = COMMANDS[name];
  const rows = Object.entries(flags).map(([flag, declared]) => `${column(flag, declared)}${inWords(flag, declared)}\n`);
  const parts = [usageOf(name), about, rows.join("").trimEnd(), examples.map((each) => `  ${each}`).join("\n")];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** `galley help`. A copy in resources/help.txt serves `npm start -- --help` before anything is installed. */
export function helpPage(): string {
  const commands = ENTRIES.map(([name, { operand, summary }]: [string, Entry]) => {
    const isShort = operand !== undefined && choicesOf(operand) === null;
    return row(`galley ${name}${isShort ? ` ${operand}` : ""}`, summary);
  });
  return `Galley: an editing and integration service for newsrooms, on one machine.

${row("npm start [-- flags]", "run the desktop app, or the service if there is no display")}
${commands.join("\n")}
${row("galley help COMMAND", "show help for one command")}

In a clone, run node dist/main/cli.js instead of galley. npm run backup -- FILE and npm run restore -- FILE also work.

The desktop app and galley serve accept these flags. Each can also be set by an environment variable. A flag overrides its
variable, and both override config.json in the data folder.

${configRows(CONFIG_FLAGS)}
${row("--help, -h", `${"".padEnd(VARIABLE_COLUMN)}show this help`)}
${row("--version, -v", `${"".padEnd(VARIABLE_COLUMN)}print the version`)}

More: docs/operating.md. Packages install it in /usr/share/doc/galley, or in docs/ next to README.txt.
`;
}

const configRows = (flags: Flags) =>
  Object.entries(flags)
    .map(([flag, declared]) => `${column(flag, declared)}${variableOf(flag).padEnd(VARIABLE_COLUMN)}${declared.says}`)
    .join("\n");

function row(word: string, says: string): string {
  return `  ${`${word}  `.padEnd(COLUMN - 2)}${says}`;
}

const column = (flag: string, { value }: Flag) => row(`--${flag}${value === undefined ? "" : ` ${value}`}`, "");

const inWords = (flag: string, { says, variable, multiple }: Flag) =>
  `${says}${variable ? ` (${variableOf(flag)})` : ""}${multiple ? "; can be repeated" : ""}`;
