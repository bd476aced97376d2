/**
 * `<dataDir>/config.json`: the stored network settings (docs/operating.md, "Network") and the replica's target.
 * Precedence: flag, environment, this file, default. Admins edit the file too, so errors name the key.
 */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ConfigError } from "../core/errors.ts";
import { writeFileDurably } from "../storage/disk.ts";

const CONFIG_FILE = "config.json";

const MAX_BYTES = 64 * 1024;
const MAX_PROXIES = 100;

/** Types only: the values are validated like flags. */
const schema = z.strictObject({
  host: z.string().optional(),
  port: z.int().optional(),
  console_host: z.string().optional(),
  console_port: z.int().optional(),
  sandbox_port: z.int().optional(),
  public_url: z.string().optional(),
  trusted_proxies: z.array(z.string()).max(MAX_PROXIES).optional(),
  replica: z.string().optional(),
});

export type KeptConfig = z.output<typeof schema>;
export type KeptField = keyof KeptConfig;
export type NetworkField = Exclude<KeptField, "replica">;

export const KEPT_FIELDS = Object.keys(schema.shape) as KeptField[];
export const NETWORK_FIELDS = KEPT_FIELDS.filter((field) => field !== "replica");

const EXPECTED: Record<KeptField, string> = {
  host: 'takes a name or an IP address in quotes, such as "127.0.0.1"',
  port: "takes a number from 0 to 65535, without quotes",
  console_host: 'takes a name or an IP address in quotes, such as "127.0.0.1"',
  console_port: "takes a number from 0 to 65535, without quotes",
  sandbox_port: "takes a number from 0 to 65535, without quotes",
  public_url: 'takes an http(s) URL in quotes, such as "https://galley.example.org"',
  trusted_proxies: `takes a list of at most ${MAX_PROXIES} IP addresses, such as ["127.0.0.1", "10.1.0.0/16"]`,
  replica: 'takes a target in quotes, such as "/mnt/replica" or "sftp://galley@host/replica"',
};

export function configFileOf(dataDir: string): string {
  return path.join(dataDir, CONFIG_FILE);
}

/** @returns {} without the file @throws ConfigError naming the file, the key and the expected value */
export function readConfigFile(dataDir: string): KeptConfig {
  const file = configFileOf(dataDir);
  const text = readText(file);
  if (text === null) return {};
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${file} is not JSON (${placeOf(error as Error, text)}). Fix it or remove it.`);
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new ConfigError(sentenceOf(file, content, parsed.error.issues[0]));
}

/** Atomic, readable by its owner only. */
export async function writeConfigFile(dataDir: string, kept: KeptConfig): Promise<void> {
  const present = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  await writeFileDurably(configFileOf(dataDir), `${JSON.stringify(schema.parse(present), null, 2)}\n`, 0o600);
}

function readText(file: string): string | null {
  try {
    if (fs.statSync(file).size > MAX_BYTES)
      throw new ConfigError(`${file} is longer than ${MAX_BYTES / 1024} kB, so it is not a configuration of Galley.`);
    // Some Windows editors write a byte order mark.
    return fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: reported when the data folder is opened.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return null;
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `${file} cannot be read (${code ?? (error as Error).message}). Make the user that runs Galley its owner.`,
    );
  }
}

/** The place and the error: "line 3, column 12: Expected ',' or '}'". */
function placeOf({ message }: Error, text: string): string {
  const reason = message.replace(/ in JSON at position.*$/s, "").replace(/, ".*$/s, "");
  const position = /at position (\d+)/.exec(message)?.[1];
  const at = position === undefined ? text.length : Number(position);
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${reason}`;
}

function sentenceOf(file: string, content: unknown, issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys")
    return `${file} has an unknown key: ${issue.keys.map((key) => `"${key}"`).join(", ")}. Known keys: ${KEPT_FIELDS.join(", ")}.`;
  const key = issue?.path[0] as KeptField | undefined;
  if (key === undefined) return `${file} must be an object, such as {"port": 8420}.`;
  const value = (content as Record<string, unknown>)[key];
  return `"${key}" in ${file} ${EXPECTED[key]}, not ${(JSON.stringify(value) ?? "").slice(0, 200)}.`;
}
