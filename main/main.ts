/** The desktop app: the appliance in Electron's main process, with a window on its console. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { app, safeStorage } from "electron";
import type { ShellFollower } from "../server/admin/shell/shell-view.ts";
import { isCommandLine, runCommand, runningLine } from "../server/commands/commands.ts";
import { type Addresses, type Config, readConfig, readyLine } from "../server/config/config.ts";
import { unknownVariables } from "../server/config/flags.ts";
import { limitYoungHeap, setLogFormat, stderrLog } from "../server/core/process.ts";
import { systemClock, systemRandom } from "../server/core/runtime.ts";
import { ignoreClosedOutput } from "../server/core/uncaught-errors.ts";
import { openRestartingAppliance } from "../server/restarting-appliance.ts";
import { closeNewFiles, openDataFolder } from "../server/storage/data-folder.ts";
import { type KeptLog, openKeptLog, sinkTo } from "../server/storage/kept-log.ts";
import { readArguments } from "./arguments.ts";
import { showWarning } from "./boxes.ts";
import { reportCrash, watchFaults } from "./crash.ts";
import { dataItems } from "./data/data-menu.ts";
import { openDesktopKey } from "./data/keychain.ts";
import { type DesktopShell, openDesktopShell } from "./desktop/desktop.ts";
import { HIDDEN_FLAG, isHiddenStart, loginArguments } from "./desktop/login-item.ts";
import {
  browserOpener,
  closeDefaultSession,
  disableBackgroundTraffic,
  guardWebContents,
  type OpenLink,
  openWindowSession,
} from "./guards.ts";
import { holdSingleInstance, quitInOrder, relaunch, type SingleInstance, watchPower } from "./lifecycle.ts";
import { ROOT, WEB_DIR } from "./paths.ts";
import { askForOtherPort, refuseToStart } from "./start-failure.ts";
import { createConsoleWindow } from "./window/window.ts";

ignoreClosedOutput();
start().catch(refuseToStart);

async function start(): Promise<void> {
  const argv = process.argv.filter((argument) => argument !== HIDDEN_FLAG);
  const { own, ignored } = readArguments(argv, process.defaultApp === true);
  if (isCommandLine(own, process.env)) return runHeadless(own);
  const config = readConfig(own, process.env);
  // The keychain stores the key under this name, also in development.
  app.setName("Galley");
  // Windows groups notifications and pinned icons by this ID: `appId` in electron-builder.yml.
  if (process.platform === "win32") app.setAppUserModelId("org.galley.Galley");
  // Chromium's files, including the single-instance lock, go into the data folder.
  closeNewFiles();
  openDataFolder(config.dataDir);
  const profile = path.join(config.dataDir, "desktop");
  fs.mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setPath("userData", profile);
  app.enableSandbox();
  disableBackgroundTraffic();

  const instance = holdSingleInstance(process.argv.includes(HIDDEN_FLAG));
  if (instance === null) return yieldToRunning(config);
  await app.whenReady();
  closeDefaultSession();

  setLogFormat(config.logFormat);
  const log = openKeptLog(
    config.dataDir,
    config.logFormat === "json"
      ? sinkTo(stderrLog)
      : (_level, _message, _error, line) => void process.stderr.write(line),
  );
  if (app.isPackaged && ignored.length > 0) log.info(`Galley ignores these switches: ${ignored.join(" ")}.`);
  for (const sentence of unknownVariables(process.env)) log.warn(sentence);
  const openLink = browserOpener(log);
  guardWebContents(openLink);
  try {
    await serve(config, { log, instance, openLink, args: loginArguments(own, config.dataDir) });
  } catch (error) {
    log.error("Galley did not start", error);
    throw error;
  }
}

/** Another process uses the data folder and shows its window; `--json` prints its URLs. */
async function yieldToRunning({ json, dataDir }: Config): Promise<void> {
  try {
    if (json) {
      const line = await runningLine(dataDir);
      await new Promise((resolve) => process.stdout.write(line, resolve));
    }
    app.exit(0);
  } catch (error) {
    process.stderr.write(`Galley is already running, but its URLs are unknown. ${(error as Error).message}\n`);
    app.exit(1);
  }
}

interface Serving {
  log: KeptLog;
  instance: SingleInstance;
  openLink: OpenLink;
  args: string[];
}

async function serve(config: Config, { log, instance, openLink, args }: Serving): Promise<void> {
  const { dataDir } = config;
  limitYoungHeap();
  const key = await openDesktopKey({ dataDir, keychain: safeStorage, log, warn: showWarning });

  const version = app.getVersion();
  const runtime = { clock: systemClock, random: systemRandom, log };
  let follow = (_addresses: Addresses): void => {};
  const forThisRun: string[] = [];
  let desktop: DesktopShell | null = null;
  const follower: ShellFollower = {
    stateChanged: (state) => desktop?.stateChanged(state),
    noticed: (notice) => desktop?.noticed(notice),
  };
  const parts = { masterKey: key.key, webDir: WEB_DIR, version, logs: log, follower };
  const appliance = await openRestartingAppliance(config, runtime, parts, {
    onFault(error) {
      log.error("Galley did not start after a restart", error);
      void refuseToStart(error);
    },
    onRestart: (addresses) => follow(addresses),
    onPortTaken: (error, where) => askForOtherPort(error, where, forThisRun),
  });
  const ending = quitInOrder(appliance, log);
  const relaunchArguments = () => [...process.argv.slice(1), ...forThisRun];
  watchFaults({ dataDir, log, ending, relaunchArguments });
  const addresses = await appliance.listen();
  const session = await openWindowSession();
  watchPower({ system: process.platform, wake: appliance.wake, quit: () => app.quit() });

  const consoleLink = (): string => appliance.consoleLink("window");
  const { consoleUrl } = addresses;
  const isEnding = ending.hasBegun;
  const quit = (): void => (desktop === null ? app.quit() : desktop.quit());
  const inWindow = { session, consoleUrl, consoleLink, openLink };
  const window = createConsoleWindow({ ...inWindow, isEnding, quit, clock: systemClock, log });
  const restart = async () => {
    await appliance.close();
    await relaunch(relaunchArguments());
    app.exit(0);
  };
  const dataMenu = dataItems({ dataDir, key, restart, log });
  desktop = openDesktopShell({ appliance, window, addresses, openLink, dataDir, dataMenu, args, log });
  follow = (now) => {
    window.follow(now.consoleUrl);
    desktop?.follow(now);
  };
  instance.onSecondStart(window.show);
  app.on("activate", window.show);
  if (!isHiddenStart(process.argv)) window.show();
  reportCrash(dataDir, log);
  if (config.json)
    process.stdout.write(readyLine({ addresses, consoleLink: appliance.consoleLink(), dataDir, version }));
}

/** Runs a command and exits with its exit code. Call it before the app is ready. */
async function runHeadless(args: string[]): Promise<void> {
  // Chromium always writes a profile. No page is loaded here, so a temporary one is enough.
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "galley-headless-"));
  app.setPath("userData", profile);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  const exitCode = await runCommand(args, {
    root: ROOT,
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    endNow: (code) => app.exit(code),
    handOver: (uid, gid) => fs.chownSync(profile, uid, gid),
  });
  fs.rmSync(profile, { recursive: true, force: true });
  // Exits after a slow reader has received all output.
  process.stdout.write("", () => app.exit(exitCode));
}
