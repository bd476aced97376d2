/** `galley completion bash|zsh|fish`: completion scripts, generated from the table of commands. */
import { CONFIG_FLAGS, type Flags } from "../config/flags.ts";
import { type Command, EXIT, readCommand, wrongUsage } from "./command.ts";
import { type CommandName, choicesOf, ENTRIES, type Entry, flagsOf } from "./table.ts";

export type Shell = "bash" | "zsh" | "fish";

export const completion: Command = {
  failed: "No completion script was printed.",
  async run(args, io) {
    const { operand } = readCommand("completion", args);
    if (operand === undefined || !Object.hasOwn(SCRIPTS, operand)) throw wrongUsage("completion", "Name a shell.");
    io.out(completionScript(operand as Shell));
    return EXIT.fine;
  },
};

export const completionScript = (shell: Shell): string => SCRIPTS[shell]();

const SCRIPTS = { bash, zsh, fish };

const NAMES = [...ENTRIES.map(([name]) => name), "help"];
const START_FLAGS: Flags = { ...CONFIG_FLAGS, help: { says: "show help" }, version: { says: "print the version" } };
const isFile = (value: string) => value === "FILE";

/** What a shell offers for a value: folders, files, the choices, or nothing. */
function offered(value: string, folders: string, files: string, words: (choices: string) => string): string {
  if (value === "DIR") return folders;
  return isFile(value) ? files : words(choicesOf(value)?.join(" ") ?? "");
}

function bash(): string {
  const flagWords = (flags: Flags) => Object.keys(flags).map((flag) => `--${flag}`);
  const values = new Map<string, string[]>();
  for (const flags of [START_FLAGS, ...ENTRIES.map(([name]) => flagsOf(name))])
    for (const [flag, { value }] of Object.entries(flags)) {
      if (value === undefined) continue;
      const how = offered(value, "compgen -d", "compgen -f", (choices) => `compgen -W '${choices}'`);
      values.set(how, [...new Set([...(values.get(how) ?? []), `--${flag}`])]);
    }
  const valueCases = [...values].map(([how, flags]) => `    ${flags.join(" | ")}) found=$(${how} -- "$current") ;;`);
  const commandCases = ENTRIES.map(([name, { operand }]: [CommandName, Entry]) => {
    const words = [...(choicesOf(operand ?? "") ?? []), ...flagWords(flagsOf(name))].join(" ");
    const files = isFile(operand ?? "") ? `; compgen -f -- "$current"` : "";
    return `        ${name}) found=$(compgen -W '${words}' -- "$current"${files}) ;;`;
  });
  return `# bash completion of galley
_galley() {
  local current=\${COMP_WORDS[COMP_CWORD]} found='' command='' word
  case \${COMP_WORDS[COMP_CWORD - 1]} in
${valueCases.join("\n")}
    *)
      for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in ${NAMES.join(" | ")}) command=$word && break ;; esac
      done
      case $command in
${commandCases.join("\n")}
        help) found=$(compgen -W '${NAMES.join(" ")}' -- "$current") ;;
        *) found=$(compgen -W '${[...NAMES, ...flagWords(START_FLAGS)].join(" ")}' -- "$current") ;;
      esac
      ;;
  esac
  mapfile -t COMPREPLY <<<"$found"
  [ -n "$found" ] || COMPREPLY=()
}
complete -o filenames -F _galley galley
`;
}

function zsh(): string {
  const text = (says: string) => says.replace(/['\\]/g, "").replace(/[[\]:]/g, "\\$&");
  const kind = (value: string) => offered(value, "_files -/", "_files", (choices) => choices && `(${choices})`);
  const specs = (flags: Flags) =>
    Object.entries(flags).map(
      ([flag, { value, multiple, says }]) =>
        `'${multiple ? "*" : ""}--${flag}[${text(says)}]${value === undefined ? "" : `:${text(value)}:${kind(value)}`}'`,
    );
  const cases = ENTRIES.map(([name, { operand }]: [CommandName, Entry]) => {
    const words = [
      ...specs(flagsOf(name)),
      ...(operand === undefined ? [] : [`'1:${text(operand)}:${kind(operand)}'`]),
    ];
    return `    ${name}) _arguments ${words.join(" ")} ;;`;
  });
  return `#compdef galley
_galley() {
  local -a commands
  commands=(
${ENTRIES.map(([name, { summary }]) => `    '${name}:${text(summary)}'`).join("\n")}
    'help:show help for one command'
  )
  if [[ $words[2] == -* ]]; then
    _arguments ${specs(START_FLAGS).join(" ")}
    return
  fi
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join("\n")}
    help) _describe command commands ;;
  esac
}
# Loaded by zsh, or sourced.
if [[ $funcstack[1] == _galley ]]; then _galley "$@"; else compdef _galley galley; fi
`;
}

function fish(): string {
  const text = (says: string) => `'${says.replace(/['\\]/g, "\\$&")}'`;
  const listed = (choices: string) => (choices === "" ? "" : ` -a '${choices}'`);
  const folders = " -x -a '(__fish_complete_directories)'";
  const kind = (value: string) => offered(value, folders, " -r -F", (choices) => ` -x${listed(choices)}`);
  const lines = (condition: string, flags: Flags) =>
    Object.entries(flags).map(
      ([flag, { value, says }]) =>
        `complete -c galley -n '${condition}' -l ${flag}${value === undefined ? "" : kind(value)} -d ${text(says)}`,
    );
  const first = `not __fish_seen_subcommand_from ${NAMES.join(" ")}`;
  const seen = (name: string) => `__fish_seen_subcommand_from ${name}`;
  return `${[
    "# fish completion of galley",
    "complete -c galley -f",
    ...ENTRIES.map(([name, { summary }]) => `complete -c galley -n '${first}' -a ${name} -d ${text(summary)}`),
    `complete -c galley -n '${first}' -a help -d 'show help for one command'`,
    `complete -c galley -n '${seen("help")}' -a '${NAMES.join(" ")}'`,
    ...lines(first, START_FLAGS),
    ...ENTRIES.flatMap(([name, { operand }]: [CommandName, Entry]) => [
      ...lines(seen(name), flagsOf(name)),
      ...(operand === undefined ? [] : [`complete -c galley -n '${seen(name)}'${offered(operand, "", " -F", listed)}`]),
    ]),
  ].join("\n")}\n`;
}
