/** Which of the process's arguments are Galley's: Electron hands its own and Chromium's switches on with them. */

import { ConfigError } from "../server/core/errors.ts";

/** Switches that Electron and Chromium act upon themselves, as people and test drivers pass them. */
const RUNTIME_SWITCHES =
  /^--(no-sandbox|disable-gpu|disable-dev-shm-usage|enable-logging|inspect|inspect-brk|remote-debugging-port|ozone-platform|ozone-platform-hint|password-store|enable-features|disable-features|force-device-scale-factor|lang|no-proxy-server)(=|$)|^-psn_/;

/** Such as Chromium adds by itself when it starts the app anew, and to what it hands on to a first instance. */
const ADDED_SWITCHES =
  /^--(original-process-start-time|allow-file-access-from-files|enable-crashpad|no-first-run)(=|$)/;

/**
 * Ways past the login and the guards of a window that is logged in: a debugger that asks for nothing, code that is loaded
 * into it, rules of the browser turned off. Who may type them may do as much in other ways; a link or a shortcut that
 * brings them along may not.
 */
const FORBIDDEN_SWITCHES =
  /^--(remote-debugging-(?:port|pipe|address)|remote-allow-origins|inspect(?:-brk|-port|-wait)?|load-extension|js-flags|disable-web-security|disable-site-isolation-trials|host-rules|host-resolver-rules|proxy-server|proxy-pac-url|user-data-dir|gpu-launcher|renderer-cmd-prefix|utility-cmd-prefix)(=|$)/;

/**
 * @param argv `process.argv` as Electron made it
 * @param isDefaultApp true for `electron [switches] [-r module] <app> …`, false for a packaged app
 * @returns what `readConfig` takes
 * @throws ConfigError for a switch that a packaged app is not to be started with
 */
export function ownArguments(argv: string[], isDefaultApp: boolean): string[] {
  const args = argv.slice(1);
  if (isDefaultApp) args.splice(0, indexOfApp(args) + 1);
  const forbidden = isDefaultApp ? undefined : args.find((argument) => FORBIDDEN_SWITCHES.test(argument));
  if (forbidden !== undefined)
    throw new ConfigError(
      `${forbidden.split("=")[0]} is a switch for debugging that lets others into the window. Start Galley without it.`,
    );
  return args.filter((argument) => !RUNTIME_SWITCHES.test(argument) && !ADDED_SWITCHES.test(argument));
}

function indexOfApp(args: string[]): number {
  return args.findIndex((argument, index) => !argument.startsWith("-") && !isRequire(args[index - 1]));
}

function isRequire(argument: string | undefined): boolean {
  return argument === "-r" || argument === "--require";
}
