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
import { type Figure, judge, median, quantile } from "../figures.ts";

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
  const file = path.join(dataDir, DATABASE_FILE);
  const checkpoints = startCheckpoints({
    database,
    file,
    commits: createCommitGroup(database, systemClock),
    log: stderrLog,
  });
  try {
    const pruning = createPruning(database);
    let after: Cursor | null = null;
    const now = Date.now();
    const figures = [
      await steps("step of pruning versions", () => {
        after = pruning.pruneSessions(now, VERSION_DAYS, after).next;
        return after !== null;
      }),
      await steps("step of pruning the log", () =>
        pruning.pruneAttempts(now, { days: DAYS, attempts: attempts - EXCESS }),
      ),
    ];
    const cleaning = createBlobCleaning(database, createBlobStore(dataDir, RUNTIME), {
      dataDir,
      clock: systemClock,
      hasReplica: () => false,
    });
    const started = performance.now();
    for (const prefix of PREFIXES) await cleaning.clean(prefix);
    const average = (performance.now() - started) / PREFIXES.length;
    figures.push(figure("step of cleaning files", [average]));
    return figures;
  } finally {
    await checkpoints.close();
    close();
  }
}

async function steps(name: string, step: () => boolean): Promise<Figure> {
  const times: number[] = [];
  const ends = performance.now() + BUDGET_MS;
  for (let more = true; more && performance.now() < ends; ) {
    const started = performance.now();
    more = step();
    times.push(performance.now() - started);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return figure(name, times);
}

function figure(name: string, times: number[]): Figure {
  return {
    name,
    product: { value: quantile(times, 0.99), unit: "ms" },
    floor: null,
    judged: { ...judge(times, "ms"), value: quantile(times, 0.99) },
    target: { atMost: MOST_MS },
    note: `p99 of ${times.length} steps; median ${median(times).toFixed(1)}, longest ${Math.max(...times).toFixed(1)} ms`,
  };
}
