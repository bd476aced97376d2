/**
 * Flags and environment become one validated `Config`; nothing else in the appliance reads `process.argv` or
 * `process.env`. A flag wins over its variable (`--public-url` over `GALLEY_PUBLIC_URL`).
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { ConfigError } from "./core/errors.ts";
import { hasCredentials } from "./core/masking.ts";
import { createClientAddress } from "./http/client-address.ts";
import type { Listen } from "./http/listener.ts";
import { type EnvironmentProxies, readEnvironmentProxies } from "./outbound/environment-proxies.ts";

/** All that an appliance is told from outside. Made by `readConfig`, or by a test. */
export interface Config {
  /** Absolute path; made when missing, mode 0700. */
  dataDir: string;
  public: Listen;
  console: Listen;
  sandbox: Listen;
  /** Origin (perhaps with a path prefix, no trailing slash) under which others reach the public listener. Null: its own address. */
  publicUrl: string | null;
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-* headers are believed. */
  trustedProxies: string[];
  /** One machine-readable `ready` line on stdout. */
  json: boolean;
  /** Used for callbacks only where the settings say so. */
  environmentProxies: EnvironmentProxies;
}

/** Bare origins of the listeners, once they are up. */
export interface Addresses {
  url: string;
  consoleUrl: string;
  /** Null where the sample site is turned off. */
  sandboxUrl: string | null;
}

const OPTIONS = {
  headless: { type: "boolean" },
  host: { type: "string" },
  port: { type: "string" },
  "console-host": { type: "string" },
  "console-port": { type: "string" },
  "sandbox-port": { type: "string" },
  "data-dir": { type: "string" },
  "public-url": { type: "string" },
  "trusted-proxies": { type: "string" },
  json: { type: "boolean" },
} as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((number) => number <= 65_535);
const host = z.string().regex(/^[^\s/@?#[\]]+$/);
const loopback = "127.0.0.1";

/** What each flag takes, as its sentence says it. */
const TAKES: Record<string, string> = {
  host: "takes a name or an address of this machine, such as 127.0.0.1 or ::1",
  "console-host": "takes a name or an address of this machine, such as 127.0.0.1 or ::1",
  port: "takes a number from 0 to 65535",
  "console-port": "takes a number from 0 to 65535",
  "sandbox-port": "takes a number from 0 to 65535",
  "data-dir": "takes the path of a folder",
  json: "takes true or false as a variable, and no value as a flag",
  headless: "takes true or false as a variable, and no value as a flag",
};

const flag = z.stringbool().or(z.boolean()).default(false);

const schema = z.object({
  host: host.default(loopback),
  port: port.default(8420),
  "console-host": host.default(loopback),
  "console-port": port.default(8421),
  "sandbox-port": port.default(8422),
  "data-dir": z
    .string()
    .regex(/^[^\0]*[^\0\s][^\0]*$/)
    .optional(),
  "public-url": z.string().optional(),
  "trusted-proxies": z.string().default(""),
  json: flag,
  headless: flag,
});

/**
 * Reads the configuration.
 * @param args the arguments after the script's name; `--headless` is accepted and left to the starter
 * @throws ConfigError naming the flag that is wrong and what it takes
 */
export function readConfig(args: string[], env: NodeJS.ProcessEnv): Config {
  const raw: Record<string, unknown> = {};
  for (const name of Object.keys(OPTIONS)) {
    const value = env[`GALLEY_${name.toUpperCase().replaceAll("-", "_")}`];
    if (value !== undefined && value !== "") raw[name] = value;
  }
  try {
    Object.assign(raw, parseArgs({ args, options: OPTIONS, strict: true }).values);
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message.split(". ")[0]}. Known flags: ${Object.keys(OPTIONS)
        .map((n) => `--${n}`)
        .join(" ")} --help --version`,
    );
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new ConfigError(`--${name} ${TAKES[name]}, not ${JSON.stringify(raw[name])}.`);
  }
  const values = parsed.data;
  requireOwnPorts(values);
  return {
    dataDir: path.resolve(values["data-dir"] ?? defaultDataDir(env)),
    public: { host: values.host, port: values.port },
    console: { host: values["console-host"], port: values["console-port"] },
    sandbox: { host: loopback, port: values["sandbox-port"] },
    publicUrl: values["public-url"] === undefined ? null : readPublicUrl(values["public-url"]),
    trustedProxies: readTrustedProxies(values["trusted-proxies"]),
    json: values.json,
    environmentProxies: readEnvironmentProxies(env),
  };
}

function readPublicUrl(value: string): string {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || hasCredentials(url))
    throw new ConfigError(
      `--public-url takes an http(s) address without query or password, such as https://galley.example.org, not ${JSON.stringify(value)}.`,
    );
  return url.href.replace(/\/+$/, "");
}

function readTrustedProxies(value: string): string[] {
  const entries = value
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of entries) {
    try {
      createClientAddress([entry]);
    } catch {
      throw new ConfigError(
        `--trusted-proxies takes addresses, ranges such as 10.1.0.0/16, and "loopback", separated by commas; ${JSON.stringify(entry)} is none.`,
      );
    }
  }
  return entries;
}

/** Two listeners of one start on one port: the second would blame another program. */
function requireOwnPorts(values: { port: number; "console-port": number; "sandbox-port": number }): void {
  const taken = new Map<number, string>();
  for (const name of ["port", "console-port", "sandbox-port"] as const) {
    const other = taken.get(values[name]);
    if (values[name] !== 0 && other !== undefined)
      throw new ConfigError(`--${other} and --${name} are both ${values[name]}; each needs a port of its own.`);
    taken.set(values[name], name);
  }
}

function defaultDataDir(env: NodeJS.ProcessEnv): string {
  const home = os.homedir();
  if (process.platform === "win32") return path.join(env.LOCALAPPDATA ?? path.join(home, "AppData", "Local"), "Galley");
  if (process.platform === "darwin") return path.join(home, "Library", "Application Support", "Galley");
  return path.join(env.XDG_DATA_HOME ?? path.join(home, ".local", "share"), "galley");
}

// What `--help` and `--version` print. `scripts/start.mjs` answers them in the same words before anything is installed.

/**
 * @param root of the installation
 * @returns null where neither is asked for
 */
export function askedForHelp(args: string[], root: string): string | null {
  const has = (...names: string[]) => names.some((name) => args.includes(name));
  if (has("--help", "-h")) return fs.readFileSync(path.join(root, "resources", "help.txt"), "utf8");
  if (!has("--version", "-v")) return null;
  return `galley ${versionOf(root)}\n`;
}

export function versionOf(root: string): string {
  return (JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as { version: string }).version;
}
