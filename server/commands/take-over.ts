/** `galley take-over --from TARGET --data-dir DIR`: moves the service to this machine from a replica. */
import fs from "node:fs";
import { createInterface } from "node:readline/promises";
import { finishRestore } from "../backup/staged-restore.ts";
import { versionOf } from "../config/config.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { stderrLog } from "../core/process.ts";
import { systemClock, systemRandom } from "../core/runtime.ts";
import { findLitestream } from "../replica/programs.ts";
import { type Fetched, type Source, type TakenOver, takeOver as takeOverReplica } from "../replica/take-over.ts";
import { openTarget, parseTarget, requireOutside } from "../replica/target.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { holdFolder } from "../storage/database.ts";
import { countsInWords, readPassphrase, readSecretFile } from "./backup-words.ts";
import { asUsageError, type Command, type CommandIo, EXIT, interruptible, readCommand, wrongUsage } from "./command.ts";
import { resolveDataDir } from "./data-folder.ts";

export const takeOver: Command = {
  failed: "The takeover failed.",
  async run(args, io) {
    const { values } = readCommand("take-over", args);
    const { from, "key-file": keyFile } = values;
    // Read before entering the folder, whose owner may not be able to read the secrets.
    const secrets = {
      passphrase: readPassphrase(values),
      keyText: keyFile === undefined ? null : readSecretFile("key", keyFile),
    };
    const dataDir = resolveDataDir(values, io);
    const taken = await interruptible((signal) =>
      withReplica({ from, dataDir, io }, (source) =>
        takeOverReplica(source, secrets, (found) => confirm(found, from, values.yes === true, io), signal),
      ),
    );
    io.out(taken === null ? "Nothing was changed.\n" : `${reportInWords(taken, dataDir)}\n`);
    return taken === null ? EXIT.failed : EXIT.fine;
  },
};

/** Runs `work` with the target's store while it holds the data folder. */
export async function withReplica<T>(
  { from, dataDir, io }: { from: string; dataDir: string; io: CommandIo },
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const target = asUsageError(() => parseTarget(from));
  asUsageError(() => requireOutside(target, dataDir));
  const litestream = findLitestream(io.env);
  if (litestream === null) throw new AppError("unavailable", sentence("replica.no_litestream"));
  openDataFolder(dataDir);
  const hold = holdFolder(dataDir);
  const store = openTarget(target, { folder: `${dataDir}/replica`, clock: systemClock, env: io.env });
  try {
    await finishRestore(dataDir);
    const runtime = { clock: systemClock, random: systemRandom, log: stderrLog };
    const version = versionOf(io.root);
    return await work({ litestream, env: io.env, store, target: target.shown, dataDir, runtime, version });
  } finally {
    await store.close();
    hold.close();
  }
}

async function confirm(found: Fetched, from: string, isSure: boolean, io: CommandIo): Promise<boolean> {
  io.err(`${foundInWords(found)}\n`);
  if (isSure) return true;
  if (!process.stdin.isTTY) throw wrongUsage("take-over", "Cannot ask for confirmation without a terminal. Add --yes.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const response = await terminal.question(
      `After this, ${found.newest.epoch.machine} can no longer write to ${from}. Take over? [y/N] `,
    );
    return /^y(es)?$/i.test(response.trim());
  } finally {
    terminal.close();
  }
}

export function foundInWords({ newest, counts, blobs }: Fetched): string {
  const age = Math.max(0, Date.now() - Date.parse(newest.head.at));
  const missing = blobs.length === 0 ? "" : ` It lacks ${blobs.length} files of current versions, such as ${blobs[0]}.`;
  return `The copy is from ${newest.head.at} (${ageInWords(age)} ago), written by ${newest.epoch.machine}: ${countsInWords({ counts, missing: [] })}.${missing}`;
}

function ageInWords(ms: number): string {
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return `${Math.round(ms / 3_600_000)} h`;
}

function reportInWords(taken: TakenOver, dataDir: string): string {
  return [
    `Took over from ${taken.newest.epoch.machine}. ${dataDir} has the data of ${taken.newest.head.at}. This is epoch ${taken.epoch}.`,
    ...(fs.existsSync(taken.aside)
      ? [`The previous data is in ${taken.aside}. Delete it when you no longer need it.`]
      : []),
    `Deliveries are on hold (${taken.held}). Next: start Galley, move DNS or the proxy here, then release deliveries in the console.`,
  ].join("\n");
}
