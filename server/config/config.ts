/**
 * Merges flags, environment and `config.json` into a validated `Config`. Only this file reads `process.argv` and
 * `process.env`. A flag (`--public-url`) overrides its variable (`GALLEY_PUBLIC_URL`), which overrides the file
 * (`public_url`).
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { ConfigError } from "../core/errors.ts";
import { hasCredentials } from "../core/masking.ts";
import { LOG_FORMATS, type LogFormat } from "../core/process.ts";
import { createClientAddress } from "../http/clients.ts";
import type { Listen } from "../http/listener.ts";
import { type EnvironmentProxies, readEnvironmentProxies } from "../outbound/environment-proxies.ts";
import { resolveMovedFolder } from "../storage/moved-folder.ts";
import {
  configFileOf,
  KEPT_FIELDS,
  type KeptConfig,
  type KeptField,
  type NetworkField,
  readConfigFile,
} from "./config-file.ts";
import { CONFIG_FLAGS, parseFlags, variableOf } from "./flags.ts";

export interface Config {
  /** Absolute path; created with mode 0700 if missing. */
  dataDir: string;
  public: Listen;
  console: Listen;
  sandbox: Listen;
  /** The public URL: an origin with an optional path prefix, no trailing slash. Null: the listener's URL. */
  publicUrl: string | null;
  /** IP addresses and CIDR ranges whose X-Forwarded-* headers are trusted. */
  trustedProxies: string[];
  /** Target of the replica, unparsed; null without one. */
  replica: string | null;
  json: boolean;
  logFormat: LogFormat;
  /** Variables for the programs that Galley starts. */
  environment: NodeJS.ProcessEnv;
  /** Used for callbacks only with the setting `proxy_from_environment`. */
  environmentProxies: EnvironmentProxies;
  sources: Record<KeptField, Source>;
  /** Reads the configuration again, with the stored file. @throws ConfigError */
  reread(): Config;
  /** The configuration with an additional flag, which overrides earlier ones. @throws ConfigError */
  withFlag(field: NetworkField, value: string): Config;
}

export type Source = "flag" | "environment" | "file" | "default";

export interface Addresses {
  url: string;
  consoleUrl: string;
  /** Null: the sample site is off. */
  sandboxUrl: string | null;
}

