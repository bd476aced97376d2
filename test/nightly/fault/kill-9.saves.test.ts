/**
 * Journalists save without a pause while the appliance is killed repeatedly. FAULT_ROUNDS: rounds, 2 by default.
 * FAULT_SEED repeats the random choices of an earlier run, but not its timing.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  type ApplianceProcess,
  spawnAppliance,
  startAppliance,
  temporaryFolder,
  testClock,
} from "../../support/appliance.ts";
import { type Chance, createChance } from "../../support/chance.ts";
import { commitsIn } from "../../support/data-folder.ts";
import { eventually } from "../../support/eventually.ts";
import { freePorts } from "../../support/listening.ts";
import { startWriters } from "./support/editors.ts";
import { createLedger, type Ledger } from "./support/ledger.ts";
import { type Moment, type Receiver, startReceiver } from "./support/receiver.ts";
import {
  blobFiles,
  createVerifier,
  filesWithoutRow,
  type Traces,
  tracesOf,
  waitUntilSettled,
} from "./support/verify-data.ts";

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 2);
const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** With this many rounds, every kind of trace must occur at least once. */
const ROUNDS_FOR_ALL_TRACES = 100;
/** Enough writers that commits are shared. */
const WRITERS = { tabs: 12, openers: 4 };
const HOUR_MS = 3_600_000;

interface Scene {
  child: ChildProcess;
  dataDir: string;
  receiver: Receiver;
  ledger: Ledger;
}

/** Detects an instant from outside, and calls `strike` then. @returns stops watching */
type Watch = (scene: Scene, strike: () => void, chance: Chance) => () => void;

const folder =
  (name: string, fits: (file: string) => boolean): Watch =>
  ({ dataDir }, strike) => {
    const watched = path.join(dataDir, name);
    const watcher = fs.watch(watched, (_kind, file) => {
      if (file !== null && fits(path.join(watched, file))) strike();
    });
    return () => watcher.close();
  };

const receiverAt =
  (moment: Moment): Watch =>
  ({ receiver }, strike) => {
    receiver.onMoment = (current) => {
      if (current === moment) strike();
    };
    return () => {
      receiver.onMoment = () => {};
    };
  };

const INSTANTS = {
  "at any time": (_scene, strike, chance) => {
    const timer = setTimeout(strike, chance.below(400));
    return () => clearTimeout(timer);
  },
  "while an upload arrives": folder("tmp", (file) => fs.existsSync(file)),
  // The file was moved from tmp/ to blobs/; its row is written after an fsync of the folder.
  "between file and row": folder("tmp", (file) => !fs.existsSync(file)),
  "while a transaction is written": folder("", (file) => file.endsWith("galley.db-wal")),
  "between row and callback": ({ ledger }, strike) => {
    ledger.onResponse = (kind) => {
      if (kind === "save") strike();
    };
    return () => {
      ledger.onResponse = () => {};
    };
  },
  "when the callback connects": receiverAt("connected"),
  "before the response": receiverAt("arrived"),
  "during the download": receiverAt("downloading"),
  "between response and merge": receiverAt("responded"),
} satisfies Record<string, Watch>;

type Instant = keyof typeof INSTANTS;

/** Maximum wait for an instant. */
const MAX_WAIT_MS = 2_000;

/** Sends SIGKILL at the instant or a few ms later, and waits for the end. @returns whether the instant came */
async function killAt(instant: Instant, scene: Scene, chance: Chance): Promise<boolean> {
  const ended = once(scene.child, "exit");
  const delayMs = chance.happens(0.3) ? 1 + chance.below(8) : 0;
  const watch: Watch = INSTANTS[instant];
  const came = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => end(false), MAX_WAIT_MS);
    const end = (hit: boolean) => {
      clearTimeout(timer);
      const kill = () => {
        scene.child.kill("SIGKILL");
        stop();
        resolve(hit);
      };
      if (delayMs === 0) kill();
      else setTimeout(kill, delayMs);
    };
    let struck = false;
    const stop = watch(
      scene,
      () => {
        if (struck) return;
        struck = true;
        end(true);
      },
      chance,
    );
  });
  await ended;
  return came;
}

