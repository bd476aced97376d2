/**
 * Separates Galley's arguments from the switches of Electron and Chromium. Other switches are ignored, unless they resemble a
 * flag of Galley or give other programs access to the window.
 */
import { FLAGS } from "../server/config/config.ts";
import { ConfigError } from "../server/core/errors.ts";
import { resembles } from "../server/core/typing-errors.ts";

/**
 * Switches that bypass the window's login: debuggers, injected code, diverted traffic, disabled browser checks. A link or
 * shortcut must not set them. Chromium also accepts a single dash; on Windows also a slash and any case.
 */
const FORBIDDEN_SWITCHES =
  /^(?:--?|\/)(r|require|import|remote-debugging-[\w-]+|remote-allow-origins|inspect(?:-[\w-]+)?|debug(?:-brk)?|custom-devtools-frontend|auto-open-devtools-for-tabs|load-extension|disable-extensions-except|js-flags|enable-blink-features|disable-web-security|disable-site-isolation-trials|allow-running-insecure-content|unsafely-[\w-]+|ignore-certificate-errors(?:-[\w-]+)?|ignore-urlfetcher-cert-requests|use-fake-ui-for-media-stream|host-rules|host-resolver-rules|proxy-(?:server|pac-url|auto-detect|bypass-list)|auth-(?:server|negotiate-delegate)-(?:allow|white)list|log-net-log|net-log-capture-mode|ssl-key-log-file|user-data-dir|single-process|browser-subprocess-path|gpu-launcher|(?:renderer|utility|plugin|ppapi-plugin)-(?:cmd-prefix|launcher))(=|$)/i;

const SHORT_FLAGS = ["-h", "-v"];
const KNOWN = [...FLAGS, "help", "version"];

export interface Arguments {
  own: string[];
  /** Names of other switches. Their values may be sensitive. */
  ignored: string[];
}

/** @param isDefaultApp true for `electron [switches] [-r module] <app> …`, false for a packaged app @throws ConfigError */
export function readArguments(argv: string[], isDefaultApp: boolean): Arguments {
  const args = argv.slice(1);
  if (isDefaultApp) args.splice(0, indexOfApp(args) + 1);
  const forbidden = isDefaultApp ? undefined : args.find((argument) => FORBIDDEN_SWITCHES.test(argument));
  if (forbidden !== undefined)
    throw new ConfigError(
      `${nameOf(forbidden)} is a debugging switch that gives other programs access to the window. Start Galley without it.`,
    );
  const own: string[] = [];
  const ignored: string[] = [];
  for (const [index, argument] of args.entries()) {
    // The command parses everything after its name.
    if (own.length === 0 && !argument.startsWith("-")) return { own: args.slice(index), ignored };
    if (isOwn(argument)) own.push(argument);
    else ignored.push(nameOf(argument));
  }
  return { own, ignored };
}

/** Also true for the value of a flag. @throws ConfigError if the argument resembles a flag of Galley */
function isOwn(argument: string): boolean {
  if (!argument.startsWith("-") || argument === "--" || SHORT_FLAGS.includes(argument)) return true;
  const name = nameOf(argument);
  if (KNOWN.some((known) => name === `--${known}`)) return true;
  const meant = KNOWN.find((known) => resembles(bare(name), bare(known)));
  if (meant === undefined) return false;
  throw new ConfigError(`Galley has no flag ${name}. Did you mean --${meant}?`);
}

function nameOf(argument: string): string {
  return (argument.split("=")[0] ?? "").slice(0, 100);
}

const bare = (name: string): string => name.toLowerCase().replace(/[-_]/g, "");

function indexOfApp(args: string[]): number {
  return args.findIndex((argument, index) => !argument.startsWith("-") && !isRequire(args[index - 1]));
}

function isRequire(argument: string | undefined): boolean {
  return argument === "-r" || argument === "--require";
}
