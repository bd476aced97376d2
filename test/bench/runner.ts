/** Runs scenarios one after the other, each in its own workshop, within its time limit and that of the run. */
import type { ScenarioReport } from "./report.ts";
import type { Scenario } from "./scenario.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

export interface RunOptions {
  dir: string;
  profileDir: string | null;
  /** ms for all scenarios; those beyond it count as not run. */
  budgetMs: number;
  onReport(report: ScenarioReport): void;
}

export async function runScenarios(
  scenarios: Scenario[],
  { dir, profileDir, budgetMs, onReport }: RunOptions,
): Promise<ScenarioReport[]> {
  let workshop: Workshop | null = null;
  const leave = (code: number) => () => {
    workshop?.closeNow();
    process.exit(code);
  };
  const onInterrupt = leave(130);
  const onTerminate = leave(143);
  process.once("SIGINT", onInterrupt).once("SIGTERM", onTerminate);
  const reports: ScenarioReport[] = [];
  const end = performance.now() + budgetMs;
  try {
    for (const scenario of scenarios) {
      workshop = openWorkshop(dir, profileDir);
      const report = await runOne(scenario, workshop, Math.min(scenario.limitMs, end - performance.now()));
      await workshop.close();
      reports.push(report);
      onReport(report);
    }
  } finally {
    workshop?.closeNow();
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate);
  }
  return reports;
}

async function runOne(scenario: Scenario, workshop: Workshop, limitMs: number): Promise<ScenarioReport> {
  const started = performance.now();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`it did not finish within ${Math.round(limitMs / 1000)} s`)),
    Math.max(0, limitMs),
  );
  const names = { name: scenario.name, title: scenario.title };
  const seconds = () => (performance.now() - started) / 1000;
  const running = scenario.run(workshop);
  // A scenario that timed out rejects later, when its processes end; it is already reported.
  running.catch(() => undefined);
  try {
    const figures = await Promise.race([running, timeout.promise]);
    return { ...names, seconds: seconds(), figures, failure: null };
  } catch (error) {
    return {
      ...names,
      seconds: seconds(),
      figures: [],
      failure: error instanceof Error ? error.message : String(error),
    };
  } finally {
    clearTimeout(timer);
  }
}
