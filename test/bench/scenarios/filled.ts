/** Compares every operation on an appliance with filled and with nearly empty tables; measures the steps of retention. */
import path from "node:path";
import { stderrLog } from "../../../server/core/process.ts";
import { type Runtime, systemClock, systemRandom } from "../../../server/core/runtime.ts";
import { createBlobCleaning, PREFIXES } from "../../../server/retention/blob-cleaning.ts";
import { createPruning } from "../../../server/retention/pruning.ts";
import { createBlobStore } from "../../../server/storage/blobs.ts";
import { startCheckpoints } from "../../../server/storage/checkpoints.ts";
import { createCommitGroup } from "../../../server/storage/commit-group.ts";
import { DATABASE_FILE, openDatabase } from "../../../server/storage/database.ts";
import { startSite } from "../../support/site.ts";
import { against, alone, type Figure, inTurns, median, quantile } from "../figures.ts";
import { fill } from "../filled/fill.ts";
import { type FilledAppliance, OPERATIONS, type Operation } from "../filled/operations.ts";
import { connect } from "../load/requests.ts";
import { type Scenario, startAppliance, type Workshop } from "../workshop.ts";
import { startTime } from "./start.ts";

/** Enough for a page of every list, so that both appliances return responses of the same size. */
const FEW_SESSIONS = 1_000;
const PROJECTS = 20;
const ROUNDS = { most: 40, least: 12, budgetMs: 1_500 };
const WARM_UP = 4;
const STARTS = { most: 5, least: 3, budgetMs: 6_000 };
const MOST = 1.5;
const RUNTIME: Runtime = { clock: systemClock, random: systemRandom, log: stderrLog };
const STEPS_BUDGET_MS = 5_000;
const MOST_STEP_MS = 20;
/** Attempts beyond the configured limit. */
const EXCESS = 20_000;
const DAYS = 3_650;
/** The default of the setting. */
const VERSION_DAYS = 14;

const scenario = (name: string, sessions: number, limitMs: number): Scenario => ({
  name,
  title: `Filled tables: ${sessions.toLocaleString("en")} sessions with ten versions each, against 1,000`,
  limitMs,
  run: (workshop) => compareFilled(workshop, sessions),
});

export const filled = scenario("filled", 10_000, 120_000);
export const filledWhole: Scenario = { ...scenario("filled-whole", 100_000, 600_000), full: true };

async function compareFilled(workshop: Workshop, sessions: number): Promise<Figure[]> {
  const site = await startSite();
  try {
    const few = await filledFolder(workshop, "few", FEW_SESSIONS, site.callbackUrl);
    const many = await filledFolder(workshop, "many", sessions, site.callbackUrl);
    const start = (folder: Folder) => () => startAppliance(workshop, folder.dataDir);
    const figures = [await startTime(STARTS, start(many), start(few), MOST)];
    const sides = [await open(workshop, many), await open(workshop, few)] as const;
    for (const operation of OPERATIONS) figures.push(await compare(operation, ...sides));
    for (const side of sides) {
      side.public.close();
      side.console.close();
      await side.appliance.stop();
    }
    return [...figures, ...(await measureRetention(many.dataDir, many.filled.attempts))];
  } finally {
    await site.close();
  }
}

type Folder = Omit<FilledAppliance, "appliance"> & { dataDir: string };
type Side = Awaited<ReturnType<typeof open>>;

/** The appliance creates the folder and its projects; SQL inserts the rest. */
async function filledFolder(workshop: Workshop, name: string, sessions: number, callbackUrl: string): Promise<Folder> {
  const appliance = await startAppliance(workshop, workshop.folder(name));
  const projects: FilledAppliance["projects"] = [];
  for (let index = 0; index < PROJECTS; index++) projects.push(await appliance.createProject());
  await appliance.stop();
  const ids = projects.map(({ id }) => id);
  const filled = fill(appliance.dataDir, sessions, ids, callbackUrl);
  return { dataDir: appliance.dataDir, projects, callbackUrl, filled };
}

async function open(workshop: Workshop, folder: Folder) {
  const appliance = await startAppliance(workshop, folder.dataDir);
  return { ...folder, appliance, public: await connect(appliance.url), console: await connect(appliance.consoleUrl) };
}

async function compare(operation: Operation, many: Side, few: Side): Promise<Figure> {
  for (let round = 0; round < WARM_UP; round++) for (const side of [many, few]) await ask(operation, side, round);
  const [ofMany, ofFew] = await inTurns(
    ROUNDS,
    (round) => ask(operation, many, round + WARM_UP),
    (round) => ask(operation, few, round + WARM_UP),
  );
  const note =
    `${many.filled.versions.toLocaleString("en")} versions, ${many.filled.attempts.toLocaleString("en")} attempts; ` +
    `the other side has ${FEW_SESSIONS.toLocaleString("en")} sessions`;
  const firstNote = operation === OPERATIONS[0] ? note : undefined;
  return against(operation.name, "ms", ofMany, ofFew, { atMost: MOST }, firstNote);
}

async function ask(operation: Operation, side: Side, round: number): Promise<number> {
  const request = await operation.request(side, round);
  const started = performance.now();
  const { status } = await side[operation.on].send(request);
  const ms = performance.now() - started;
  if (status !== operation.status) throw new Error(`${operation.name}: status ${status}.`);
  return ms;
}

/** Deletes rows from the folder: call it at the end of a scenario. */
async function measureRetention(dataDir: string, attempts: number): Promise<Figure[]> {
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
    const now = Date.now();
    const pruneVersions = () => pruning.pruneSessions(now, VERSION_DAYS).hasMore;
    const pruneLog = () => pruning.pruneAttempts(now, { days: DAYS, attempts: attempts - EXCESS });
    const places = { dataDir, clock: systemClock, hasReplica: () => false };
    const cleaning = createBlobCleaning(database, createBlobStore(dataDir, RUNTIME), places);
    const versions = await timesOf(pruneVersions);
    const log = await timesOf(pruneLog);
    const started = performance.now();
    for (const prefix of PREFIXES) await cleaning.clean(prefix);
    const average = (performance.now() - started) / PREFIXES.length;
    return [
      stepsFigure("step of pruning versions", versions),
      stepsFigure("step of pruning the log", log),
      stepsFigure("step of cleaning files", [average]),
    ];
  } finally {
    await checkpoints.close();
    close();
  }
}

/** Repeats a step while it returns true. @returns ms of each */
async function timesOf(step: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const ends = performance.now() + STEPS_BUDGET_MS;
  for (let more = true; more && performance.now() < ends; ) {
    const started = performance.now();
    more = step();
    times.push(performance.now() - started);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return times;
}

function stepsFigure(name: string, times: number[]): Figure {
  const [middle, longest] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(1));
  const note = `p99 of ${times.length} steps; median ${middle}, longest ${longest} ms`;
  return alone(name, "ms", [quantile(times, 0.99)], MOST_STEP_MS, note);
}
