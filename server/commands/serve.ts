/** `galley serve`: the service without a window. It runs until a signal ends it. */
import path from "node:path";
import { type Config, readConfig, readyLine, versionOf } from "../config/config.ts";
import { type Log, type Runtime, stderrLog, systemClock, systemRandom } from "../core/runtime.ts";
import { watchUnforeseen } from "../core/unforeseen.ts";
import { keepYoungHeapSmall } from "../core/young-heap.ts";
import { openRestartingAppliance } from "../restarting-appliance.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { isDiskFull, NO_ROOM_TO_START } from "../storage/disk.ts";
import { openKeptLog, sayTo } from "../storage/kept-log.ts";
import { openKeyFile } from "../storage/secret-box.ts";
import { asUsage, type Command, type CommandIo, EXIT, isForPeople } from "./command.ts";
import { enterDataDir } from "./folder-owner.ts";
import { unknownVariables } from "./unknown-variables.ts";

const FAILED = "Galley did not start.";

export const serve: Command = {
  usage: "galley serve [flags]",
  help: "The service without a window. Its flags stand in `galley help`.",
  failed: FAILED,
  async run(args, io) {
    keepYoungHeapSmall();
    const config = readOwnConfig(args, io);
    let log: Log = stderrLog;
    try {
      openDataFolder(config.dataDir);
      const logs = openKeptLog(config.dataDir, sayTo(stderrLog));
      log = logs;
      for (const sentence of unknownVariables(io.env)) log.warn(sentence);
      const runtime: Runtime = { clock: systemClock, random: systemRandom, log };
      const masterKey = await openKeyFile(config.dataDir);
      const version = versionOf(io.root);
      const parts = { masterKey, webDir: path.join(io.root, "dist", "web"), version, logs };
      const ended = Promise.withResolvers<number>();
      const appliance = await openRestartingAppliance(config, runtime, parts, { onFault: ended.reject });
      const close = (exitCode: number) => appliance.close().then(() => ended.resolve(exitCode), ended.reject);
      watchUnforeseen({
        dataDir: config.dataDir,
        log: logs,
        version,
        now: runtime.clock.now,
        // The service manager restarts it.
        onException: () => void close(EXIT.failed),
        endNow: () => io.endNow(EXIT.failed),
      });
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void close(EXIT.fine));

      const addresses = await Promise.race([appliance.listen(), ended.promise]);
      // A signal came before the start was complete.
      if (typeof addresses === "number") return addresses;
      const consoleLink = appliance.consoleLink();
      io.out(
        config.json
          ? readyLine({ addresses, consoleLink, dataDir: config.dataDir, version })
          : greeting(addresses.url, consoleLink, addresses.sandboxUrl),
      );
      return await ended.promise;
    } catch (error) {
      sayWhy(error, log, io);
      return EXIT.failed;
    }
  },
};

/** With the rights of the folder's owner. */
function readOwnConfig(args: string[], io: CommandIo): Config {
  enterDataDir(args, io);
  return asUsage(() => readConfig(args, io.env));
}

function sayWhy(error: unknown, log: Log, io: CommandIo): void {
  if (isForPeople(error)) io.err(`${FAILED} ${error.message}\n`);
  else if (isDiskFull(error)) io.err(`${FAILED} ${NO_ROOM_TO_START}\n`);
  else log.error("Galley ended because of a fault of its own.", error);
}

function greeting(url: string, consoleLink: string, sandboxUrl: string | null): string {
  const rows = [
    ...(sandboxUrl === null ? [] : [["Sample site", sandboxUrl, "write an article there and save it"]]),
    ["Console", consoleLink, "logs you in once, within ten minutes"],
    ["Service", url, `for site backends; documentation at ${url}/docs`],
  ];
  return `\nGalley is running.\n\n${rows.map(([name, address, what]) => `  ${name?.padEnd(12)} ${address}\n  ${"".padEnd(12)} ${what}\n`).join("")}\nCtrl+C ends it.\n`;
}