export const FLAGS = Object.keys(CONFIG_FLAGS);

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((number) => number <= 65_535);
const host = z.string().regex(/^[^\s/@?#[\]]+$/);
const loopback = "127.0.0.1";

const FAULTS = {
  host: "admin.config_host",
  "console-host": "admin.config_host",
  port: "admin.config_port",
  "console-port": "admin.config_port",
  "sandbox-port": "admin.config_port",
  "data-dir": "admin.config_folder",
  json: "admin.config_switch",
  headless: "admin.config_switch",
  "log-format": "admin.config_log_format",
} as const;

const invalid = (name: string, as: string | Sentence, value: unknown): ConfigError => {
  const code = Object.hasOwn(FAULTS, name) ? FAULTS[name as keyof typeof FAULTS] : "admin.config_folder";
  return new ConfigError(sentence(code, { name: as, value: String(JSON.stringify(value)) }));
};

const flag = z.stringbool().or(z.boolean()).default(false);

export const STANDARD_NETWORK = {
  host: loopback,
  port: 8420,
  console_host: loopback,
  console_port: 8421,
  sandbox_port: 8422,
  public_url: null,
  trusted_proxies: [],
} satisfies Record<NetworkField, unknown>;

const schema = z.object({
  host: host.default(STANDARD_NETWORK.host),
  port: port.default(STANDARD_NETWORK.port),
  "console-host": host.default(STANDARD_NETWORK.console_host),
  "console-port": port.default(STANDARD_NETWORK.console_port),
  "sandbox-port": port.default(STANDARD_NETWORK.sandbox_port),
  "data-dir": z
    .string()
    .regex(/^[^\0]*[^\0\s][^\0]*$/)
    .optional(),
  "public-url": z.string().optional(),
  "trusted-proxies": z.string().default(""),
  replica: z.string().optional(),
  json: flag,
  "log-format": z.enum(LOG_FORMATS).default("text"),
  headless: flag,
});

/** @param args after the script's name; `--headless` is ignored @throws ConfigError naming the wrong flag or key, and the expected value */
export function readConfig(args: string[], env: NodeJS.ProcessEnv): Config {
  return configOf(readGiven(args, env), env, null);
}

/** Reads only the data folder, without its `config.json`. @throws ConfigError */
export function readDataDir(args: string[], env: NodeJS.ProcessEnv): string {
  return dataDirOf(readGiven(args, env), env);
}

/** Flags and environment by flag name, unparsed. */
interface Given {
  raw: Record<string, unknown>;
  flags: Record<string, unknown>;
}

function readGiven(args: string[], env: NodeJS.ProcessEnv): Given {
  const raw: Record<string, unknown> = {};
  for (const name of FLAGS) {
    const value = env[variableOf(name)];
    if (value !== undefined && value !== "") raw[name] = value;
  }
  try {
    const flags: Record<string, unknown> = parseFlags(CONFIG_FLAGS, args).values;
    return { raw: { ...raw, ...flags }, flags };
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message.split(". ")[0]}. Known flags: ${FLAGS.map((name) => `--${name}`).join(" ")} --help --version`,
    );
  }
}

function dataDirOf({ raw }: Given, env: NodeJS.ProcessEnv): string {
  const given = schema.shape["data-dir"].safeParse(raw["data-dir"]);
  if (!given.success) throw invalid("data-dir", "--data-dir", raw["data-dir"]);
  return given.data === undefined ? resolveMovedFolder(standardDataDir(env)) : path.resolve(given.data);
}

const flagOf = (field: KeptField) => field.replaceAll("_", "-");

/** @param file the file's content; null to read it */
function configOf(given: Given, env: NodeJS.ProcessEnv, file: KeptConfig | null, naming?: NameOf): Config {
  const dataDir = dataDirOf(given, env);
  const kept = file ?? readConfigFile(dataDir);
  const raw = { ...given.raw };
  const sources = {} as Record<KeptField, Source>;
  for (const field of KEPT_FIELDS) {
    const name = flagOf(field);
    const value = kept[field];
    if (name in given.flags) sources[field] = "flag";
    else if (name in raw) sources[field] = "environment";
    else if (value === undefined) sources[field] = "default";
    else {
      sources[field] = "file";
      raw[name] = Array.isArray(value) ? value.join(",") : String(value);
    }
  }
  const nameOf: NameOf =
    naming ??
    ((name) => {
      const field = KEPT_FIELDS.find((each) => flagOf(each) === name);
      return field !== undefined && sources[field] === "file"
        ? sentence("admin.config_key", { field, file: configFileOf(dataDir) })
        : `--${name}`;
    });
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw invalid(name, nameOf(name), raw[name]);
  }
  const values = parsed.data;
  requireOwnPorts(values, nameOf);
  return {
    dataDir,
    public: { host: values.host, port: values.port },
    console: { host: values["console-host"], port: values["console-port"] },
    sandbox: { host: loopback, port: values["sandbox-port"] },
    publicUrl: values["public-url"] === undefined ? null : readPublicUrl(values["public-url"], nameOf),
    trustedProxies: readTrustedProxies(values["trusted-proxies"], nameOf),
    replica: values.replica ?? null,
    json: values.json,
    logFormat: values["log-format"],
    environment: env,
    environmentProxies: readEnvironmentProxies(env),
    sources,
    reread: () => configOf(given, env, null),
    withFlag(field, value) {
      const added = { [flagOf(field)]: value };
      return configOf({ raw: { ...given.raw, ...added }, flags: { ...given.flags, ...added } }, env, file);
    },
  };
}

/** A sentence that begins with "This" if a value is invalid; null if all are valid. */
export function faultIn(kept: KeptConfig): Sentence | null {
  try {
    configOf({ raw: { "data-dir": "." }, flags: {} }, {}, { port: 0, console_port: 0, sandbox_port: 0, ...kept }, () =>
      sentence("admin.config_this"),
    );
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.sentence;
    throw error;
  }
}

/** Returns a value's name for a sentence: its flag, or its key in the file. */
type NameOf = (name: string) => string | Sentence;

function readPublicUrl(value: string, nameOf: NameOf): string {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || hasCredentials(url))
    throw new ConfigError(
      sentence("admin.config_public_url", { name: nameOf("public-url"), value: JSON.stringify(value) }),
    );
  return url.href.replace(/\/+$/, "");
}

function readTrustedProxies(value: string, nameOf: NameOf): string[] {
  const entries = value
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of entries) {
    try {
      createClientAddress([entry]);
    } catch {
      throw new ConfigError(
        sentence("admin.config_trusted_proxies", { name: nameOf("trusted-proxies"), value: JSON.stringify(entry) }),
      );
    }
  }
  return entries;
}

/** Otherwise, the second listener would report that another program uses the port. */
function requireOwnPorts(
  values: { port: number; "console-port": number; "sandbox-port": number },
  nameOf: NameOf,
): void {
  const usedPorts = new Map<number, string>();
  for (const name of ["port", "console-port", "sandbox-port"] as const) {
    const other = usedPorts.get(values[name]);
    if (values[name] !== 0 && other !== undefined)
      throw new ConfigError(
        sentence("admin.config_same_port", { name: nameOf(other), other: nameOf(name), port: String(values[name]) }),
      );
    usedPorts.set(values[name], name);
  }
}

function standardDataDir(env: NodeJS.ProcessEnv): string {
  const home = os.homedir();
  if (process.platform === "win32")
    return path.resolve(env.LOCALAPPDATA ?? path.join(home, "AppData", "Local"), "Galley");
  if (process.platform === "darwin") return path.join(home, "Library", "Application Support", "Galley");
  return path.resolve(env.XDG_DATA_HOME ?? path.join(home, ".local", "share"), "galley");
}

export function versionOf(root: string): string {
  return (JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as { version: string }).version;
}

export interface Ready {
  addresses: Addresses;
  consoleLink: string;
  dataDir: string;
  version: string;
}

/** The line that `--json` prints first on stdout, once all listeners are up. */
export function readyLine({ addresses, consoleLink, dataDir, version }: Ready): string {
  const ready = {
    event: "ready",
    url: addresses.url,
    console_url: addresses.consoleUrl,
    console_link: consoleLink,
    sandbox_url: addresses.sandboxUrl,
    data_dir: dataDir,
    version,
  };
  return `${JSON.stringify(ready)}\n`;
}
