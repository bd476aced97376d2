/** Autostart entries (Desktop Entry Specification) and Windows command-line arguments. Pure. */

export function autostartEntry(program: string, args: string[]): string {
  const lines = [
    "[Desktop Entry]",
    "Type=Application",
    "Version=1.0",
    "Name=Galley",
    "Comment=Starts Galley without its window",
    // Desktops ignore an entry whose program no longer exists.
    `TryExec=${escapeValue(program)}`,
    `Exec=${escapeValue([program, ...args].map(quoteForExec).join(" "))}`,
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

/** Quotes an argument of Exec: escapes shell characters and doubles `%`, which starts a field code. */
const quoteForExec = (argument: string): string => `"${argument.replace(/["`$\\]/g, "\\$&")}"`.replaceAll("%", "%%");

/** Escapes a value of an entry; arguments of Exec are quoted first. */
const escapeValue = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");

/** Quotes an argument of a Windows command line if needed; doubles backslashes before a quote. */
export function windowsArgument(argument: string): string {
  if (argument !== "" && !/[\s"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&")}"`;
}
