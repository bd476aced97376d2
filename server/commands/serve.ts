/** `galley serve`: the service without a window. It runs until a signal ends it. */

import { execFile } from "node:child_process";
import path from "node:path";
import { type Config, readConfig, readyLine, versionOf } from "../config/config.ts";
import { unknownVariables } from "../config/flags.ts";
import { failureLine, limitYoungHeap, setLogFormat, stderrLog } from "../core/process.ts";
import { type Log, type Runtime, systemClock, systemRandom } from "../core/runtime.ts";
import { handleUncaughtErrors } from "../core/uncaught-errors.ts";
import { openRestartingAppliance } from "../restarting-appliance.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { isDiskFull, NO_SPACE_TO_START } from "../storage/disk.ts";
import { openKeptLog, sinkTo } from "../storage/kept-log.ts";
import { openKeyFile } from "../storage/secret-box.ts";
import { asUsageError, type Command, type CommandIo, END_SIGNALS, EXIT, isUserFacing } from "./command.ts";
import { resolveDataDir } from "./data-folder.ts";

const FAILED = "Galley did not start.";

export const serve: Command = {
  failed: FAILED,
  run: (args, io) => serveUntilSignal(args, io, connectServiceManager(io.env, stderrLog)),
};

/** @param serviceManager a standby that took over has already reported to it */
export async function serveUntilSignal(args: string[], io: CommandIo, serviceManager: ServiceManager): Promise<number> {
  limitYoungHeap();
  const config = readOwnConfig(args, io);
  let log: Log = stderrLog;
  try {
    openDataFolder(config.dataDir);
    const logs = openKeptLog(config.dataDir, sinkTo(stderrLog));
    log = logs;
    for (const sentence of unknownVariables(io.env)) log.warn(sentence);
    const runtime: Runtime = { clock: systemClock, random: systemRandom, log };
    const masterKey = await openKeyFile(config.dataDir);
    const version = versionOf(io.root);
    const parts = { masterKey, webDir: path.join(io.root, "dist", "web"), version, logs };
    const ended = Promise.withResolvers<number>();
    const appliance = await openRestartingAppliance(config, runtime, parts, { onFault: ended.reject });
    const close = (exitCode: number) => appliance.close().then(() => ended.resolve(exitCode), ended.reject);
    handleUncaughtErrors({
      dataDir: config.dataDir,
      log: logs,
      version,
      now: runtime.clock.now,
      // The service manager restarts it.
      onException: () => void close(EXIT.failed),
      endNow: () => io.endNow(EXIT.failed),
    });
    const end = (signal: NodeJS.Signals) => {
      log.info(`Galley stops (${signal}).`);
      serviceManager.stopping();
      void close(EXIT.fine);
    };
    for (const signal of END_SIGNALS) process.on(signal, end);

    const addresses = await Promise.race([appliance.listen(), ended.promise]).catch(async (error: unknown) => {
      await appliance.close();
      throw error;
    });
    // A signal arrived before the start was complete.
    if (typeof addresses === "number") return addresses;
    serviceManager.ready(`Listens at ${addresses.url}`);
    if (config.json)
      io.out(readyLine({ addresses, consoleLink: appliance.consoleLink(), dataDir: config.dataDir, version }));
    // Not for a supervisor, which would store the login link in its log.
    else if (io.isTerminal) io.out(greeting(addresses.url, appliance.consoleLink(), addresses.sandboxUrl));
    return await ended.promise;
  } catch (error) {
    sayWhy(error, log, io);
    return EXIT.failed;
  }
}

/** Reads the configuration as the owner of the data folder, and applies its log format. @throws UsageError */
export function readOwnConfig(args: string[], io: CommandIo): Config {
  resolveDataDir(args, io);
  const config = asUsageError(() => readConfig(args, io.env));
  setLogFormat(config.logFormat);
  return config;
}

function sayWhy(error: unknown, log: Log, io: CommandIo): void {
  if (isUserFacing(error)) io.err(failureLine(`${FAILED} ${error.message}`));
  else if (isDiskFull(error)) io.err(failureLine(`${FAILED} ${NO_SPACE_TO_START}`));
  else log.error("Galley stopped because of an internal error.", error);
}

function greeting(url: string, consoleLink: string, sandboxUrl: string | null): string {
  const rows = [
    ...(sandboxUrl === null ? [] : [["Sample site", sandboxUrl, "write and save an article there"]]),
    ["Console", consoleLink, "logs you in once, expires after ten minutes"],
    ["Service", url, `for site backends; documentation at ${url}/docs`],
  ];
  return `\nGalley is running.\n\n${rows.map(([name, address, what]) => `  ${name?.padEnd(12)} ${address}\n  ${"".padEnd(12)} ${what}\n`).join("")}\nPress Ctrl+C to stop.\n`;
}

export type ServiceManager = ReturnType<typeof connectServiceManager>;

/**
 * Notifies systemd (`Type=notify`, `WatchdogSec=`): ready, stopping, watchdog. Node cannot open a datagram socket, so
 * `systemd-notify` sends them; the unit needs `NotifyAccess=all`. Does nothing where no service manager listens.
 */
export function connectServiceManager(env: NodeJS.ProcessEnv, log: Log) {
  let watchdog: NodeJS.Timeout | null = null;
  let isFailing = false;

  const send = (...fields: string[]): Promise<void> => {
    if (!env.NOTIFY_SOCKET) return Promise.resolve();
    return new Promise((resolve) => {
      execFile("systemd-notify", fields, { env }, (error) => {
        if (error !== null && !isFailing)
          log.warn(`systemd could not be notified (${error.message.trim()}). Is systemd-notify installed?`);
        isFailing = error !== null;
        resolve();
      });
    });
  };

  return {
    /** @param status for `systemctl status` */
    ready(status: string): void {
      void send("READY=1", `STATUS=${status}`);
      const pause = watchdogPause(env);
      if (pause === null || watchdog !== null) return;
      // On the main thread, so that it stops when the event loop is blocked.
      watchdog = setInterval(() => void send("WATCHDOG=1"), pause);
      watchdog.unref();
    },
    stopping: (): void => void send("STOPPING=1", "STATUS=Stopping"),
  };
}

/** ms between watchdog pings: half of WATCHDOG_USEC; null without a watchdog. WATCHDOG_PID may be that of scripts/start.mjs. */
function watchdogPause(env: NodeJS.ProcessEnv): number | null {
  const limit = Number(env.WATCHDOG_USEC ?? 0) / 1000;
  return limit > 0 ? limit / 2 : null;
}
