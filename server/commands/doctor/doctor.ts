/** `galley doctor`: the checks that support asks for first, step by step. It changes nothing. */
import { isoTime } from "../../core/runtime.ts";
import { type Command, EXIT } from "../command.ts";
import { deliveries, integrity } from "./database-steps.ts";
import { type Examination, examine, type Finding, finding, type Step, type Verdict } from "./examination.ts";
import { backups, crashes, key, paths, rights, variables } from "./folder-steps.ts";
import { clock, disk, serviceManager, versions } from "./machine-steps.ts";
import { replica } from "./replica-steps.ts";
import { certificate, ports, proxies, publicAddress, service } from "./service-steps.ts";

/** In the order of support. Programs read the names, so they must not change. */
const STEPS: Step[] = [
  { name: "versions", title: "Versions", look: versions },
  { name: "paths", title: "Paths", look: paths },
  { name: "variables", title: "Variables", look: variables },
  { name: "rights", title: "Rights", look: rights },
  { name: "disk", title: "Disk", look: disk },
  { name: "key", title: "Key", look: key },
  { name: "service", title: "Service", look: service },
  { name: "service_manager", title: "Service manager", look: serviceManager },
  { name: "ports", title: "Ports", look: ports },
  { name: "database", title: "Database", look: integrity },
  { name: "clock", title: "Clock", look: clock },
  { name: "public_address", title: "Public address", look: publicAddress },
  { name: "certificate", title: "Certificate", look: certificate },
  { name: "proxies", title: "Proxies", look: proxies },
  { name: "deliveries", title: "Deliveries", look: deliveries },
  { name: "crashes", title: "Crash files", look: crashes },
  { name: "backups", title: "Backups", look: backups },
  { name: "replica", title: "Replica", look: replica },
];

export const doctor: Command = {
  failed: "The doctor could not look.",
  async run(args, io) {
    const isJson = args.includes("--json");
    const examined = await examine(args, io);
    try {
      if (!isJson) io.out(`Galley ${examined.version} looks at ${examined.dataDir}.\n\n`);
      const steps: Result[] = [];
      for (const [index, step] of STEPS.entries()) {
        const result = { number: index + 1, ...(await look(step, examined)) };
        steps.push(result);
        if (!isJson) io.out(inWords(result, step.title));
      }
      const verdict = worstOf(steps);
      io.out(isJson ? `${JSON.stringify(document(examined, verdict, steps), null, 2)}\n` : lastWords(steps));
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
async function look(step: Step, examined: Examination): Promise<Omit<Result, "number">> {
  const startedAt = performance.now();
  let found: Finding;
  try {
    found = await step.look(examined);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    found = finding().problem(
      `This could not be looked at (${code ?? message}).`,
      "Run the doctor as the user that Galley runs as.",
    );
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
  const todo = advice === null ? "" : `${" ".repeat(head.length + 2)}→ ${advice}\n`;
  return `${head}  ${title}: ${says}\n${todo}`;
}

function lastWords(steps: Result[]): string {
  const count = (verdict: Verdict) => steps.filter((step) => step.verdict === verdict).length;
  const words = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;
  return `\n${words(count("problem"), "problem")}, ${words(count("warning"), "warning")}.\n`;
}
