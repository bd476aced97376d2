/** `galley standby --from TARGET --data-dir DIR`: follows a replica, and serves after it took over. */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type StandbyPage, startStandbyServer } from "../api/standby-server.ts";
import { readConfig } from "../config/config.ts";
import { stderrLog, systemClock, systemRandom } from "../core/runtime.ts";
import { openConsoleToken } from "../logins/logins.ts";
import { openReplicaRecord } from "../replica/record.ts";
import { startStandby } from "../replica/standby.ts";
import type { Source } from "../replica/take-over.ts";
import { DATABASE_FILE } from "../storage/database.ts";
import { asUsage, type Command, type CommandIo, EXIT, UsageError } from "./command.ts";
import { enterDataDir } from "./folder-owner.ts";
import { serve } from "./serve.ts";
import { foundInWords, takeOverFrom, withReplica } from "./take-over.ts";

const USAGE = "galley standby --from TARGET --data-dir DIR [flags of serve]";

export const standby: Command = {
  usage: USAGE,
  help: `Keeps a copy of a replica on this machine, checked every minute (every five from 1 GB on). It answers /healthz with 200,
/readyz with 503, and refuses everything else. Its console has a button that takes over; the same process then serves.
Or end it, and run galley take-over.

  --from TARGET               the replica: a folder, sftp://, s3:// or rclone:
  --data-dir DIR              the data folder of this machine; empty at first`,
  failed: "The standby did not start.",
  async run(args, io) {
    const { from, rest } = withoutFrom(args);
    const dataDir = enterDataDir(rest, io);
    if (hasTakenOver(dataDir)) {
      io.err("This machine took over, so it serves.\n");
      return serve.run(rest, io);
    }
    const config = asUsage(() => readConfig(rest, io.env));
    const taken = await withReplica({ from, dataDir, io }, (source) => follow(source, config, io));
    return taken ? serve.run(rest, io) : EXIT.fine;
  },
};

/** A service that starts as a standby must serve after the next boot, too. */
function hasTakenOver(dataDir: string): boolean {
  const { epoch, fenced } = openReplicaRecord(dataDir, { random: systemRandom, log: stderrLog }).get();
  return epoch !== null && fenced === null && fs.existsSync(path.join(dataDir, DATABASE_FILE));
}

/** The flag that `serve` does not have. */
function withoutFrom(args: string[]): { from: string; rest: string[] } {
  const { values, tokens } = parseArgs({ args, options: { from: { type: "string" } }, strict: false, tokens: true });
  if (typeof values.from !== "string") throw new UsageError(`Name the replica. Usage: ${USAGE}`);
  const drop = new Set(
    tokens.flatMap((token) =>
      token.kind === "option" && token.name === "from" ? [token.index, token.inlineValue ? -1 : token.index + 1] : [],
    ),
  );
  return { from: values.from, rest: args.filter((_, index) => !drop.has(index)) };
}

/** Resolves when a signal ends it (false), or when it took over (true). */
async function follow(source: Source, config: ReturnType<typeof readConfig>, io: CommandIo): Promise<boolean> {
  const runtime = { clock: systemClock, random: systemRandom, log: stderrLog };
  const ended = Promise.withResolvers<boolean>();
  const stopping = new AbortController();
  let following = startStandby(source, runtime);
  let progress: ReturnType<StandbyPage["progress"]> = { isTakingOver: false, failure: null };
  const page: StandbyPage = {
    target: source.target,
    token: await openConsoleToken(source.dataDir, runtime),
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
        await takeOverFrom(source, secrets, { io, confirm: async () => true }, stopping.signal);
        ended.resolve(true);
      };
      work().catch((error: Error) => {
        io.err(`This machine did not take over. ${error.message}\n`);
        following = startStandby(source, runtime);
        progress = { isTakingOver: false, failure: error.message };
      });
    },
  };
  const server = await startStandbyServer(config, page);
  io.err(
    `Galley follows ${source.target}. Take over at ${server.consoleUrl}, with the token in ${source.dataDir}/console-token.\n`,
  );
  if (config.json)
    io.out(
      `${JSON.stringify({ event: "standby", url: server.url, console_url: server.consoleUrl, data_dir: source.dataDir })}\n`,
    );
  const stop = () => {
    stopping.abort(new Error("It was interrupted."));
    ended.resolve(false);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  const taken = await ended.promise;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  await Promise.all([server.close(), following.stop()]);
  return taken;
}
