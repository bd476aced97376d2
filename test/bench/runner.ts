/** Runs scenarios one after the other, each in a workshop of its own and within its time. */
import type { ScenarioReport } from "./report.ts";
import type { Scenario } from "./scenario.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

export interface RunOptions {
  /** Folder on the disk that is measured. */
  dir: string;
  profileDir: string | null;
  /** Called as soon as a scenario has ended. */
  onReport(report: ScenarioReport): void;
}

export async function runScenarios(scenarios: Scenario[], { dir, profileDir, onReport }: RunOptions): Promise<ScenarioReport[]> {
  let workshop: Workshop | null = null;
  const leave = (code: number) => () => {
    workshop?.closeNow();
    process.exit(code);
  };
  const onInterrupt = leave(130);
  const onTerminate = leave(143);
  process.once("SIGINT", onInterrupt).once("SIGTERM", onTerminate);
  const reports: ScenarioReport[] = [];
  try {
    for (const scenario of scenarios) {
      workshop = openWorkshop(dir, profileDir);
      const report = await runOne(scenario, workshop);
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

async function runOne(scenario: Scenario, workshop: Workshop): Promise<ScenarioReport> {
  const started = performance.now();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`it was not done after ${scenario.limitMs / 1000} s`)),
    scenario.limitMs,
  );
  const about = { name: scenario.name, title: scenario.title };
  const seconds = () => (performance.now() - started) / 1000;
  const running = scenario.run(workshop);
  // A scenario that is cut off loses its processes and fails by that; it was reported already.
  running.catch(() => undefined);
  try {
    const figures = await Promise.race([running, late.promise]);
    return { ...about, seconds: seconds(), figures, failure: null };
  } catch (error) {
    return { ...about, seconds: seconds(), figures: [], failure: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
