/** `npm run bench [-- --only NAME,… --full --json FILE --dir DIR --profile DIR]`, see docs/performance.md. */
import fs from "node:fs";
import os from "node:os";
import { setTimeout as after } from "node:timers/promises";
import { parseArgs } from "node:util";
import { median } from "./figures.ts";
import { openCommitFloor } from "./floors/commit-floor.ts";
import { describeMachine, heading, machineLine, type ScenarioReport, scenarioTable, toJson } from "./report.ts";
import { archive, archiveMemory } from "./scenarios/archive.ts";
import { editorKeys } from "./scenarios/editor-keys.ts";
import { editorLoad, editorSave } from "./scenarios/editor-times.ts";
import { eventLoop } from "./scenarios/event-loop.ts";
import { filled, filledWhole } from "./scenarios/filled.ts";
import { newsroom } from "./scenarios/newsroom.ts";
import { opens, replica, writing } from "./scenarios/rates.ts";
import { save } from "./scenarios/save.ts";
import { start } from "./scenarios/start.ts";
import { together } from "./scenarios/together.ts";
import { openWorkshop, type Scenario, type Workshop } from "./workshop.ts";

const SCENARIOS: readonly Scenario[] = [
  ...[archiveMemory, archive, editorKeys, editorLoad, editorSave, eventLoop, filledWhole, filled, newsroom, opens],
  ...[replica, save, start, together, writing],
];

const COMMITS = 50;
const COMMIT_BYTES = 1_000;
/** For all scenarios; those beyond it count as not run. */
const BUDGET_MS = 1_080_000;
const FULL_BUDGET_MS = 2_400_000;

/** Median of fsynced commits, ms. */
function commitMs(dir: string): number {
  const workshop = openWorkshop(dir);
  const floor = openCommitFloor(workshop.folder("commits"));
  const commits = Array.from({ length: COMMITS }, () => floor.commit("x".repeat(COMMIT_BYTES)));
  floor.close();
  workshop.closeNow();
  return median(commits);
}

async function runOne(scenario: Scenario, workshop: Workshop, limitMs: number): Promise<ScenarioReport> {
  const { name, title } = scenario;
  const started = performance.now();
  const timeout = after(Math.max(0, limitMs)).then(() => {
    throw new Error(`it did not finish within ${Math.round(limitMs / 1000)} s`);
  });
  const outcome = await Promise.race([scenario.run(workshop), timeout]).then(
    (figures) => ({ figures, failure: null }),
    (error: Error) => ({ figures: [], failure: error.message }),
  );
  return { name, title, seconds: (performance.now() - started) / 1000, ...outcome };
}

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    full: { type: "boolean", default: false },
    json: { type: "string" },
    profile: { type: "string" },
    dir: { type: "string", default: os.tmpdir() },
  },
});
const names = SCENARIOS.filter(({ full }) => values.full || full !== true).map(({ name }) => name);
const selected = values.only?.split(",") ?? names;
const all = SCENARIOS.map(({ name }) => name);
const unknown = selected.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown scenario: ${unknown.join(", ")}. Choose from ${all.join(", ")}.\n`);
  process.exit(1);
}

const machine = describeMachine(commitMs(values.dir));
process.stdout.write(`${machineLine(machine)}\n\n${heading()}`);
let workshop: Workshop | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    workshop?.closeNow();
    process.exit(128 + os.constants.signals[signal]);
  });
const reports: ScenarioReport[] = [];
const end = performance.now() + (values.full ? FULL_BUDGET_MS : BUDGET_MS);
for (const scenario of SCENARIOS.filter(({ name }) => selected.includes(name))) {
  workshop = openWorkshop(values.dir, values.profile);
  const report = await runOne(scenario, workshop, Math.min(scenario.limitMs, end - performance.now()));
  await workshop.close();
  reports.push(report);
  process.stdout.write(`${scenarioTable(report)}\n`);
}
if (values.json !== undefined) fs.writeFileSync(values.json, toJson(machine, reports));
// A failed scenario may leave a listener or timer that would keep the process running.
process.exit(reports.some(({ failure }) => failure !== null) ? 1 : 0);
