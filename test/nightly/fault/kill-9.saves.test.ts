/**
 * Journalists save without a pause while the appliance is killed again and again. FAULT_ROUNDS rounds (2 unless told
 * otherwise); FAULT_SEED repeats the choices of an earlier run, though not its timing.
 */
import path from "node:path";
import { expect, it } from "vitest";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import {
  type ApplianceProcess,
  spawnAppliance,
  startAppliance,
  temporaryFolder,
  testClock,
} from "../../support/appliance.ts";
import { createChance } from "../../support/chance.ts";
import { eventually } from "../../support/eventually.ts";
import { freePorts } from "../../support/listening.ts";
import { openSession } from "../../support/site.ts";
import { commitsIn } from "../../support/write-ahead-log.ts";
import { createEditor, createOpener, type Editor } from "./support/editors.ts";
import { INSTANTS, type Instant, killAt } from "./support/killer.ts";
import { createLedger } from "./support/ledger.ts";
import { startReceiver } from "./support/receiver.ts";
import { allSettled } from "./support/settle.ts";
import { blobFiles, createTruth, filesWithoutRow, type Traces, tracesOf } from "./support/truth.ts";

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 2);
const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Rounds from which on every kind of trace must have been left at least once. */
const ENOUGH_FOR_ALL_TRACES = 100;
/** Two tabs of one article get in each other's way, as they do. So many that their commits are shared. */
const TABS = ["a", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
/** Materials that a site opens without a pause beside them. */
const OPENED = ["v", "w", "x", "y"];
const HOUR_MS = 3_600_000;

it(`keeps every promise through ${ROUNDS} rounds of kill -9`, { timeout: 30_000 + ROUNDS * 15_000 }, async () => {
  const started = performance.now();
  const chance = createChance(SEED);
  const ledger = createLedger();
  const dataDir = temporaryFolder();
  const args = await freePorts();
  // Starting takes most of a round: what the compiler made of the sources is kept between the starts.
  const env = { NODE_COMPILE_CACHE: temporaryFolder() };
  const wal = path.join(dataDir, "galley.db-wal");
  await (await spawnAppliance({ dataDir, args, env })).close();
  let appliance: ApplianceProcess = await spawnAppliance({ dataDir, args, env });
  let project: ProjectWithSecret | null = null;
  const projectNow = () => {
    if (project === null) throw new Error("There is no project yet.");
    return project;
  };
  const receiver = await startReceiver(chance, ledger, projectNow);
  project = await appliance.createProject();
  const truth = createTruth(dataDir, ledger, receiver);

  const saveListeners = new Set<() => void>();
  const editors: Editor[] = OPENED.map((materialId) =>
    createOpener({ url: appliance.url, keys: projectNow(), callbackUrl: receiver.callbackUrl, materialId }, ledger),
  );
  for (const [index, materialId] of TABS.entries()) {
    const session = await openSession(appliance.url, project, {
      material_id: materialId,
      callback_url: receiver.callbackUrl,
    });
    const tab = { session, materialId, clientId: `tab${index}` };
    editors.push(
      createEditor(tab, chance, ledger, () => {
        for (const listener of saveListeners) listener();
      }),
    );
  }
  const scene = () => ({
    child: appliance.child,
    dataDir,
    receiver,
    whenSaved(callback: () => void) {
      saveListeners.add(callback);
      return () => void saveListeners.delete(callback);
    },
  });

  const hits = new Map<Instant, number>();
  const traces: Traces[] = [];
  let kills = 0;
  let orphans = 0;
  /** In the rounds in which the log did not begin anew. */
  const shared = { acknowledged: 0, commits: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    const instant = chance.pick(Object.keys(INSTANTS) as Instant[]);
    const where = `seed ${SEED}, round ${round}, killed ${instant}`;
    receiver.moody = true;
    const before = { acknowledged: ledger.acknowledged, commits: commitsIn(wal) };
    const working = editors.map((editor) => editor.work());
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
    expect(truth.stored(), `stored, ${where}`).toEqual([]);

    receiver.moody = false;
    appliance = await spawnAppliance({ dataDir, args, env });
    if (chance.happens(0.15)) {
      // Once more, while it takes up what the first one left.
      await killAt("at any time", scene(), chance);
      kills += 1;
      expect(truth.stored(), `stored, ${where} and again while starting`).toEqual([]);
      appliance = await spawnAppliance({ dataDir, args, env });
    }
    await allSettled(appliance);
    expect(ledger.faults, `faults, ${where}`).toEqual([]);
    expect(truth.stored(), `stored after the restart, ${where}`).toEqual([]);
    expect(truth.delivered(), `delivered, ${where}`).toEqual([]);
  }
  await appliance.close();

  orphans = filesWithoutRow(dataDir).length;
  await cleaned(dataDir);
  truth.lookAgain();
  expect(truth.stored(), `after the cleaning, seed ${SEED}`).toEqual([]);
  await receiver.close();

  const seconds = Math.round((performance.now() - started) / 1000);
  const left = (kind: keyof Traces) => traces.filter((trace) => trace[kind] > 0).length;
  const kinds = Object.keys(traces[0] ?? {}) as (keyof Traces)[];
  process.stdout.write(
    [
      `seed ${SEED}: ${ROUNDS} rounds, ${kills} kills, ${seconds} s`,
      `  ${ledger.asked.size} saves asked, ${ledger.promised.size} acknowledged, ${ledger.uploads.size} uploads, ${blobFiles(dataDir).length} files`,
      `  ${ledger.opens.size} sessions opened; ${shared.acknowledged} writes of all kinds acknowledged, and all that the sender wrote, with ${shared.commits} commits`,
      `  ${receiver.calls.length} callbacks, ${receiver.calls.filter(({ accepted }) => accepted).length} accepted; ${orphans} files without a row, cleaned away`,
      `  kills at their instant: ${[...hits].map(([instant, count]) => `${instant} ${count}`).join(", ")}`,
      `  rounds that left: ${kinds.map((kind) => `${kind} ${left(kind)}`).join(", ")}\n`,
    ].join("\n"),
  );
  expect(ledger.promised.size).toBeGreaterThan(ROUNDS);
  if (ROUNDS >= ENOUGH_FOR_ALL_TRACES) for (const kind of kinds) expect(left(kind), kind).toBeGreaterThan(0);
});

/** Lets the housekeeper find what is older than the grace, by a clock that is ahead. */
async function cleaned(dataDir: string): Promise<void> {
  const clock = testClock(Date.now() + 2 * HOUR_MS);
  const appliance = await startAppliance({ dataDir, clock });
  clock.advance(23 * HOUR_MS);
  await eventually(() => expect(filesWithoutRow(dataDir)).toEqual([]));
  await appliance.close();
}
