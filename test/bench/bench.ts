/** `npm run bench [-- --only NAME,… --full --json FILE --dir DIR --profile DIR]`, see docs/performance.md. */
import fs from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";
import { type Figure, median } from "./figures.ts";
import { openCommitFloor } from "./floors/commit-floor.ts";
import { heading, type Machine, machineLine, type ScenarioReport, scenarioTable, toJson } from "./report.ts";
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

function machine(dir: string): Machine {
  const workshop = openWorkshop(dir);
  const floor = openCommitFloor(workshop.folder("commits"));
  const commits = Array.from({ length: COMMITS }, () => floor.commit("x".repeat(COMMIT_BYTES)));
  floor.close();
  workshop.closeNow();
  return {
    cpus: os.availableParallelism(),
    memory_gb: Math.round(os.totalmem() / 1e9),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    load: os.loadavg()[0] ?? 0,
    commit_ms: median(commits),
  };
}

async function runOne(scenario: Scenario, workshop: Workshop, limitMs: number): Promise<ScenarioReport> {
  const started = performance.now();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`it did not finish within ${Math.round(limitMs / 1000)} s`)),
    Math.max(0, limitMs),
  );
  const report = (figures: Figure[], failure: string | null) => {
    const seconds = (performance.now() - started) / 1000;
    return { name: scenario.name, title: scenario.title, seconds, figures, failure };
  };
  const running = scenario.run(workshop);
  // A scenario that timed out rejects later, when its processes end; it is already reported.
  running.catch(() => undefined);
  try {
    return report(await Promise.race([running, timeout.promise]), null);
  } catch (error) {
    return report([], error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
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
const selected =
  values.only?.split(",") ?? SCENARIOS.filter(({ full }) => values.full || full !== true).map(({ name }) => name);
const names = SCENARIOS.map(({ name }) => name);
const unknown = selected.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown scenario: ${unknown.join(", ")}. Choose from ${names.join(", ")}.\n`);
  process.exit(1);
}

const measuredOn = machine(values.dir);
process.stdout.write(`${machineLine(measuredOn)}\n\n${heading()}`);
let workshop: Workshop | null = null;
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => {
    workshop?.closeNow();
    process.exit(code);
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
if (values.json !== undefined) fs.writeFileSync(values.json, toJson(measuredOn, reports));
// A failed scenario may leave a listener or timer that would keep the process running.
process.exit(reports.some(({ failure }) => failure !== null) ? 1 : 0);
