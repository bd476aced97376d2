/**
 * `npm run describe [-- FOLDER]`: writes help.txt, the man page and the completions from the table of commands
 * (server/commands/table.ts), into resources/ or another folder.
 */
import fs from "node:fs";
import path from "node:path";
import { completionScript } from "../server/commands/completion.ts";
import { helpPage, usageOf } from "../server/commands/help.ts";
import { ENTRIES } from "../server/commands/table.ts";
import { CONFIG_FLAGS, variableOf } from "../server/config/flags.ts";
import { root } from "./lib/project.mjs";

const folder = process.argv[2] ?? path.join(root, "resources");
/** @type {Record<string, string>} */
const files = {
  "help.txt": helpPage(),
  "linux/galley.1": manualPage(),
  "linux/completions/galley.bash": completionScript("bash"),
  "linux/completions/galley.zsh": completionScript("zsh"),
  "linux/completions/galley.fish": completionScript("fish"),
};
for (const [name, content] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), content);
}

/** In troff. */
function manualPage() {
  const commands = ENTRIES.map(([name, { about, flags }]) =>
    [
      `.SS ${escaped(name)}`,
      `.B ${escaped(usageOf(name))}`,
      ".PP",
      escaped(about),
      ...(name === "serve" ? [".PP", "Its flags are below."] : flagRows(flags)),
    ].join("\n"),
  );
  const examples = ENTRIES.flatMap(([, entry]) => entry.examples);
  return `.TH GALLEY 1 "" "Galley" "User Commands"
.SH NAME
galley \\- editing and integration appliance for newsrooms
.SH SYNOPSIS
.B galley
.RI [ flags ]
.br
.B galley
.I command
.RI [ flags ]
.SH DESCRIPTION
Without a command, galley opens its window and runs until an admin quits it; without a display it serves.
The other commands work on a data folder and end.
.SH COMMANDS
${commands.join("\n")}
.SH OPTIONS
The desktop app and
.B galley serve
take these. A flag overrides its variable; both override config.json in the data folder.
${flagRows(CONFIG_FLAGS).join("\n")}
.TP
.BR \\-\\-help ", " \\-h
help, also for one command
.TP
.BR \\-\\-version ", " \\-v
the version
.SH "EXIT STATUS"
.TP
.B 0
Done. For serve: ended in order by a signal. For status and doctor: no problem.
.TP
.B 1
Failed, with a message on stderr. For status and doctor: at least one problem.
.TP
.B 2
A wrong flag, variable or config.json; a retry will fail again.
.SH EXAMPLES
.EX
${examples.map(escaped).join("\n")}
.EE
.SH FILES
.TP
.I ~/.local/share/galley
data of the desktop app
.TP
.I /var/lib/galley
data of the service
.TP
.I /etc/default/galley
settings of the service, as variables
.SH "SEE ALSO"
/usr/share/doc/galley
`;
}

/** @param {import("../server/config/flags.ts").Flags} flags */
function flagRows(flags) {
  return Object.entries(flags).map(([flag, { value, variable, multiple, says }]) => {
    const name = escaped(`--${flag}`);
    const words = `${says}${variable ? ` (${variableOf(flag)})` : ""}${multiple ? "; once for each" : ""}`;
    return [".TP", value === undefined ? `.B ${name}` : `.BI ${name} " ${escaped(value)}"`, escaped(words)].join("\n");
  });
}

/** A line that begins with a dot or a quote would be a request of troff. @param {string} text */
function escaped(text) {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replace(/^(?=[.'])/gm, "\\&");
}
