/** The printed table and the JSON of a run. */
import os from "node:os";
import { type Figure, isMet, type Quantity } from "./figures.ts";

export interface ScenarioReport {
  name: string;
  title: string;
  seconds: number;
  figures: Figure[];
  /** Why the scenario could not run, or null. */
  failure: string | null;
}

/** The machine of a run, without host name or paths. @param commitMs of one fsynced commit in the measured folder */
export const describeMachine = (commitMs: number) => ({
  cpus: os.availableParallelism(),
  memory_gb: Math.round(os.totalmem() / 1e9),
  platform: `${process.platform} ${process.arch}`,
  node: process.versions.node,
  load: os.loadavg()[0] ?? 0,
  commit_ms: commitMs,
});

type Machine = ReturnType<typeof describeMachine>;

export function machineLine(machine: Machine): string {
  return (
    `${machine.cpus} cores, ${machine.memory_gb} GB, ${machine.platform}, Node ${machine.node}; ` +
    `load ${machine.load.toFixed(1)}, one fsynced commit ${machine.commit_ms.toFixed(2)} ms`
  );
}

const NAME_WIDTH = 40;
const NUMBER_WIDTH = 13;

export function scenarioTable(report: ScenarioReport): string {
  const lines = [`${report.title}  (${report.seconds.toFixed(0)} s)`];
  if (report.failure !== null) lines.push(`  could not run: ${report.failure}`);
  for (const figure of report.figures) {
    lines.push(
      `  ${figure.name.padEnd(NAME_WIDTH)}${show(figure.product).padStart(NUMBER_WIDTH)}` +
        `${(figure.floor === null ? "" : show(figure.floor)).padStart(NUMBER_WIDTH)}` +
        `${show(figure.judged).padStart(NUMBER_WIDTH)}  ${verdict(figure)}`,
    );
    const notes = [spread(figure), figure.note].filter((note) => note !== undefined);
    if (notes.length > 0) lines.push(`    ${notes.join("; ")}`);
  }
  return `${lines.join("\n")}\n`;
}

export function heading(): string {
  return `  ${"".padEnd(NAME_WIDTH)}${["Galley", "floor", "judged"].map((name) => name.padStart(NUMBER_WIDTH)).join("")}  target\n`;
}

export function toJson(machine: Machine, reports: ScenarioReport[]): string {
  const scenarios = reports.map((report) => ({
    ...report,
    figures: report.figures.map((figure) => ({ ...figure, met: isMet(figure) })),
  }));
  return `${JSON.stringify({ measured_at: new Date().toISOString(), machine, scenarios }, null, 2)}\n`;
}

/** "≥ 0.8 met", "≤ 10 ms missed by 3.2 ms". */
function verdict(figure: Figure): string {
  const { target, judged } = figure;
  const limit = "atLeast" in target ? target.atLeast : target.atMost;
  const limitText = `${"atLeast" in target ? "≥" : "≤"} ${limit} ${judged.unit}`;
  if (isMet(figure)) return `${limitText} met`;
  return `${limitText} MISSED by ${show({ value: Math.abs(judged.value - limit), unit: judged.unit })}`;
}

function spread({ judged }: Figure): string | undefined {
  if (judged.spread === null) return undefined;
  return `half of the rounds between ${judged.spread.map((value) => digits(value)).join(" and ")}`;
}

function show({ value, unit }: Quantity): string {
  return `${digits(value)} ${unit}`;
}

/** Rounds to three significant digits. */
function digits(value: number): string {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
