/** Flags: how they are declared, parsed and typed; and those of a start, each with its variable. */
import { parseArgs } from "node:util";

export interface Flag {
  /** The name of its value, such as DIR, or the values with | between; a switch has none. */
  value?: string;
  /** May be repeated. */
  multiple?: true;
  required?: true;
  /** Set by a variable too, see `variableOf`. */
  variable?: true;
  /** One sentence, for help, completion and the man page. */
  says: string;
}

export type Flags = Record<string, Flag>;

export type FlagValues<F extends Flags> = {
  [Name in keyof F]?:
    | (F[Name] extends { multiple: true } ? string[] : F[Name] extends { value: string } ? string : boolean)
    | undefined;
};

export const CONFIG_FLAGS = {
  headless: { variable: true, says: "no window" },
  "data-dir": { value: "DIR", variable: true, says: "all stored data; a folder of Galley's own" },
  host: { value: "HOST", variable: true, says: "where the service listens (127.0.0.1)" },
  port: { value: "PORT", variable: true, says: "its port (8420); 0 takes any free port" },
  "public-url": {
    value: "URL",
    variable: true,
    says: "the URL for sites and browsers, https://galley.example.org",
  },
  "trusted-proxies": {
    value: "LIST",
    variable: true,
    says: "IP addresses whose X-Forwarded-For is trusted, and ranges",
  },
  "console-host": { value: "HOST", variable: true, says: "where the console listens (127.0.0.1)" },
  "console-port": { value: "PORT", variable: true, says: "its port (8421)" },
  "sandbox-port": { value: "PORT", variable: true, says: "port of the sample site (8422)" },
  replica: {
    value: "TARGET",
    variable: true,
    says: "where a copy of all data goes: a folder, sftp://, s3:// or rclone:",
  },
  json: { variable: true, says: "one line of JSON on stdout when ready" },
  "log-format": { value: "text|json", variable: true, says: "of the log on stderr (text)" },
} as const satisfies Flags;

export const variableOf = (flag: string): string => `GALLEY_${flag.toUpperCase().replaceAll("-", "_")}`;

/** @throws TypeError of node:util for an unknown flag or a missing value */
export function parseFlags<F extends Flags>(
  flags: F,
  args: string[],
  allowPositionals = false,
): { values: FlagValues<F>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value, multiple }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const), multiple: multiple === true },
    ]),
  );
  const { values, positionals } = parseArgs({ args, options, allowPositionals, strict: true });
  return { values: values as FlagValues<F>, positionals };
}
