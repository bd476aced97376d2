/** Autostart entries of the Desktop Entry Specification, and arguments on a command line of Windows. Pure. */

export function autostartEntry(program: string, args: string[]): string {
  const lines = [
    "[Desktop Entry]",
    "Type=Application",
    "Version=1.0",
    "Name=Galley",
    "Comment=Starts Galley without its window",
    // A program that is gone is passed over without a word.
    `TryExec=${inValue(program)}`,
    `Exec=${inValue([program, ...args].map(quoted).join(" "))}`,
    "Icon=galley",
    "Terminal=false",
    "X-GNOME-Autostart-enabled=true",
  ];
  return `${lines.join("\n")}\n`;
}

export function programOf(entry: string): string | null {
  const value = /^TryExec=(.+)$/m.exec(entry)?.[1];
  if (value === undefined) return null;
  const letters: Record<string, string> = { s: " ", n: "\n", t: "\t", r: "\r" };
  return value.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter);
}

/** An argument in Exec: in quotes, with what a shell would read in them made harmless; `%` begins a field code. */
const quoted = (argument: string): string => `"${argument.replace(/["`$\\]/g, "\\$&")}"`.replaceAll("%", "%%");

/** Escapes of every value of such a file, beside those of Exec. */
const inValue = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");

/** An argument on a Windows command line: in quotes if needed; backslashes before a quote are doubled. */
export function windowsArgument(argument: string): string {
  if (argument !== "" && !/[\s"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&")}"`;
}
