/** The headless entry: `node server/cli.ts [flags]`, see config.ts for the flags. */
import path from "node:path";
import { openRestartingAppliance, readyLine } from "./appliance.ts";
import { askedForHelp, readConfig, versionOf } from "./config.ts";
import { ConfigError } from "./core/errors.ts";
import { type Log, type Runtime, stderrLog, systemClock, systemRandom } from "./core/runtime.ts";
import { outliveReaders, watchUnforeseen } from "./core/unforeseen.ts";
import { keepYoungHeapSmall } from "./core/young-heap.ts";
import { closeNewFiles, openDataFolder } from "./storage/data-folder.ts";
import { DatabaseRefused } from "./storage/database.ts";
import { isDiskFull, NO_ROOM_TO_START } from "./storage/disk.ts";
import { openKeptLog, sayTo } from "./storage/kept-log.ts";
import { openKeyFile } from "./storage/secret-box.ts";

/** Run from the sources in server/, or as the bundle in dist/main/. */
const ROOT = path.resolve(import.meta.dirname, path.basename(import.meta.dirname) === "server" ? ".." : "../..");

/** Stderr alone, until the data folder is open. */
let log: Log = stderrLog;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const help = askedForHelp(args, ROOT);
  if (help !== null) return void process.stdout.write(help);
  const config = readConfig(args, process.env);
  const version = versionOf(ROOT);
  closeNewFiles();
  openDataFolder(config.dataDir);
  const logs = openKeptLog(config.dataDir, sayTo(stderrLog));
  log = logs;
  const runtime: Runtime = { clock: systemClock, random: systemRandom, log: logs };
  const masterKey = await openKeyFile(config.dataDir);
  const parts = { masterKey, webDir: path.join(ROOT, "dist", "web"), version, logs };
  const appliance = await openRestartingAppliance(config, runtime, parts, { onFault: fail });

  const close = (exitCode = 0) => {
    appliance.close().then(() => process.exit(exitCode), fail);
  };
  watchUnforeseen({
    dataDir: config.dataDir,
    log,
    now: runtime.clock.now,
    // Whoever supervises the service starts it again.
    onException: () => close(1),
    endNow: () => process.exit(1),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => close());

  const addresses = await appliance.listen();
  const link = appliance.consoleLink();
  if (config.json) process.stdout.write(readyLine({ addresses, consoleLink: link, dataDir: config.dataDir, version }));
  else process.stdout.write(greeting(addresses.url, link, addresses.sandboxUrl));
}

function greeting(url: string, consoleLink: string, sandboxUrl: string | null): string {
  const rows = [
    ...(sandboxUrl === null ? [] : [["Sample site", sandboxUrl, "write an article there and save it"]]),
    ["Console", consoleLink, "logs you in once, within ten minutes"],
    ["Service", url, `for site backends; documentation at ${url}/docs`],
  ];
  return `\nGalley is running.\n\n${rows.map(([name, address, what]) => `  ${name?.padEnd(12)} ${address}\n  ${"".padEnd(12)} ${what}\n`).join("")}\nCtrl+C ends it.\n`;
}

function fail(error: unknown): never {
  if (error instanceof ConfigError || error instanceof DatabaseRefused)
    process.stderr.write(`Galley did not start. ${error.message}\n`);
  else if (isDiskFull(error)) process.stderr.write(`Galley did not start. ${NO_ROOM_TO_START}\n`);
  else log.error("Galley ended because of a fault of its own.", error);
  process.exit(1);
}

outliveReaders();
keepYoungHeapSmall();
main().catch(fail);
