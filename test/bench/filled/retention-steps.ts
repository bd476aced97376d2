/** Measures the steps of retention on a filled folder. Each step blocks the event loop. */
import path from "node:path";
import { stderrLog } from "../../../server/core/process.ts";
import { type Runtime, systemClock, systemRandom } from "../../../server/core/runtime.ts";
import { createBlobCleaning, PREFIXES } from "../../../server/retention/blob-cleaning.ts";
import { type Cursor, createPruning } from "../../../server/retention/pruning.ts";
import { createBlobStore } from "../../../server/storage/blobs.ts";
import { startCheckpoints } from "../../../server/storage/checkpoints.ts";
import { createCommitGroup } from "../../../server/storage/commit-group.ts";
import { DATABASE_FILE, openDatabase } from "../../../server/storage/database.ts";
import { alone, type Figure, median, quantile } from "../figures.ts";

const RUNTIME: Runtime = { clock: systemClock, random: systemRandom, log: stderrLog };
const BUDGET_MS = 5_000;
const MOST_MS = 20;
/** Attempts beyond the configured limit. */
const EXCESS = 20_000;
const DAYS = 3_650;
/** The default of the setting. */
const VERSION_DAYS = 14;

/** Deletes rows from the folder: call it at the end of a scenario. */
export async function measureRetention(dataDir: string, attempts: number): Promise<Figure[]> {
  const { database, close } = await openDatabase(dataDir, async () => undefined);
  // As in the appliance, a thread checkpoints the log, so no step waits for it.
  const checkpoints = startCheckpoints({
    database,
    file: path.join(dataDir, DATABASE_FILE),
    commits: createCommitGroup(database, systemClock),
    log: stderrLog,
  });
  try {
    const pruning = createPruning(database);
    let after: Cursor | null = null;
    const now = Date.now();
    const pruneVersions = () => {
      after = pruning.pruneSessions(now, VERSION_DAYS, after).next;
      return after !== null;
    };
    const pruneLog = () => pruning.pruneAttempts(now, { days: DAYS, attempts: attempts - EXCESS });
    const places = { dataDir, clock: systemClock, hasReplica: () => false };
    const cleaning = createBlobCleaning(database, createBlobStore(dataDir, RUNTIME), places);
    const versions = await timesOf(pruneVersions);
    const log = await timesOf(pruneLog);
    const started = performance.now();
    for (const prefix of PREFIXES) await cleaning.clean(prefix);
    const average = (performance.now() - started) / PREFIXES.length;
    return [
      figure("step of pruning versions", versions),
      figure("step of pruning the log", log),
      figure("step of cleaning files", [average]),
    ];
  } finally {
    await checkpoints.close();
    close();
  }
}

/** Repeats a step while it returns true. @returns ms of each */
async function timesOf(step: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const ends = performance.now() + BUDGET_MS;
  for (let more = true; more && performance.now() < ends; ) {
    const started = performance.now();
    more = step();
    times.push(performance.now() - started);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return times;
}

function figure(name: string, times: number[]): Figure {
  const [middle, longest] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(1));
  const note = `p99 of ${times.length} steps; median ${middle}, longest ${longest} ms`;
  return alone(name, "ms", [quantile(times, 0.99)], MOST_MS, note);
}
