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

/** The man page in troff, from resources/linux/galley.1.in. */
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
  /** @type {Record<string, string[]>} */
  const parts = { COMMANDS: commands, FLAGS: flagRows(CONFIG_FLAGS), EXAMPLES: examples.map(escaped) };
  const page = fs.readFileSync(path.join(root, "resources", "linux", "galley.1.in"), "utf8");
  return page.replaceAll(/@(\w+)@/g, (_, part) => parts[part]?.join("\n") ?? "");
}

/** @param {import("../server/config/flags.ts").Flags} flags */
function flagRows(flags) {
  return Object.entries(flags).map(([flag, { value, variable, multiple, says }]) => {
    const name = escaped(`--${flag}`);
    const text = `${says}${variable ? ` (${variableOf(flag)})` : ""}${multiple ? "; once for each" : ""}`;
    return [".TP", value === undefined ? `.B ${name}` : `.BI ${name} " ${escaped(value)}"`, escaped(text)].join("\n");
  });
}

/** Escapes a text for troff, where a line that starts with a dot or a quote is a request. @param {string} text */
function escaped(text) {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replace(/^(?=[.'])/gm, "\\&");
}
