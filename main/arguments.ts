/**
 * Which of the process's arguments are Galley's. Electron and Chromium add switches of their own, which are ignored, but for
 * those that resemble one of Galley's and those that open the window to others.
 */
import { FLAGS } from "../server/config/config.ts";
import { ConfigError } from "../server/core/errors.ts";
import { resembles } from "../server/core/typing-errors.ts";

/**
 * Switches past the login of the window: debuggers, injected code, diverted traffic, disabled browser rules. A link or shortcut
 * must not bring them. Chromium also takes one dash, and on Windows a slash and any case.
 */
const FORBIDDEN_SWITCHES =
  /^(?:--?|\/)(r|require|import|remote-debugging-[\w-]+|remote-allow-origins|inspect(?:-[\w-]+)?|debug(?:-brk)?|custom-devtools-frontend|auto-open-devtools-for-tabs|load-extension|disable-extensions-except|js-flags|enable-blink-features|disable-web-security|disable-site-isolation-trials|allow-running-insecure-content|unsafely-[\w-]+|ignore-certificate-errors(?:-[\w-]+)?|ignore-urlfetcher-cert-requests|use-fake-ui-for-media-stream|host-rules|host-resolver-rules|proxy-(?:server|pac-url|auto-detect|bypass-list)|auth-(?:server|negotiate-delegate)-(?:allow|white)list|log-net-log|net-log-capture-mode|ssl-key-log-file|user-data-dir|single-process|browser-subprocess-path|gpu-launcher|(?:renderer|utility|plugin|ppapi-plugin)-(?:cmd-prefix|launcher))(=|$)/i;

const SHORT_FLAGS = ["-h", "-v"];
const KNOWN = [...FLAGS, "help", "version"];

export interface Arguments {
  own: string[];
  /** Switches of others, by name: without their values, which may be anything. */
  ignored: string[];
}

/** @param isDefaultApp true for `electron [switches] [-r module] <app> …`, false for a packaged app @throws ConfigError */
export function readArguments(argv: string[], isDefaultApp: boolean): Arguments {
  const args = argv.slice(1);
  if (isDefaultApp) args.splice(0, indexOfApp(args) + 1);
  const forbidden = isDefaultApp ? undefined : args.find((argument) => FORBIDDEN_SWITCHES.test(argument));
  if (forbidden !== undefined)
    throw new ConfigError(
      `${nameOf(forbidden)} is a switch for debugging that lets others into the window. Start Galley without it.`,
    );
  const own: string[] = [];
  const ignored: string[] = [];
  for (const [index, argument] of args.entries()) {
    // A command has flags of its own: what follows its name is for it to judge.
    if (own.length === 0 && !argument.startsWith("-")) return { own: args.slice(index), ignored };
    if (isOwn(argument)) own.push(argument);
    else ignored.push(nameOf(argument));
  }
  return { own, ignored };
}

/** Also what follows a flag as its value. @throws ConfigError for what resembles a flag of ours */
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
