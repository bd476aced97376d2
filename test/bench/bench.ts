/** `npm run bench [-- --only NAME,… --full --json FILE --dir DIR --profile DIR]`, see docs/performance.md. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openCommitFloor } from "./commit-floor.ts";
import { median } from "./figures.ts";
import { heading, type Machine, machineLine, scenarioTable, toJson } from "./report.ts";
import { runScenarios } from "./runner.ts";
import type { Scenario } from "./scenario.ts";
import { openWorkshop } from "./workshop.ts";

const COMMITS = 50;
const COMMIT_BYTES = 1_000;
const BUDGET_MS = 1_080_000;
const FULL_BUDGET_MS = 2_400_000;

/** Each file of scenarios/ exports one scenario. */
async function allScenarios(): Promise<Scenario[]> {
  const folder = path.join(import.meta.dirname, "scenarios");
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".ts"));
  return Promise.all(
    files.sort().map(async (name) => ((await import(path.join(folder, name))) as { scenario: Scenario }).scenario),
  );
}

function machine(dir: string): Machine {
  const workshop = openWorkshop(dir);
  const floor = openCommitFloor(workshop.folder("commits"));
  const commits = Array.from({ length: COMMITS }, () => floor.commit(COMMIT_BYTES));
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

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    full: { type: "boolean", default: false },
    json: { type: "string" },
    profile: { type: "string" },
    dir: { type: "string", default: os.tmpdir() },
  },
});
const all = await allScenarios();
const selected =
  values.only?.split(",") ?? all.filter(({ full }) => values.full || full !== true).map(({ name }) => name);
const unknown = selected.filter((name) => !all.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown scenario: ${unknown.join(", ")}. Choose from ${all.map(({ name }) => name).join(", ")}.\n`,
  );
  process.exit(1);
}

const measuredOn = machine(values.dir);
process.stdout.write(`${machineLine(measuredOn)}\n\n${heading()}`);
const reports = await runScenarios(
  all.filter(({ name }) => selected.includes(name)),
  {
    dir: values.dir,
    profileDir: values.profile ?? null,
    budgetMs: values.full ? FULL_BUDGET_MS : BUDGET_MS,
    onReport: (report) => void process.stdout.write(`${scenarioTable(report)}\n`),
  },
);
if (values.json !== undefined) fs.writeFileSync(values.json, toJson(measuredOn, reports));
// A failed scenario may leave a listener or timer that would keep the process running.
process.exit(reports.some(({ failure }) => failure !== null) ? 1 : 0);
