/** Declares, parses and types flags; the flags of a start, each with its variable; and variables that have no effect. */
import { parseArgs } from "node:util";
import { resembles } from "../core/typing-errors.ts";

export interface Flag {
  /** Name of the value, such as DIR, or the values separated by |; absent for a switch. */
  value?: string;
  /** May occur several times. */
  multiple?: true;
  required?: true;
  /** A variable sets it too (`variableOf`). */
  variable?: true;
  /** One sentence, for help, completion and the man page. */
  says: string;
}

export type Flags = Record<string, Flag>;

type FlagValue<F extends Flag> = F extends { multiple: true }
  ? string[]
  : F extends { value: string }
    ? string
    : boolean;

/** Required flags are checked by `readCommand`. */
export type FlagValues<F extends Flags> = {
  [Name in keyof F]: FlagValue<F[Name]> | (F[Name] extends { required: true } ? never : undefined);
};

export const CONFIG_FLAGS = {
  headless: { variable: true, says: "run without a window" },
  "data-dir": { value: "DIR", variable: true, says: "the data folder; only Galley may use it" },
  host: { value: "HOST", variable: true, says: "host of the service (127.0.0.1)" },
  port: { value: "PORT", variable: true, says: "port of the service (8420); 0: any free port" },
  "public-url": {
    value: "URL",
    variable: true,
    says: "the URL that sites and browsers use, such as https://galley.example.org",
  },
  "trusted-proxies": {
    value: "LIST",
    variable: true,
    says: "IP addresses and ranges whose X-Forwarded-For is trusted",
  },
  "console-host": { value: "HOST", variable: true, says: "host of the console (127.0.0.1)" },
  "console-port": { value: "PORT", variable: true, says: "port of the console (8421)" },
  "sandbox-port": { value: "PORT", variable: true, says: "port of the sample site (8422)" },
  replica: {
    value: "TARGET",
    variable: true,
    says: "target of the replica: a folder, sftp://, s3:// or rclone:",
  },
  json: { variable: true, says: "print one line of JSON to stdout when ready" },
  "log-format": { value: "text|json", variable: true, says: "format of the log on stderr (text)" },
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

const PREFIX = "GALLEY_";
const KNOWN = Object.keys(CONFIG_FLAGS).map(variableOf);
/** Used in the docs, by a site's backend, by packaging and by the tests. */
const OTHERS = ["GALLEY_URL", "GALLEY_SECRET", "GALLEY_ELECTRON_DIST", "GALLEY_TEST_BUNDLE"];
const MAX_NAMED = 10;
/** A longer name is no typing error. */
const MAX_LENGTH = 40;

/** One sentence for each GALLEY_ variable that has no effect, with a similar known name. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => /^GALLEY_\w+$/.test(name) && name.length <= MAX_LENGTH && env[name] !== "")
    .filter((name) => !KNOWN.includes(name) && !OTHERS.includes(name))
    .sort()
    .slice(0, MAX_NAMED)
    .map((name) => {
      const similar = KNOWN.find((known) => resembles(name.slice(PREFIX.length), known.slice(PREFIX.length)));
      return `Unknown variable ${name}. ${similar === undefined ? "Remove it." : `Did you mean ${similar}?`}`;
    });
}
