/** `galley doctor`: the checks that support asks for first, step by step. It changes nothing. */
import { isoTime } from "../../core/runtime.ts";
import { type Command, EXIT } from "../command.ts";
import { deliveries, integrity } from "./database-steps.ts";
import { type Examination, examine, type Finding, problem, type Step, type Verdict } from "./examination.ts";
import { backups, crashes, key, paths, permissions, variables } from "./folder-steps.ts";
import { clock, disk, serviceManager, versions } from "./machine-steps.ts";
import { replica } from "./replica-steps.ts";
import { certificate, ports, proxies, publicAddress, service } from "./service-steps.ts";

/** In the order that support needs. Programs read the names, so they must not change. */
const STEPS: Step[] = [
  { name: "versions", title: "Versions", check: versions },
  { name: "paths", title: "Paths", check: paths },
  { name: "variables", title: "Variables", check: variables },
  { name: "rights", title: "Permissions", check: permissions },
  { name: "disk", title: "Disk", check: disk },
  { name: "key", title: "Key", check: key },
  { name: "service", title: "Service", check: service },
  { name: "service_manager", title: "Service manager", check: serviceManager },
  { name: "ports", title: "Ports", check: ports },
  { name: "database", title: "Database", check: integrity },
  { name: "clock", title: "Clock", check: clock },
  { name: "public_address", title: "Public URL", check: publicAddress },
  { name: "certificate", title: "Certificate", check: certificate },
  { name: "proxies", title: "Proxies", check: proxies },
  { name: "deliveries", title: "Deliveries", check: deliveries },
  { name: "crashes", title: "Crash files", check: crashes },
  { name: "backups", title: "Backups", check: backups },
  { name: "replica", title: "Replica", check: replica },
];

export const doctor: Command = {
  failed: "The check failed.",
  async run(args, io) {
    const isJson = args.includes("--json");
    const examined = await examine(args, io);
    try {
      if (!isJson) io.out(`Galley ${examined.version} checks ${examined.dataDir}.\n\n`);
      const steps: Result[] = [];
      for (const [index, step] of STEPS.entries()) {
        const result = { number: index + 1, ...(await run(step, examined)) };
        steps.push(result);
        if (!isJson) io.out(inWords(result, step.title));
      }
      const verdict = worstOf(steps);
      io.out(isJson ? `${JSON.stringify(document(examined, verdict, steps), null, 2)}\n` : summaryOf(steps));
      return verdict === "problem" ? EXIT.failed : EXIT.fine;
    } finally {
      examined.close();
    }
  },
};

interface Result extends Finding {
  number: number;
  name: string;
  duration_ms: number;
}

/** A step that throws becomes a finding. */
async function run(step: Step, examined: Examination): Promise<Omit<Result, "number">> {
  const startedAt = performance.now();
  let found: Finding;
  try {
    found = await step.check(examined);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    found = problem(`The check failed (${code ?? message}).`, "Run galley doctor as the user that Galley runs as.");
  }
  return { name: step.name, ...found, duration_ms: Math.round(performance.now() - startedAt) };
}

function worstOf(steps: Result[]): Verdict {
  const found = new Set(steps.map(({ verdict }) => verdict));
  return found.has("problem") ? "problem" : found.has("warning") ? "warning" : "ok";
}

function document({ version, dataDir, now }: Examination, verdict: Verdict, steps: Result[]) {
  return { galley: version, data_dir: dataDir, made_at: isoTime(now), verdict, steps };
}

function inWords({ number, verdict, says, advice }: Result, title: string): string {
  const head = `${String(number).padStart(2)}  ${verdict.padEnd(8)}`;
  const action = advice === null ? "" : `${" ".repeat(head.length + 2)}→ ${advice}\n`;
  return `${head}  ${title}: ${says}\n${action}`;
}

function summaryOf(steps: Result[]): string {
  const count = (verdict: Verdict) => steps.filter((step) => step.verdict === verdict).length;
  const words = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;
  return `\n${words(count("problem"), "problem")}, ${words(count("warning"), "warning")}.\n`;
}