it(`keeps acknowledged writes through ${ROUNDS} rounds of kill -9`, { timeout: 30_000 + ROUNDS * 15_000 }, async () => {
  const started = performance.now();
  const chance = createChance(SEED);
  const ledger = createLedger();
  const dataDir = temporaryFolder();
  const args = await freePorts();
  // Starting takes most of a round; the compile cache shortens it.
  const env = { NODE_COMPILE_CACHE: temporaryFolder() };
  const wal = path.join(dataDir, "galley.db-wal");
  await (await spawnAppliance({ dataDir, args, env })).close();
  let appliance: ApplianceProcess = await spawnAppliance({ dataDir, args, env });
  const project = await appliance.createProject();
  const receiver = await startReceiver(chance, ledger, project);
  const verifier = createVerifier(dataDir, ledger, receiver);
  const place = { url: appliance.url, keys: project, callbackUrl: receiver.callbackUrl };
  const editors = await startWriters(WRITERS, place, chance, ledger);
  const scene = () => ({ child: appliance.child, dataDir, receiver, ledger });

  const hits = new Map<Instant, number>();
  const traces: Traces[] = [];
  let kills = 0;
  let orphans = 0;
  /** Counted in the rounds in which the log was not reset. */
  const shared = { acknowledged: 0, commits: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    const instant = chance.pick(Object.keys(INSTANTS) as Instant[]);
    const where = `seed ${SEED}, round ${round}, killed ${instant}`;
    receiver.isUnreliable = true;
    const before = { acknowledged: ledger.acknowledged, commits: commitsIn(wal) };
    const working = editors.map((editor) => editor.work());
    // A busy machine may take seconds for the first saves, of which two rounds need some.
    if (round === 1) await eventually(() => expect(ledger.promised.size).toBeGreaterThan(2));
    await new Promise((resolve) => setTimeout(resolve, 200 + chance.below(500)));
    if (await killAt(instant, scene(), chance)) hits.set(instant, (hits.get(instant) ?? 0) + 1);
    kills += 1;
    for (const editor of editors) editor.stop();
    await Promise.all(working);
    const commits = commitsIn(wal) - before.commits;
    if (commits > 0) {
      shared.acknowledged += ledger.acknowledged - before.acknowledged;
      shared.commits += commits;
    }
    const trace = tracesOf(dataDir, receiver);
    traces.push({ ...trace, filesWithoutRow: trace.filesWithoutRow - orphans });
    orphans = trace.filesWithoutRow;
    expect(verifier.stored(), `stored, ${where}`).toEqual([]);

    receiver.isUnreliable = false;
    appliance = await spawnAppliance({ dataDir, args, env });
    if (chance.happens(0.15)) {
      // Kill it again during recovery.
      await killAt("at any time", scene(), chance);
      kills += 1;
      expect(verifier.stored(), `stored, ${where} and again while starting`).toEqual([]);
      appliance = await spawnAppliance({ dataDir, args, env });
    }
    await waitUntilSettled(appliance);
    expect(ledger.faults, `faults, ${where}`).toEqual([]);
    expect(verifier.stored(), `stored after the restart, ${where}`).toEqual([]);
    expect(verifier.delivered(), `delivered, ${where}`).toEqual([]);
  }
  await appliance.close();

  orphans = filesWithoutRow(dataDir).length;
  await cleanFiles(dataDir);
  verifier.recheckAll();
  expect(verifier.stored(), `after cleaning, seed ${SEED}`).toEqual([]);
  await receiver.close();

  const seconds = Math.round((performance.now() - started) / 1000);
  const left = (kind: keyof Traces) => traces.filter((trace) => trace[kind] > 0).length;
  const kinds = Object.keys(traces[0] ?? {}) as (keyof Traces)[];
  process.stdout.write(
    [
      `seed ${SEED}: ${ROUNDS} rounds, ${kills} kills, ${seconds} s`,
      `  ${ledger.requested.size} saves requested, ${ledger.promised.size} acknowledged, ${ledger.uploads.size} uploads, ${blobFiles(dataDir).length} files`,
      `  ${ledger.opens.size} sessions opened; ${shared.acknowledged} acknowledged writes and the delivery writes, in ${shared.commits} commits`,
      `  ${receiver.calls.length} callbacks, ${receiver.calls.filter(({ accepted }) => accepted).length} accepted; ${orphans} files without a row, removed`,
      `  kills at the chosen instant: ${[...hits].map(([instant, count]) => `${instant} ${count}`).join(", ")}`,
      `  rounds with traces: ${kinds.map((kind) => `${kind} ${left(kind)}`).join(", ")}\n`,
    ].join("\n"),
  );
  expect(ledger.promised.size).toBeGreaterThan(ROUNDS);
  if (ROUNDS >= ROUNDS_FOR_ALL_TRACES) for (const kind of kinds) expect(left(kind), kind).toBeGreaterThan(0);
});

/** Removes files without a row, with a clock past the grace period. */
async function cleanFiles(dataDir: string): Promise<void> {
  const clock = testClock(Date.now() + 2 * HOUR_MS);
  const appliance = await startAppliance({ dataDir, clock });
  clock.advance(23 * HOUR_MS);
  await eventually(() => expect(filesWithoutRow(dataDir)).toEqual([]));
  await appliance.close();
}
