/**
 * The report of an uncaught error for support: the stack and the end of the log. It must not contain credentials,
 * article text, names or addresses. Messages may contain any of them, so the report has one short line of each, without
 * quotations.
 */
import os from "node:os";
import { stackOf } from "./errors.ts";
import { canBeSecret, isSecretName, MASK, maskMailAddresses, maskText, maskTokens, spellings } from "./masking.ts";

const MAX_LINE = 300;
const MAX_FRAMES = 60;
const MAX_CAUSES = 3;
const LOG_LINES = 60;
/** Galley's secrets and hashes are at least this long. */
const LONG_WORD = /[\w-]{20,}/g;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A name with a value: `Authorization: Basic abc`, `password=abc`, `"apiKey": "abc"`; not a file name with a line number. */
const NAME = /([A-Za-z][\w.-]{1,80})["']?\s{0,3}[:=]\s{0,3}(?!\d{1,7}(?::\d{1,7})?\)?(?:\s|$))/g;
const VALUE = /(?:(?:basic|bearer|digest|negotiate)\s+)?(?:"[^"\n]*"?|'[^'\n]*'?|[^\s,;]+)/iy;
const SCHEME = /\b(basic|bearer|digest|negotiate)\s+[\w+/=.~-]{6,}/gi;
/** Quotations from an article, a title or a response: long and with a space, unlike quoted paths and names. */
const QUOTED = /(["'`«„“])(?=[^"'`»”“]*\s)[^"'`»”“]{20,}(?:["'`»”“]|$)/g;
const FRAME = /^\s+at /;
const LOG_ENTRY = /^\S+ (?:info|warning|error) /;

export interface Crash {
  kind: "exception" | "rejection";
  error: unknown;
  /** ms since the epoch. */
  at: number;
  version: string;
  /** Seconds. */
  uptime: number;
  log: string;
  environment: NodeJS.ProcessEnv;
  /** The home folder, written as `~`. */
  home: string;
}

/** Plain text that ends with a line break. */
export function crashReport({ kind, error, at, version, uptime, log, environment, home }: Crash): string {
  const mask = maskerOf(environment, home);
  const { electron, chrome } = process.versions;
  const runtime = electron === undefined ? "" : ` · Electron ${electron} · Chromium ${chrome ?? "?"}`;
  return [
    `${new Date(at).toISOString()} ${kind}`,
    `Galley ${version}${runtime} · Node ${process.versions.node}`,
    `${os.type()} ${os.release()} ${os.arch()} · ran for ${Math.round(uptime)} s · ${Math.round(process.memoryUsage().rss / 1024 ** 2)} MB`,
    "",
    ...errorLines(error, mask),
    "",
    "Log before the error:",
    ...logLines(log, mask),
    "",
  ].join("\n");
}

type Mask = (line: string) => string;

function errorLines(error: unknown, mask: Mask): string[] {
  const lines: string[] = [];
  let cause: unknown = error;
  for (let depth = 0; depth <= MAX_CAUSES && cause !== undefined; depth++) {
    const text = stackOf(cause);
    const [first = "", ...rest] = text.slice(0, 100_000).split("\n");
    const frames = rest.filter((line) => FRAME.test(line)).slice(0, MAX_FRAMES);
    lines.push(`${depth === 0 ? "" : "caused by "}${mask(first)}`, ...frames.map(mask));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return lines;
}

/** Entries and stack frames; other lines may contain anything. */
function logLines(log: string, mask: Mask): string[] {
  const lines = log.split("\n").filter((line) => LOG_ENTRY.test(line) || FRAME.test(line));
  return lines.slice(-LOG_LINES).map(mask);
}

function maskerOf(environment: NodeJS.ProcessEnv, home: string): Mask {
  const inEnvironment = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && isSecretName(name) && canBeSecret(value) ? [value] : [],
  );
  const secrets = spellings(inEnvironment);
  const homes = spellings([home, home.replaceAll("\\", "/")]);
  return (line) => {
    // Cut first, so that a long message costs little and no mask is cut in half.
    const text = line.length > 4 * MAX_LINE ? line.slice(0, 4 * MAX_LINE) : line;
    const bare = maskNamed(maskTokens(maskText(text, secrets)))
      .replace(SCHEME, `$1 ${MASK}`)
      .replace(LONG_WORD, (word) => (isRandom(word) ? MASK : word));
    const short = homes.reduce((shortened, each) => shortened.replaceAll(each, "~"), maskMailAddresses(bare));
    const quiet = FRAME.test(short) ? short : short.replace(QUOTED, "$1…$1");
    return quiet.length > MAX_LINE ? `${quiet.slice(0, MAX_LINE)}…` : quiet;
  };
}

/** Masks values of secret names. A harmless name, such as `Error: `, may precede another name. A cookie masks the rest. */
function maskNamed(line: string): string {
  let masked = "";
  let at = 0;
  for (const { 0: all, 1: name = "", index } of line.matchAll(NAME)) {
    if (index < at || !isSecretName(name)) continue;
    VALUE.lastIndex = index + all.length;
    const value = /cookie$/i.test(name) ? line.slice(VALUE.lastIndex) : (VALUE.exec(line)?.[0] ?? "");
    masked += `${line.slice(at, index)}${all}${MASK}`;
    at = index + all.length + value.length;
  }
  return masked + line.slice(at);
}

/** Whether a word looks like a secret: it has letters and digits, and is no session id or time. */
function isRandom(word: string): boolean {
  return /\d.*\d/.test(word) && /[a-z]/i.test(word) && !UUID.test(word) && !/^\d{4}-\d\d-\d\dT/.test(word);
}
