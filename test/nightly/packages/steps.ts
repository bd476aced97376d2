/** The numbered result lines of `npm run package:check`. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

let number = 0;
let failed = 0;
let skipped = 0;

const line = (verdict: string, text: string): void => {
  number += 1;
  process.stdout.write(`${String(number).padStart(2)}  ${verdict.padEnd(7)}  ${text}\n`);
};

/**
 * Runs a check and prints its result. An error is a failure; later steps still run.
 * @param check may return a text, or a promise of one, which is printed
 * @returns whether it passed
 */
export async function step(text: string, check: () => unknown): Promise<boolean> {
  try {
    const details = await check();
    line("ok", typeof details === "string" && details !== "" ? `${text}: ${details}` : text);
    return true;
  } catch (error) {
    failed += 1;
    line("FAILED", `${text}\n             ${(error as Error).message.trim().replaceAll("\n", "\n             ")}`);
    return false;
  }
}

export function skip(text: string, reason: string): void {
  skipped += 1;
  line("skipped", `${text}: ${reason}`);
}

/** Prints the totals. @returns the exit code */
export function closeSteps(): number {
  process.stdout.write(`\n${number - failed - skipped} ok, ${failed} failed, ${skipped} skipped\n`);
  return failed === 0 ? 0 : 1;
}

/** @throws Error with `sentence` if `holds` is false */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}

/** Runs a program to its end. @returns its stdout and stderr. @throws Error with both if it fails */
export async function tool(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { env, maxBuffer: 64 * 1024 * 1024 });
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}` || message);
  }
}

/** Like `tool`, without the output. */
export async function quietly(command: string, ...args: string[]): Promise<void> {
  await tool(command, args);
}

/** @returns why a step must be skipped; null if its program is installed */
export async function missing(command: string, debianPackage: string): Promise<string | null> {
  return quietly("sh", "-c", `command -v ${command}`).then(
    () => null,
    () => `${command} is not installed (Debian: ${debianPackage})`,
  );
}

/** Runs a step, or skips it if its program is not installed. */
export async function stepWith(command: string, debianPackage: string, text: string, check: () => unknown) {
  const reason = await missing(command, debianPackage);
  if (reason !== null) return skip(text, reason);
  await step(text, check);
}
