/** Which of the process's arguments are Galley's: Electron hands its own and Chromium's switches on with them. */

/** Switches that Electron and Chromium act upon themselves, as people and test drivers pass them. */
const RUNTIME_SWITCHES =
  /^--(no-sandbox|disable-gpu|disable-dev-shm-usage|enable-logging|inspect|inspect-brk|remote-debugging-port|ozone-platform|ozone-platform-hint|password-store|enable-features|disable-features|force-device-scale-factor|lang|no-proxy-server|allow-file-access-from-files)(=|$)|^-psn_/;

/**
 * @param argv `process.argv` as Electron made it
 * @param isDefaultApp true for `electron [switches] [-r module] <app> …`, false for a packaged app
 * @returns what `readConfig` takes
 */
export function ownArguments(argv: string[], isDefaultApp: boolean): string[] {
  const args = argv.slice(1);
  if (isDefaultApp) args.splice(0, indexOfApp(args) + 1);
  return args.filter((argument) => !RUNTIME_SWITCHES.test(argument));
}

function indexOfApp(args: string[]): number {
  return args.findIndex((argument, index) => !argument.startsWith("-") && !isRequire(args[index - 1]));
}

function isRequire(argument: string | undefined): boolean {
  return argument === "-r" || argument === "--require";
}
