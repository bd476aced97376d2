/** `galley standby --from TARGET --data-dir DIR`: follows a replica, and serves after it has taken over. */
import fs from "node:fs";
import path from "node:path";
import { removeRunningUrls, writeRunningUrls } from "../admin/network/running-urls.ts";
import { type StandbyPage, startStandbyServer } from "../api/standby-server.ts";
import type { Config } from "../config/config.ts";
import { stderrLog } from "../core/process.ts";
import { systemRandom } from "../core/runtime.ts";
import { openToken } from "../logins/logins.ts";
import { openReplicaRecord } from "../replica/record.ts";
import { type Source, startStandby, takeOver } from "../replica/take-over.ts";
import { DATABASE_FILE } from "../storage/database.ts";
import { type Command, type CommandIo, END_SIGNALS, EXIT, readCommand } from "./command.ts";
import { connectServiceManager, readOwnConfig, type ServiceManager, serveUntilSignal } from "./serve.ts";
import { foundInWords, withReplica } from "./take-over.ts";

export const standby: Command = {
  failed: "The standby did not start.",
  async run(args, io) {
    const { from, ...flags } = readCommand("standby", args).values;
    const rest = Object.entries<string | boolean | undefined>(flags).map(
      ([name, value]) => `--${name}${value === true ? "" : `=${value}`}`,
    );
    const config = readOwnConfig(rest, io);
    const { dataDir } = config;
    const serviceManager = connectServiceManager(io.env, stderrLog);
    if (hasTakenOver(dataDir)) {
      stderrLog.info("This machine has taken over, so the service starts.");
      return serveUntilSignal(rest, io, serviceManager);
    }
    const taken = await withReplica({ from, dataDir, io }, (source) => follow(source, config, io, serviceManager));
    return taken ? serveUntilSignal(rest, io, serviceManager) : EXIT.fine;
  },
};

/** A service that is started as a standby must serve after the next boot, too. */
function hasTakenOver(dataDir: string): boolean {
  const { epoch, fenced } = openReplicaRecord(dataDir, { random: systemRandom, log: stderrLog }).get();
  // A machine that has not taken over begins epoch 1.
  return epoch !== null && epoch > 1 && fenced === null && fs.existsSync(path.join(dataDir, DATABASE_FILE));
}

/** Resolves to true when it has taken over, to false when a signal ends it. */
async function follow(source: Source, config: Config, io: CommandIo, serviceManager: ServiceManager): Promise<boolean> {
  const ended = Promise.withResolvers<boolean>();
  const stopping = new AbortController();
  let following = startStandby(source);
  let progress: ReturnType<StandbyPage["progress"]> = { isTakingOver: false, failure: null };
  const page: StandbyPage = {
    target: source.target,
    token: await openToken(source.dataDir, "console-token", source.runtime),
    get state() {
      return following.state;
    },
    found: () => (following.state.fetched === null ? "" : foundInWords(following.state.fetched)),
    progress: () => progress,
    takeOver(passphrase) {
      if (progress.isTakingOver) return;
      progress = { isTakingOver: true, failure: null };
      const work = async () => {
        await following.stop();
        const secrets = { passphrase, keyText: null };
        await takeOver(source, secrets, async () => true, stopping.signal);
        ended.resolve(true);
      };
      work().catch((error: Error) => {
        stderrLog.error(`The takeover failed. ${error.message}`);
        following = startStandby(source);
        progress = { isTakingOver: false, failure: error.message };
      });
    },
  };
  const server = await startStandbyServer(config, page);
  await writeRunningUrls(source.dataDir, server);
  stderrLog.info(
    `The standby follows ${source.target}. To take over, open ${server.consoleUrl} and enter the token from ${source.dataDir}/console-token.`,
  );
  serviceManager.ready(`Follows ${source.target}`);
  if (config.json)
    io.out(
      `${JSON.stringify({ event: "standby", url: server.url, console_url: server.consoleUrl, data_dir: source.dataDir })}\n`,
    );
  const stop = (signal: NodeJS.Signals) => {
    stderrLog.info(`The standby stops (${signal}).`);
    serviceManager.stopping();
    stopping.abort(new Error("Interrupted by a signal."));
    ended.resolve(false);
  };
  for (const signal of END_SIGNALS) process.once(signal, stop);
  const taken = await ended.promise;
  for (const signal of END_SIGNALS) process.off(signal, stop);
  await Promise.all([removeRunningUrls(source.dataDir), server.close(), following.stop()]);
  return taken;
}
